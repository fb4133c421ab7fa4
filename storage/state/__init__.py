"""The port *state*: small facts that all processes share, with Redis and SQLite."""
