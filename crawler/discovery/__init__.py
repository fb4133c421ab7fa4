"""Find the sources behind an address."""
