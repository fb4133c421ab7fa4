"""Queries for the monitor; only these touch stores and tables."""
