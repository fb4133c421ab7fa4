"""Copies: documents with nearly the same text share a copy id, such as an agency's article on many
sites.
"""
