"""The overview: volume, newest documents, parts of features; health endpoints for machines."""
