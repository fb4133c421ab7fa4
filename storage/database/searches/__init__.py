"""What users keep: saved searches, and the events that they follow."""
