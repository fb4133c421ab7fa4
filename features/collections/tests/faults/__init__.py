"""Rules that put documents into collections, killed in the middle."""
