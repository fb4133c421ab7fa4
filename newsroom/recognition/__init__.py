"""Find the people, organisations and places that a text names. No I/O but for its own tables."""
