"""Comments as pages show them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from storage.documents.highlight import mark
from storage.documents.port import DocumentComment, Fragment
from storage.documents.query_tree import TermMatch
from webui.search.marking import Line, marked_lines


@dataclass(frozen=True, kw_only=True)
class ShownComment:
    """A comment below an article, with the words that were searched for in comments marked."""

    comment: DocumentComment
    author: Fragment
    lines: tuple[Line, ...]


@dataclass(frozen=True, kw_only=True)
class ShownComments:
    """The comments below an article; ``are_open`` if words were found in them."""

    comments: tuple[ShownComment, ...]
    are_open: bool


def shown_comments(
    comments: Sequence[DocumentComment], phrases: Sequence[TermMatch]
) -> ShownComments:
    """Return the comments as they are shown."""
    shown = tuple(
        ShownComment(
            comment=each,
            author=mark(each.author, phrases),
            lines=tuple(marked_lines(each.body, phrases)),
        )
        for each in comments
    )
    marked = (text.marks for each in shown for text in (each.author, *(a.text for a in each.lines)))
    return ShownComments(comments=shown, are_open=any(marked))
