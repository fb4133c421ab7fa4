"""Erase pages wherever they are: what an order reaches, and its steps, which go on after a kill."""
