"""Filters of the templates of stories."""
