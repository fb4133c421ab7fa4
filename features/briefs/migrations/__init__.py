"""Migrations of the tables of briefs."""
