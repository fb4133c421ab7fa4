"""Whether a line says that what follows it are readers' comments on the text above."""

from collections.abc import Sequence
from itertools import chain, islice

from extractor.body.cues import CUES, cue_of
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record

_COMMENTS = CUES.index("comments")
_ABOVE = 2
"""How many lines above the first text may head it."""
_MAX_HEAD_LENGTH = 40
"""Most characters of a line that heads comments: "12 comments"."""


def heads_comments(outline: PageOutline, records: Sequence[Record]) -> bool:
    """Return whether a line right above the first record, or between it and the others, says that
    these are comments. There is none about a single record.
    """
    if len(records) == 1:
        return False
    (start, end), (following, _) = records[:2]
    texts = outline.texts
    above = islice(filter(None, map(texts.__getitem__, range(start - 1, -1, -1))), _ABOVE)
    between = map(texts.__getitem__, range(end, following))
    return any(
        0 < len(text) <= _MAX_HEAD_LENGTH and cue_of(text) == _COMMENTS
        for text in chain(above, between)
    )
