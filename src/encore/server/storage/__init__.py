"""Where tables are stored: SQLite, PostgreSQL, and export and import between them."""
