"""The port *translator*, with an adapter for each kind of server."""
