"""The play server: tables shared by people and bots."""
