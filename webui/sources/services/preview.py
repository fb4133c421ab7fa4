"""Trials: nothing is saved, except the fetched pages for some minutes."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from storage.database.port import SourceRecord
from webui.apps import stores

if TYPE_CHECKING:
    from crawler.preview import ListReading, Preview
    from webui.sources.services.visit_cache import VisitCache

_AT_ONCE = 2
"""The most trials of one web process at once, so that threads remain for pages."""
_PATIENCE_SECONDS = 5.0
_room = threading.BoundedSemaphore(_AT_ONCE)


class TooManyVisits(Exception):
    """Too many trials are running in this web process."""


@dataclass(frozen=True, kw_only=True)
class Trial:
    """The result of a trial of a source of ``channel``.

    ``reading`` is None if the list could not be fetched.
    """

    channel: str
    visit: "Preview"
    reading: "ListReading | None"

    @property
    def outcome(self) -> str:
        """The list's outcome."""
        if self.reading:
            return self.reading.outcome
        return self.visit.outcome

    @property
    def error(self) -> str:
        """Why the list could not be fetched, or what is wrong with it."""
        if self.reading:
            return self.reading.error
        return self.visit.error


def try_out(user_id: str, source: SourceRecord, *, afresh: bool = False) -> Trial:
    """Visit a source once, in a separate process with a time limit.

    Return failures of the visit, do not raise them.

    Unless ``afresh``, reuse what this user fetched some minutes ago. Raises TooManyVisits.
    """
    from crawler.preview import preview

    known = None if afresh else kept_visits().get(user_id, source)
    with turn():
        visit = preview(stores().settings, source, known)
    kept_visits().put(user_id, source, visit)
    return _judged(source, visit)


def read_again(user_id: str, source: SourceRecord) -> Trial | None:
    """Read the list that this user fetched some minutes ago again, without fetching; None if there
    is none.
    """
    visit = kept_visits().get(user_id, source)
    return _judged(source, visit) if visit else None


def _judged(source: SourceRecord, visit: "Preview") -> Trial:
    from crawler.preview import read_fetched_list, without_erased

    if visit.fetched is None:
        return Trial(channel=source.channel, visit=visit, reading=None)
    reading = read_fetched_list(source, visit.fetched, visit.samples)
    # Asked at each look: what was fetched minutes ago may have been erased since.
    samples = without_erased(reading.samples, stores().tombstones())
    return Trial(channel=source.channel, visit=visit, reading=replace(reading, samples=samples))


@contextmanager
def turn() -> Iterator[None]:
    """Wait for room for one more trial. Raises TooManyVisits."""
    if not _room.acquire(timeout=_PATIENCE_SECONDS):
        raise TooManyVisits
    try:
        yield
    finally:
        _room.release()


def kept_visits() -> "VisitCache":
    """Return what users have fetched some minutes ago."""
    from webui.sources.services.visit_cache import VisitCache

    return VisitCache(stores().settings.folder("visits"))
