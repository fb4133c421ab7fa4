"""Filters of the templates of collections."""
