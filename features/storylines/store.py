"""Chapters in the configuration's database: what the loop writes, and what pages read.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Count, Max, Min, QuerySet

from features.stories.public import StoryGrowth
from features.storylines.models import Chapter, ChapterLine, Follow
from storage.database.by_key import count_each
from storage.parts import in_parts

MAX_CHAPTERS = 100
"""So many chapters of a storyline are shown, the newest ones: a page that can be read."""
_KEPT_LINES = ("before", "after")


class KnownChapter(NamedTuple):
    """What the loop knows of a chapter."""

    storyline: str
    documents: int
    after: str


class StorylineRow(NamedTuple):
    """A storyline in a list, with the times of its first report and of its newest chapter."""

    id: str
    chapters: int
    first: datetime
    newest: datetime


def known_chapters() -> dict[str, KnownChapter]:
    """Return all chapters by their stories, in the order of their first reports."""
    rows = Chapter.objects.order_by("first", "story")
    return {
        story: KnownChapter(storyline, documents, after)
        for story, storyline, documents, after in rows.values_list(
            "story", "storyline", "documents", "after"
        )
    }


def begin(story: StoryGrowth, storyline: str) -> str:
    """Store that a story is a chapter; return the storyline that it belongs to, which is another
    one if another process was first.
    """
    made, _is_new = Chapter.objects.get_or_create(
        story=story.id,
        defaults={"storyline": storyline, "first": story.first, "last": story.last},
    )
    return made.storyline


def forget(stories: Collection[str]) -> None:
    """Delete the chapters of stories that are gone, with their lines."""
    for some in in_parts(list(stories)):
        with transaction.atomic():
            ChapterLine.objects.filter(chapter__in=some).delete()
            Chapter.objects.filter(story__in=some).delete()


def keep_lines(story: StoryGrowth, after: str, lines: Sequence[ChapterLine] | None) -> None:
    """Replace the lines of a chapter, and note what they were found in; nothing happens if the
    chapter is gone. If it has grown, the next one is compared with it again.

    Args:
        story: The story as it was compared.
        after: The chapter before it.
        lines: The lines; None if its reports could not be compared.
    """
    with transaction.atomic():
        known = Chapter.objects.select_for_update().filter(story=story.id).first()
        if known is None:
            return
        if known.documents not in (0, story.documents):
            Chapter.objects.filter(after=story.id).update(documents=0)
        if known.first < story.first:
            # Its first report is gone: who was told of it is not told again.
            told = Follow.objects.filter(storyline=known.storyline, told=known.first)
            told.update(told=story.first)
        known.first, known.last, known.documents = story.first, story.last, story.documents
        known.after, known.is_compared = after, lines is not None
        known.save()
        ChapterLine.objects.filter(chapter=story.id).delete()
        ChapterLine.objects.bulk_create(lines or ())


def listed(
    only: Collection[str] | None = None, stories: Collection[str] | None = None
) -> "QuerySet[Any, Any]":
    """Return the storylines with several chapters, that with the newest chapter first.

    Args:
        only: The only ones that may be in the list; None for all.
        stories: One of these is a chapter of each; None for any.
    """
    chapters = Chapter.objects.all()
    if only is not None:
        chapters = chapters.filter(storyline__in=only)
    if stories is not None:
        named = Chapter.objects.filter(story__in=stories).values("storyline")
        chapters = chapters.filter(storyline__in=named)
    counted = chapters.values("storyline").annotate(
        chapters=Count("*"), begun=Min("first"), newest=Max("first")
    )
    return counted.filter(chapters__gt=1).order_by("-newest", "storyline")


def row_of(found: Mapping[str, Any]) -> StorylineRow:
    """Return a row of ``listed``."""
    return StorylineRow(found["storyline"], found["chapters"], found["begun"], found["newest"])


def chapters_of(storylines: Collection[str]) -> dict[str, list[Chapter]]:
    """Return the chapters of storylines, the newest first."""
    found: dict[str, list[Chapter]] = {}
    for each in Chapter.objects.filter(storyline__in=storylines).order_by("-first", "story"):
        found.setdefault(each.storyline, []).append(each)
    return found


def storyline_of(story: str) -> StorylineRow | None:
    """Return the storyline of a story if it has several chapters."""
    chapter = Chapter.objects.filter(pk=story).first()
    found = listed([chapter.storyline]).first() if chapter else None
    return row_of(found) if found else None


def lines_of(chapters: Collection[str]) -> dict[str, list[ChapterLine]]:
    """Return the lines of chapters in their order."""
    found: dict[str, list[ChapterLine]] = {}
    for each in ChapterLine.objects.filter(chapter__in=chapters).order_by("place", "id"):
        found.setdefault(each.chapter, []).append(each)
    return found


def count_lines(ids: Collection[str]) -> int:
    """Return how many lines quote documents."""
    return count_each(ChapterLine, "document", ids)


def erase_lines(ids: Collection[str]) -> int:
    """Delete the lines that quote documents, of a change both its sides; return how many there
    were. Their chapters are compared again.
    """
    erased = 0
    for some in in_parts(list(ids)):
        with transaction.atomic():
            quoting = list(ChapterLine.objects.filter(document__in=some))
            for each in quoting:
                if each.kind in _KEPT_LINES:
                    same = ChapterLine.objects.filter(chapter=each.chapter, place=each.place)
                    same.filter(kind__in=_KEPT_LINES).delete()
            ChapterLine.objects.filter(document__in=some).delete()
            named = {each.chapter for each in quoting}
            Chapter.objects.filter(story__in=named).update(documents=0)
            erased += len(quoting)
    return erased
