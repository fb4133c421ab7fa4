"""Statistics: outcomes of sources and runs, recent failures, and live workers."""
