"""The relational database, MySQL or SQLite by Django: what people enter, runs, and stories."""
