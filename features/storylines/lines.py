"""What a chapter quotes of its reports, as it is stored. Pure."""

from collections.abc import Iterator

from features.stories.public import Change, Quote, Succession
from features.storylines.models import ChapterLine

_MAX_AGREED = 3
_MAX_NEW = 4
_MAX_CHANGES = 3
"""A chapter is read in a minute; its story has all lines."""
_MAX_TEXT = 600
"""Characters of a sentence that a page shows: longer ones are lists or tables."""
_MAX_VALUE = 200
_MAX_SITE = 255


def chapter_lines(chapter: str, found: Succession) -> list[ChapterLine]:
    """Return the lines of a chapter: what changed and what is new since the one before it, or else
    what its sites agree on.
    """
    news = [
        *_changes(chapter, found),
        *(
            _line(chapter, place, ChapterLine.Kind.NEW, quote)
            for place, quote in enumerate(found.new[:_MAX_NEW])
        ),
    ]
    return news or [
        _line(chapter, place, ChapterLine.Kind.AGREED, each.quote)
        for place, each in enumerate(found.agreed[:_MAX_AGREED])
    ]


def _changes(chapter: str, found: Succession) -> Iterator[ChapterLine]:
    for place, change in enumerate(found.changes[:_MAX_CHANGES]):
        yield _side(chapter, place, ChapterLine.Kind.BEFORE, change)
        yield _side(chapter, place, ChapterLine.Kind.AFTER, change)


def _side(chapter: str, place: int, kind: ChapterLine.Kind, change: Change) -> ChapterLine:
    claim = change.before if kind == ChapterLine.Kind.BEFORE else change.after
    line = _line(chapter, place, kind, claim.quotes[0])
    line.figure = change.head
    line.value = claim.value[:_MAX_VALUE]
    return line


def _line(chapter: str, place: int, kind: ChapterLine.Kind, quote: Quote) -> ChapterLine:
    return ChapterLine(
        chapter=chapter,
        place=place,
        kind=kind,
        document=quote.report.id,
        sentence=quote.key,
        text=quote.text[:_MAX_TEXT],
        lang=quote.report.lang,
        site=quote.report.site[:_MAX_SITE],
    )
