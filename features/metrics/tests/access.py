"""Metrics are read without a login: a token opens them, or the machine."""

OPEN = ("metrics",)
