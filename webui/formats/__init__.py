"""Formats of languages, where those of Django are not ours."""
