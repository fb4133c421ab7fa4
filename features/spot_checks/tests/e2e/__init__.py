"""Spot checks from the draw to the rates, in a browser."""
