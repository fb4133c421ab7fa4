"""From the bytes of a page to its text and facts: pure functions without network, clock, environment or storage."""
