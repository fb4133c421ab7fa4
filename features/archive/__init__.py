"""The archive: pages as they came, in WARC files."""
