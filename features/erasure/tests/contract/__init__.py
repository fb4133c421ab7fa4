"""Erasing on all stores of documents."""
