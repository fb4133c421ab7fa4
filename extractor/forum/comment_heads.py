"""Whether a line says that what follows it are readers' comments on the text above."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from extractor.body.cues import CUES, cue_of
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record

_COMMENTS = CUES.index("comments")
_ABOVE = 2
"""How many lines above the first two texts may head them."""
_MAX_HEAD_LENGTH = 40
"""Most characters of a line that heads comments: "12 comments"."""


def heads_comments(outline: PageOutline, records: Sequence[Record]) -> bool:
    """Return whether a line right above the first record, or between it and the others, says that
    these are comments. There is none about a single record.

    The first record may hold that line at its end, where it is all that stands before the others.
    """
    return heads_all(outline, records) or heads_others(outline, records)


def heads_all(outline: PageOutline, records: Sequence[Record]) -> bool:
    """Return whether a line right above the first of several records says that they are
    comments.
    """
    return len(records) > 1 and _says_comments(_above(outline, records[0][0]))


def heads_others(outline: PageOutline, records: Sequence[Record]) -> bool:
    """Return whether a line between the first record and the others says that these are
    comments.
    """
    if len(records) == 1:
        return False
    (_, end), (following, _) = records[:2]
    between = outline.texts[end:following]
    return _says_comments(chain(between, _above(outline, following)))


def _says_comments(lines: Iterable[str]) -> bool:
    return any(0 < len(text) <= _MAX_HEAD_LENGTH and cue_of(text) == _COMMENTS for text in lines)


def _above(outline: PageOutline, node: int) -> Iterator[str]:
    """Yield those of the last texts above a node that are no links, such as one to reply."""
    above = (index for index in range(node - 1, -1, -1) if outline.texts[index])
    for index in islice(above, _ABOVE):
        if outline.linked[index] == outline.linked[index + 1]:
            yield outline.texts[index]
