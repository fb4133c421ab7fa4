"""Queries and commands for the search pages; only these touch stores and tables."""
