"""Filters of the templates of spot checks."""
