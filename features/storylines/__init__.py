"""Storylines: stories of one matter over weeks, as chapters."""
