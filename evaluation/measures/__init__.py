"""The measures, one module for each thing that is measured: text, posts, the other fields.

Pure functions.
"""
