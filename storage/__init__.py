"""What Newsloom keeps: configuration, seen URLs and pace, statistics, documents; a port and its adapters each."""
