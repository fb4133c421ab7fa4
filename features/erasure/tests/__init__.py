"""Erasing pages."""
