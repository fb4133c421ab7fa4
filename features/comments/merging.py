"""Bring the comments of an article together: those of its page, of its feed, and those that were
stored before. Pure.

A page shows the first comments and a feed has the last ones, so neither replaces the other. What a
site takes down stays, as an earlier text does, until it is erased.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Protocol, TypeVar

from features.comments.bounds import MAX_COMMENTS

_COMPARED = 200
"""Letters by which two comments of one name are the same: a feed may cut off long ones."""
_LAST = datetime.max.replace(tzinfo=UTC)
"""Orders comments without a time behind the others."""


class _Comment(Protocol):
    """What a post of the extractor and a comment of a document have in common."""

    @property
    def author(self) -> str:
        """Who wrote it."""

    @property
    def published(self) -> datetime | None:
        """When it was written."""

    @property
    def body(self) -> str:
        """Its words."""


Comment = TypeVar("Comment", bound=_Comment)


def merged_comments(known: Iterable[Comment], found: Iterable[Comment]) -> tuple[Comment, ...]:
    """Return the known comments and those of the found that are new, each once, oldest first.

    Only the last ``MAX_COMMENTS`` are kept.
    """
    by_words: dict[tuple[str, str], Comment] = {}
    for each in (*known, *found):
        by_words.setdefault((each.author.casefold(), _letters(each.body)), each)
    ordered = sorted(by_words.values(), key=lambda each: each.published or _LAST)
    return tuple(ordered[-MAX_COMMENTS:])


def _letters(text: str) -> str:
    return ("".join(filter(str.isalnum, text.casefold())) or text)[:_COMPARED]
