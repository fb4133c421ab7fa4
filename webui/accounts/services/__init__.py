"""Queries and commands behind the pages about accounts; they alone touch tables."""
