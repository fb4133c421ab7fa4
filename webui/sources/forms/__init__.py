"""Forms about sources, and the fields that Django does not bring."""
