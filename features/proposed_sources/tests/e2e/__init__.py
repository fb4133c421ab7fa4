"""Proposed sources, from a citation to a source, in a browser."""
