"""What was erased and must not come back, by hash."""
