"""Charts as SVG: numbers in, coordinates out."""
