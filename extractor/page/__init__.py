"""A page from bytes to tree and blocks."""
