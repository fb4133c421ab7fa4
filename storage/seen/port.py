"""The port *seen*: handled URLs, pace of each host, and the validators and unread pages of
lists.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class SeenInfo:
    """State of the filter.

    ``error_rate`` is the requested rate; ``bits`` is the sum over all ``layers``. ``memory_bytes``
    is what its server uses, and ``memory_max_bytes`` the most that it may, 0 if nothing limits it;
    of a cluster, those of the fullest node. Both are None for files, and if the server does not
    say.
    """

    items: int
    capacity: int
    error_rate: float
    layers: int
    bits: int
    claims: int
    memory_bytes: int | None = None
    memory_max_bytes: int | None = None


@dataclass(frozen=True, kw_only=True)
class Validators:
    """A list's validators from its last response, for the next conditional request (RFC 9110,
    13).
    """

    etag: str = ""
    last_modified: str = ""


class Seen(Protocol):
    """Which page keys (``storage.keys.url_key``) are settled; no false negatives, false positives
    at rate p at most.

    Every call is atomic over its whole batch and safe to repeat. Raises
    ``storage.errors.Unavailable``.
    """

    def claim(self, keys: Sequence[str], owner: str, ttl_seconds: int) -> list[bool]:
        """Claim each key that is neither committed nor claimed by another owner; return which were
        granted.

        If the same owner claims again, its claim is granted and extended, so that a list job that
        runs twice puts its page jobs twice rather than never. A claim expires after
        ``ttl_seconds``. A key that is twice in one batch is granted once.
        """

    def commit(self, keys: Sequence[str]) -> None:
        """Enter the keys permanently into the filter and drop their claims."""

    def release_claims(self, keys: Sequence[str]) -> None:
        """Drop the claims; the keys stay unseen, and any owner may claim them."""

    def contains(self, keys: Sequence[str]) -> list[bool]:
        """Return which keys are committed. Claims do not count."""

    def forget(self, keys: Sequence[str]) -> None:
        """Make committed keys unseen until their next commit.

        A filter cannot delete, so they become exceptions.
        """

    def info(self) -> SeenInfo:
        """Return size and fill of the filter."""

    def get_validators(self, list_names: Sequence[str]) -> list[Validators | None]:
        """Return the stored validators of each list, or None.

        A name identifies a list and how it is read.
        """

    def put_validators(self, validators: Mapping[str, Validators], ttl_seconds: int) -> None:
        """Store the validators of lists, by name, for ``ttl_seconds``."""

    def drop_validators(self, list_names: Sequence[str]) -> None:
        """Drop the validators of lists, so that their next visits read them in full."""

    def get_unread_page(self, list_name: str) -> int:
        """Return the last page of a list that visits left unread, or 0.

        ``list_name`` identifies all pages of the list, each of which has its own URL.
        """

    def put_unread_page(self, list_name: str, page: int, ttl_seconds: int) -> None:
        """Record for ``ttl_seconds`` that this page is unread; a recorded later page stays."""

    def drop_unread_page(self, list_name: str, page: int) -> None:
        """Record that the list was read up to this page: drop the mark unless it names a later
        one.
        """

    def get_pages(self, names: Sequence[str]) -> list[str]:
        """Return what was recorded of the page of each name, "" for nothing.

        A name is the key of a feed's entry or of a thread, of which a later visit must know to
        which page it led.
        """

    def put_pages(self, pages: Mapping[str, str], ttl_seconds: int) -> None:
        """Record pages by name, for ``ttl_seconds``."""

    def close(self) -> None:
        """Release connections and files."""


MAX_ROBOTS_BYTES = 64 << 20
"""The most bytes that all robots.txt files together take in the store, compressed; the oldest give
way.
"""


@dataclass(frozen=True, kw_only=True)
class RobotsAnswer:
    """What a host answered for its robots.txt, and for how long that counts.

    ``body`` is its text, empty if there is none. If the host gave no answer, ``outcome`` and
    ``detail`` say why (``storage.outcomes.Outcome``), and ``retry_after_seconds`` how long it asked
    to wait.
    """

    body: bytes = b""
    outcome: str = ""
    detail: str = ""
    retry_after_seconds: float = 0.0
    seconds: float


def grace_seconds(wait_seconds: float) -> float:
    """Return how long after its turn one comes back at the latest who was told to wait.

    The queue adds up to a third of the wait and a minute at most, and rounds up to whole seconds;
    then a worker has to take the job.
    """
    share, most, least = GRACE
    return min(share * wait_seconds, most) + least


GRACE = 0.3, 60.0, 2.0
"""The terms of ``grace_seconds``: a share of the wait, the most of it, and seconds beside it."""


class Pace(Protocol):
    """What all workers together know of a host: when it may receive its next request, and its
    robots.txt.

    Times are in seconds.

    The store's clock decides, never the caller's, so that workers whose clocks differ share one
    pace. If the store's clock is set back, a host stays closed only as long as intended, not until
    the clock has caught up.
    """

    def acquire(self, host: str, interval_seconds: float, rank: int = 0) -> float:
        """Take the host's next turn. 0.0 means go now, and the host is closed for
        ``interval_seconds``.

        A positive result is the time to wait; no turn was taken. Sources with different paces may
        share a host: a turn comes no sooner than the interval of the turn before it allows, and no
        sooner than ``interval_seconds`` after that turn. Intervals up to an hour are kept; a longer
        one may count from the first call only.

        Who waits with a lower ``rank`` goes first: the turn is kept for a while until it comes
        back (``grace_seconds``), and others wait as long. Nobody waits for a caller of rank 0, who
        may not come back.
        """

    def plan(self, host: str, count: int, interval_seconds: float) -> list[float]:
        """Reserve ``count`` turns of the host; return their delays from now, ascending."""

    def now(self) -> float:
        """Return the time of the store's clock, as a Unix time."""

    def hold(self, host: str, seconds: float) -> None:
        """Close the host for ``seconds`` from now; never shortens.

        Intervals count from now, as after a turn.

        For 429 and 503 with Retry-After, and for a request that left later than its turn.
        """

    def closed_for(self, host: str) -> float:
        """Return for how long the host is closed from now, 0.0 if it is free. Takes no turn."""

    def get_robots(self, origin: str) -> RobotsAnswer | None:
        """Return what the origin (scheme, host and port) answered; ``seconds`` is how long it
        counts from now. The address of another file of the host about its use is a key, too.
        """

    def claim_robots(self, origin: str, seconds: float) -> bool:
        """Return whether the caller is to ask for the origin's robots.txt; no other caller is for
        ``seconds``.

        False if there is an answer already. The claim outlives ``put_robots``, so that a caller who
        saw no answer before does not ask again.
        """

    def release_robots(self, origin: str) -> None:
        """Drop the claim: the caller did not ask."""

    def put_robots(self, origin: str, answer: RobotsAnswer) -> None:
        """Store an answer for its ``seconds``."""

    def close(self) -> None:
        """Release connections and files."""
