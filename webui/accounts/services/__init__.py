"""Queries and commands for the account pages; only these touch tables."""
