"""Article bodies: one algorithm a module."""
