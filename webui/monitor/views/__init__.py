"""The monitor's page and the metrics endpoint."""
