"""Storage of tables: SQLite, PostgreSQL, and export and import between them."""
