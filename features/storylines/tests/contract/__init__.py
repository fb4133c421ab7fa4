"""Storylines on both databases."""
