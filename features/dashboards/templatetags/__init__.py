"""Filters of the templates of dashboards."""
