"""The web interface: search for analysts, sources for operators, the monitor for ops."""
