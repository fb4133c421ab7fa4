"""Lists in JSON: answers of programming interfaces that hold a list of entries."""
