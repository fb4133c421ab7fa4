"""The seen filter, and the pace of requests to each host."""
