"""The document store: collected documents and search."""
