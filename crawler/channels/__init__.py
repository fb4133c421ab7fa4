"""Channels turn a fetched list into links, one module each. Pure: no input or output."""
