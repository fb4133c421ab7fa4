"""Dashboards: panels that show what searches find."""
