"""The monitor: whether all is well, why not, and the numbers behind it."""
