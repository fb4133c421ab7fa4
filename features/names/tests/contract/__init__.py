"""Spellings on both databases."""
