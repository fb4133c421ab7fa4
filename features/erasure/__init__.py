"""Erase pages for good, wherever they are."""
