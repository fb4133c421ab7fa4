"""Comments below articles: a feature reads them."""

from collections.abc import Iterable
from typing import TypeVar

from hooks.answers import CommentReader
from hooks.features import Features
from hooks.process import features

_Comment = TypeVar("_Comment")


def comment_reader() -> CommentReader | None:
    """Return what reads comments, None if the feature is off."""
    return features().once(_reader)


def merged_comments(known: Iterable[_Comment], found: Iterable[_Comment]) -> tuple[_Comment, ...]:
    """Return the comments that are known and those that were found, each once, oldest first.

    Without the feature, nothing is found, and what is stored stays.
    """
    reader = comment_reader()
    if reader:
        return reader.merged(known, found)
    return tuple(known)


def _reader(on: Features) -> CommentReader | None:
    found: list[CommentReader] = on.ask("comment_reader")
    return found[0] if found else None
