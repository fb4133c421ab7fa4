"""Spot checks: documents drawn at random, what people say of them, and rates of what is right."""
