"""The trace of each URL: which decisions were made about it."""
