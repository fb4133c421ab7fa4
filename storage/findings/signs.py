"""What workers find out about sources."""

from dataclasses import dataclass


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
