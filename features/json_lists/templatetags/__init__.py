"""Filters of the templates of lists in JSON."""
