"""The monitor: the system's health, the reasons, and the numbers behind it."""
