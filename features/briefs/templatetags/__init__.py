"""Filters of the templates of briefs."""
