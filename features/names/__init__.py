"""Pages of names: a person, an organisation or a place, and what documents say of it."""
