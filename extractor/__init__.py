"""From the bytes of a page to its text and facts: pure functions, no network, clock, environment or storage."""
