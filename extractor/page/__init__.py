"""Pages: from bytes to a tree and blocks."""
