"""Newsloom's stores: configuration, seen URLs and pace, statistics, documents.

Each has a port and its adapters.
"""
