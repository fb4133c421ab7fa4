"""Translated titles, in a browser."""
