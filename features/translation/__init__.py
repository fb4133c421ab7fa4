"""Titles and first sentences in the language of the reader, by a translator that an administrator
enters.
"""
