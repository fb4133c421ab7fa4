"""Queries and commands behind the pages of search; they alone touch stores and tables."""
