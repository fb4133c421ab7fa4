"""The pages of the monitor."""
