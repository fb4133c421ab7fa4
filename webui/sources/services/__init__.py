"""Queries and commands behind the pages about sources; they alone touch stores and tables."""
