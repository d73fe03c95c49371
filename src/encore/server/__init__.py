"""The play server: tables that people and bots share."""
