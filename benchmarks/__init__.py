"""Measurements of speed and memory; docs/measurements.md has the figures."""
