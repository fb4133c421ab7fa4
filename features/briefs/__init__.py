"""Briefs: what a user has chosen while reading, in order, with a source behind each line."""
