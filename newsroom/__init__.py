"""The newsroom: terms of texts, names in them, and the role that finds them."""
