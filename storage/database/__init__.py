"""The relational database, MySQL or SQLite by Django: what people enter, and runs."""
