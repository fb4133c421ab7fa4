"""Which source is visited when, and the jobs and queue that carry the work."""
