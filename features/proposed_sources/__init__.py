"""Proposed sources: sites that sources cite, and boards that appear on their forums."""
