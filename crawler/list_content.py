"""What a list holds for further jobs."""

from collections.abc import Sequence
from dataclasses import dataclass

from extractor.results import Hub, Link


@dataclass(frozen=True)
class Candidate:
    """A link with its canonical URL and key.

    ``place`` is its place among the new links of the visit. ``reopened``, ``entry`` and ``renames``
    are as in ``PageJob``.
    """

    link: Link
    url: str
    key: str
    place: int = 0
    reopened: str = ""
    entry: str = ""
    renames: str = ""


@dataclass(frozen=True)
class ListContent:
    """What a list holds for further jobs.

    Attributes:
        candidates: The links to pages.
        children: The child sitemaps on the site of the list, those that changed last first; their
            addresses can be fetched.
        foreign_children: How many child sitemaps are on other sites.
        next_url: The next page of the list, "" for none.
        problem: What is wrong with the list, "" for nothing.
        hub: The hub of a feed, which tells when it changes; None for none.
        note: What of the list was left out and why, "" for nothing.
        is_passed_over: Whether a part of the list cannot be read, and no visit shall try again.
    """

    candidates: Sequence[Candidate]
    children: Sequence[Link]
    foreign_children: int
    next_url: str
    problem: str
    hub: Hub | None = None
    note: str = ""
    is_passed_over: bool = False

    @property
    def is_empty(self) -> bool:
        """Return whether the list names no page and no other list."""
        return not (self.candidates or self.children or self.foreign_children)
