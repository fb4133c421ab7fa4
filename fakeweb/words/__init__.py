"""Vocabulary and sentence patterns of the languages that the fake web writes in."""
