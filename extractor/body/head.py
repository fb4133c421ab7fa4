"""What stands in front of the first paragraph and is a field of its own: headline, byline and date line."""

import re
from collections.abc import Sequence

from extractor.dates.context import DateContext
from extractor.dates.date_matches import find_date_matches

_LINES = 6
"""Headline, byline and date line are looked for in so many blocks of the body."""
_WITH_HEADLINE = 1.4
"""A line that holds the headline is no more if it is longer by that: leads repeat headlines."""
_LONGEST = 80
_LONGEST_BESIDE_DATE = 45
_BYLINE = re.compile(
    r"(?:[Bb]y|[Vv]on|[Pp]or|[Pp]ar|[Aa]uthor:?|(?:Written|Posted) by|作者|记者|記者|来源|來源|文)"
    r"\s*[:：\s]\s*\S.{0,40}$"
)


def without_head(texts: Sequence[str], places: Sequence[int], title: str, context: DateContext) -> list[int]:
    """The chosen ``places`` of ``texts`` less those of headline, byline and date in front."""
    front = [place for place in places[:_LINES] if not is_head(texts[place], title, context)]
    return [*front, *places[_LINES:]]


def is_head(text: str, title: str, context: DateContext) -> bool:
    """Whether a line at the start is the headline, the date line or the byline."""
    if title and (text in title or (title in text and len(text) < _WITH_HEADLINE * len(title))):
        return True
    if len(text) > _LONGEST:
        return False
    dates = find_date_matches(text, context)
    left = len(text) - sum(len(moment.raw) for moment in dates)
    return (bool(dates) and left <= _LONGEST_BESIDE_DATE) or bool(_BYLINE.match(text))
