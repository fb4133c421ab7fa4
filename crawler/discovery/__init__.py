"""From an address to the sources found behind it."""
