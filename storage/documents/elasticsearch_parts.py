"""Which index takes a document, and when a month that grows large goes on in another one.

A month begins with one index of one shard. Once the last index of a month is larger than a bound, a
part of the month begins with one of the next days, in an index of its own
(``newsloom-2026.11.17``). So an index follows from the time of a document alone, and a job that
runs again replaces what it wrote. A part is made at least an hour before it begins, and every
writer reads the names of the indices each minute: so all know of a part before its first document.
"""

import time
from datetime import UTC, datetime, timedelta

from elasticsearch import NotFoundError

from storage.documents.elasticsearch_indices import ElasticsearchIndices
from storage.documents.elasticsearch_schema import index_name, period_in, write_alias
from storage.documents.periods import month_in, part_from, period_for, period_of
from storage.documents.port import Document

_KNOWN_SECONDS = 60.0
_MEASURED_SECONDS = 600.0
_NOTICE = timedelta(hours=1)


class ElasticsearchParts:
    """The periods of the indices below one prefix, as last read."""

    def __init__(self, indices: ElasticsearchIndices, most_bytes: int) -> None:
        self._indices = indices
        self._most_bytes = most_bytes
        self._periods: frozenset[str] = frozenset()
        self._read = self._measured = -_MEASURED_SECONDS

    def index_of(self, document: Document) -> str:
        """Return the name by which a document is written, as far as ``part_to_begin`` has read the
        names.
        """
        return index_name(self._indices.prefix, period_for(document.collected, self._periods))

    def part_to_begin(self) -> str | None:
        """Read the names and the size if that is due; return the index to make because its month
        has grown large.
        """
        now = time.monotonic()
        if now - self._read >= _KNOWN_SECONDS:
            names = self._indices.in_use()
            self._periods = frozenset(period_in(self._indices.prefix, name) for name in names)
            self._read = now
        if now - self._measured < _MEASURED_SECONDS:
            return None
        self._measured = now
        return self._next_index(datetime.now(UTC))

    def _next_index(self, now: datetime) -> str | None:
        last = max(
            (each for each in self._periods if month_in(each) == period_of(now)), default=None
        )
        following = next_part(last, now)
        if last is None or following is None:
            return None
        if self._bytes(index_name(self._indices.prefix, last)) <= self._most_bytes:
            return None
        self._periods |= {following}
        return index_name(self._indices.prefix, following)

    def _bytes(self, index: str) -> int:
        try:
            stats = self._indices.client.indices.stats(index=write_alias(index), metric=["store"])
        except NotFoundError:
            return 0
        # A new index has no size until the servers have assigned it to a node.
        return int(stats["_all"]["primaries"].get("store", {}).get("size_in_bytes", 0))


def next_part(last: str | None, now: datetime) -> str | None:
    """Return the part that may follow the last period of this month; None if that has not begun, or
    the month ends.
    """
    first_day = now + _NOTICE + timedelta(days=1)
    if last is None or last > part_from(now) or period_of(first_day) != period_of(now):
        return None
    return part_from(first_day)
