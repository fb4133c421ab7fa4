"""The log of written documents, which roles that follow the workers read."""
