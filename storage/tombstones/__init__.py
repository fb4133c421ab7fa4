"""What was erased and must not come back, by hash: the port *tombstones*, with Redis and SQLite."""
