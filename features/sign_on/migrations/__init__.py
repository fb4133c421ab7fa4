"""How the table came to be."""
