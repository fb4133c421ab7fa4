"""How the tables of the configuration came to be."""
