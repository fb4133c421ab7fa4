"""Real servers and whole Newslooms: what tests, benchmarks and docs/screenshots.py start."""
