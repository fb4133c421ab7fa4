"""Formats of Chinese."""
