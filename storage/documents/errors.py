"""Errors of the documents port that are the reader's own: what he typed cannot be searched."""

from storage.errors import StorageError


class QueryError(StorageError):
    """The query or the cursor cannot be used; the message says why and what to do, fit to be shown to a reader.

    ``message`` has %s for each of ``values``, so that it can be translated. ``place`` is the range [start, end) of
    the characters of the query at fault, None where it is not a place.
    """

    def __init__(self, message: str, *values: object, place: tuple[int, int] | None = None) -> None:
        self.message = message
        self.values = tuple(map(str, values))
        self.place = place
        super().__init__(message % self.values)
