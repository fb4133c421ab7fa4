"""The archive: the answers of servers as they came, in WARC files."""
