"""The port *findings*, stored with the counters: what workers have found out about sources.

What follows from events is kept by ``Counters.record``, in the transaction that counts them.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class PageShape:
    """What a page of a source looked like, and what became of it, so that a redesign shows.

    ``length`` is the number of characters of its text, 0 without one; ``confidence`` is that of the
    extraction. ``dated_by`` names the evidence of its date, "" if it has none. ``sketch`` is a
    short sketch of its structure: pages of one layout share most of its numbers. ``at`` is Unix
    time.
    """

    url: str
    outcome: str
    length: int
    confidence: float | None
    dated_by: str
    sketch: tuple[int, ...]
    at: float


@dataclass(frozen=True, kw_only=True)
class RecentFailure:
    """A recent failure or rejection of a source's page, or a list that was read in part."""

    url: str
    outcome: str
    detail: str
    at: float


@dataclass(frozen=True, kw_only=True)
class HubOffer:
    """The hub that the feed at ``url`` offers, and the address (``topic``) under which the hub
    knows it.
    """

    url: str
    hub: str
    topic: str


@dataclass(frozen=True, kw_only=True)
class PageMove:
    """A page of a source whose address redirects permanently to the same page on another site."""

    url: str
    target: str


@dataclass(frozen=True, kw_only=True)
class ListReport:
    """What became of the list at a source's own address at its latest visit; the fields are those
    of its event.
    """

    source_id: int
    run_id: str
    url: str
    outcome: str
    detail: str
    moved_to: str
    at: float


@dataclass(frozen=True, kw_only=True)
class FailedAttempt:
    """A failed attempt to read a source's list that a worker repeats.

    ``number`` counts from 1, ``most`` is the last one. ``at`` and ``next_at``, the earliest time of
    the next attempt, are Unix times. ``detail`` is for people and has no secrets.
    """

    source_id: int
    run_id: str
    url: str
    outcome: str
    detail: str
    number: int
    most: int
    at: float
    next_at: float


@dataclass(frozen=True, kw_only=True)
class PutOff:
    """A source whose server puts off its pages: it has given none since it first did.

    ``since`` and ``until``, the earliest time of the next attempt, are Unix times. ``outcome`` is
    that of the last attempt.
    """

    source_id: int
    outcome: str
    since: float
    until: float


class SourceFindings(Protocol):
    """What is known of sources. Methods raise ``storage.errors.Unavailable``."""

    def page_shapes(self, source_id: int) -> list[PageShape]:
        """Return the shapes of the source's newest pages, oldest first, 60 at most."""

    def shape_counts(self) -> dict[int, int]:
        """Return how many shapes of each source were recorded since the store was created or they
        were dropped.
        """

    def drop_shapes(self, source_id: int) -> None:
        """Forget the shapes of a source's pages."""

    def record_links(self, source_id: int, links: Sequence[str], at: float) -> None:
        """Keep the keys of links that a list of the source showed at ``at``, each with the time of
        the first time.

        The newest 128 of a source are kept, for 35 days after the last ones.
        """

    def list_links(self, source_ids: Sequence[int]) -> dict[int, dict[str, float]]:
        """Return the kept links of those of these sources that have any, with the Unix time of the
        first time.
        """

    def record_page_move(self, source_id: int, move: PageMove) -> None:
        """Keep the last move of a page of the source."""

    def page_moves(self) -> dict[int, PageMove]:
        """Return the last move of a page of each source that has one; some of the sources may be
        deleted.
        """

    def record_hub(self, source_id: int, offer: HubOffer | None) -> None:
        """Keep the hub that the source's feed offers now, None if it offers none."""

    def hubs(self) -> dict[int, HubOffer]:
        """Return the hub of each source that has one; some of the sources may be deleted."""

    def recent_failures(self, source_id: int) -> list[RecentFailure]:
        """Return the source's newest 20 failures and rejections, and 20 notes about lists read in
        part, newest first.

        Notes push out no failures. Of the notes about one list, only the newest is returned.
        """

    def record_attempt(self, attempt: FailedAttempt) -> None:
        """Keep the latest failed attempt of the source, until a day after the next one is due."""

    def list_attempts_and_reports(
        self, source_ids: Sequence[int]
    ) -> tuple[dict[int, FailedAttempt], dict[int, ListReport]]:
        """Return the latest failed attempt of those of these sources that have any, and the report
        of their latest list at their own address, which is kept for 35 days.
        """

    def record_put_off(self, put_off: PutOff) -> None:
        """Keep that the server puts off a page of the source. An earlier ``since`` stays.

        It is forgotten when a page of the source is settled, or an hour after ``until``.
        """

    def put_off(self) -> dict[int, PutOff]:
        """Return each source whose pages are put off; some of them may be deleted."""

    def drop_old_attempts(self) -> None:
        """Delete attempts and reports that are not returned any more."""

    def erase(self, keys: Collection[str]) -> None:
        """Forget what names an address with one of these keys."""

    def close(self) -> None:
        """Release connections and files."""
