"""Sources, keyword lists, runs, users and audit, in MySQL or SQLite through Django's ORM."""
