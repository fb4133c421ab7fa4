"""The health of the system: what the stores and roles show, and what is wrong with it."""
