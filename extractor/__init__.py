"""Turn the bytes of a page into its text and facts, with pure functions: no network, clock,
environment or storage.
"""
