"""The port *archive*, with its adapters, and the format of its files."""
