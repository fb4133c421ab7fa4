"""A trial in a browser."""
