"""Django's backend for SQLite, whose errors are those of storage."""
