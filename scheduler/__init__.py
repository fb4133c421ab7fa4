"""Decide when to visit each source; define the jobs and the queue."""
