"""Lists in JSON: answers of programming interfaces as sources."""
