"""What users keep: saved searches with their rules, and the events that they follow."""
