"""Channels turn a fetched list into links, without any input or output: one module each."""
