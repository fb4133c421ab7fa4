"""The port *seen*: handled URLs, pace per host, and what a list said about itself last time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, kw_only=True)
class SeenInfo:
    """State of the filter. ``error_rate`` is the one asked for; ``bits`` over all ``layers``."""

    items: int
    capacity: int
    error_rate: float
    layers: int
    bits: int
    claims: int


@dataclass(frozen=True, kw_only=True)
class Validators:
    """What a server said of a list's version, for the next conditional request (RFC 9110, 13)."""

    etag: str = ""
    last_modified: str = ""


class Seen(Protocol):
    """Which page keys (``storage.keys.url_key``) are settled. Never a false no; a false yes at rate p at most.

    Every call is atomic over its whole batch and safe to repeat. Raises ``storage.errors.Unavailable``.
    """

    def claim(self, keys: Sequence[str], owner: str, ttl_seconds: int) -> list[bool]:
        """Claim each key that is neither committed nor claimed by another owner; say which were granted.

        The same owner asking again is granted again and its claim is prolonged, so that a list job that is
        run twice puts its page jobs twice rather than never. A claim ends by itself after ``ttl_seconds``.
        A key given twice in one batch is granted once.
        """

    def commit(self, keys: Sequence[str]) -> None:
        """Enter the keys into the filter for good and drop their claims."""

    def release_claims(self, keys: Sequence[str]) -> None:
        """Drop the claims; the keys stay unseen and may be claimed by anyone."""

    def contains(self, keys: Sequence[str]) -> list[bool]:
        """Say which keys are committed. Claims do not count."""

    def forget(self, keys: Sequence[str]) -> None:
        """Make committed keys unseen again until their next commit (a filter cannot delete: kept as exceptions)."""

    def info(self) -> SeenInfo:
        """Return size and fill of the filter."""

    def get_validators(self, url: str) -> Validators | None:
        """Return the validators that are kept for a list's URL, or None."""

    def put_validators(self, url: str, validators: Validators, ttl_seconds: int) -> None:
        """Keep the validators of a list for ``ttl_seconds``."""

    def drop_validators(self, url: str) -> None:
        """Drop the validators of a list, so that its next visit reads it in full."""

    def get_unread_page(self, list_name: str) -> int:
        """Return the furthest page of a list that visits had to leave unread, 0 without one.

        ``list_name`` stands for all pages of the list together, each of which has a URL of its own.
        """

    def put_unread_page(self, list_name: str, page: int, ttl_seconds: int) -> None:
        """Keep for ``ttl_seconds`` from now that this page is unread, or a further one that is kept already."""

    def drop_unread_page(self, list_name: str, page: int) -> None:
        """Note that the list was read up to this page: drops the mark unless it names a further one."""

    def close(self) -> None:
        """Release connections and files."""


class Pace(Protocol):
    """When a host may be asked next, for all workers together. Times are in seconds.

    The store's clock decides, never the caller's: workers whose clocks differ share one time table. When the store's
    clock is set back, a host stays closed for as long as was meant, and not until the clock has caught up.
    """

    def acquire(self, host: str, interval_seconds: float) -> float:
        """Take the host's next turn: 0.0 means go now, and the host is closed for ``interval_seconds``.

        A positive answer is the time to wait; nothing was taken then.
        """

    def plan(self, host: str, count: int, interval_seconds: float) -> list[float]:
        """Reserve ``count`` places in the host's time table; return their delays from now, ascending."""

    def hold(self, host: str, seconds: float) -> None:
        """Close the host for ``seconds`` from now (429 and 503 with Retry-After); never shortens."""

    def close(self) -> None:
        """Release connections and files."""
