"""Metrics: the monitor's numbers for Prometheus."""
