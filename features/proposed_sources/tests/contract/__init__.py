"""Proposed sources on both databases."""
