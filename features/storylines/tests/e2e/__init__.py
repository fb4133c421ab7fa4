"""Storylines in a browser, with whole processes."""
