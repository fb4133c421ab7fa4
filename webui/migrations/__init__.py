"""Database changes that the web interface needs."""
