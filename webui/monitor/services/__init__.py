"""Queries behind the monitor; they alone touch stores and tables."""
