"""Errors of the documents port that the reader can fix: the typed query cannot be searched."""

from storage.errors import StorageError


class QueryError(StorageError):
    """The query is invalid; the message tells the reader why and what to do.

    ``message`` has %s for each of ``values``, so that it can be translated. ``place`` is the
    character range [start, end) of the error in the query, or None if the error has no position.
    """

    def __init__(self, message: str, *values: object, place: tuple[int, int] | None = None) -> None:
        self.message = message
        self.values = tuple(map(str, values))
        self.place = place
        super().__init__(message % self.values)


class CursorError(QueryError):
    """The cursor is invalid: the place in the results at which a page begins."""
