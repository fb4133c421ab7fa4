"""SVG charts: one module for each kind, numbers in and coordinates out.

The subjects of the UI choose the data.

Coordinates are text, so that no language setting changes their decimal point.
"""
