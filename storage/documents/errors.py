"""Errors of the documents port that are the reader's own: what he typed cannot be searched."""

from storage.errors import StorageError


class QueryError(StorageError):
    """The query or the cursor cannot be used; the message says why and what to do, fit to be shown to a reader."""
