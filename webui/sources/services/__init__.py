"""Queries and commands for the source pages; only these touch stores and tables."""
