"""Changes of the database that the web interface needs."""
