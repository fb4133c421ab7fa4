"""Spot checks on both databases."""
