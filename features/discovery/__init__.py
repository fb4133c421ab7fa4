"""Find sources behind an address, and repair those that fail."""
