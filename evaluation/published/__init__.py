"""Published algorithms for article bodies and forum posts, one paper per module.

Only ``evaluation.algorithms`` imports them.
"""
