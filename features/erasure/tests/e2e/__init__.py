"""Erasing, with whole processes."""
