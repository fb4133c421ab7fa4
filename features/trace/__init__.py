"""What happened to one URL: its steps, and what the stores know of it now."""
