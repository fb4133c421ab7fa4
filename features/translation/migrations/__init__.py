"""The migration of translations."""
