"""Make storylines of stories that have ended, in the role *alerts*.

What a kill leaves is whole: a chapter is one row, its lines are replaced in one transaction, and
the next pass does what is missing.
"""

import logging
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from features.stories.public import (
    StoryComparisons,
    StoryGrowth,
    Succession,
    heads_of,
    several_reports,
    sites_of,
    succession,
    tellings,
)
from features.storylines import store
from features.storylines.joining import MAX_GAP, Storylines
from features.storylines.lines import chapter_lines
from features.storylines.log_events import StorylineEvent
from features.storylines.store import KnownChapter
from features.storylines.traits import traits_of
from notify.leading_loop import LeadingLoop
from scheduler.recurrence import Every
from storage.parts import in_parts
from watch.stores import Stores

logger = logging.getLogger(__name__)

_EVERY_SECONDS = 60.0
"""A pass reads the times of all stories, some milliseconds for a thousand."""
_QUIET = timedelta(hours=6)
"""A story without a report for so long has ended, or rests: nearly all reports on an event come
within six hours of each other.
"""
_GROWN = timedelta(hours=24)
"""A story that is older does not wait for its end: who follows wants to know."""
_FEWEST_SITES = 2
"""What one site alone reports is listed nowhere as a story."""
_AT_ONCE = 200
"""So many stories are read together."""


class ChapterLoop(LeadingLoop):
    """The loop. It remembers what the stories of the last weeks are recognised by."""

    def __init__(self, stores: Stores) -> None:
        super().__init__(stores, "storylines", StorylineEvent.CHAPTERS_CRASHED)
        self._every = Every(_EVERY_SECONDS)
        self._known = Storylines()
        self._comparisons = StoryComparisons()
        # Stories on one site, with their documents: they are looked at again when they grow.
        self._narrow: dict[str, int] = {}
        # The documents of each story at the last pass; None before the first one.
        self._had: dict[str, int] | None = None

    def parts(self, now: datetime) -> Iterator[object]:
        """Bring the chapters up to date with the stories, if it is due."""
        if not self._every.due(now):
            return
        stories = {each.id: each for each in several_reports()}
        chapters = store.known_chapters()
        yield from self._follow_stories(stories, chapters)
        yield from self._remember(stories, chapters, now)
        yield from self._begin(stories, chapters, now)
        yield from self._compare(stories, chapters)
        self._had = {each.id: each.documents for each in stories.values()}
        self._every.done(now)

    def _follow_stories(
        self, stories: dict[str, StoryGrowth], chapters: dict[str, KnownChapter]
    ) -> Iterator[object]:
        """Drop the chapters of stories that are gone; where one became part of another, that is the
        chapter, if it was none.
        """
        gone = [each for each in chapters if each not in stories]
        for some in in_parts(gone, _AT_ONCE):
            for former, head in heads_of(some).items():
                if head in stories and head not in chapters:
                    storyline = store.begin(stories[head], chapters[former].storyline)
                    chapters[head] = KnownChapter(storyline, 0, "")
            store.forget(some)
            for each in some:
                del chapters[each]
                self._known.drop(each)
            yield some

    def _remember(
        self, stories: dict[str, StoryGrowth], chapters: dict[str, KnownChapter], now: datetime
    ) -> Iterator[object]:
        """Read what the chapters of the last weeks are recognised by, and forget older ones."""
        recent = {each for each in chapters if stories[each].last >= now - MAX_GAP - _GROWN}
        for each in [each for each in self._known.stories if each not in recent]:
            self._known.drop(each)
        unknown = sorted(recent.difference(self._known.stories))
        for some in in_parts(unknown, _AT_ONCE):
            for story, told in tellings(some).items():
                self._known.put(traits_of(told), chapters[story].storyline)
            yield some

    def _begin(
        self, stories: dict[str, StoryGrowth], chapters: dict[str, KnownChapter], now: datetime
    ) -> Iterator[object]:
        """Decide for each story that has ended which storyline it goes on with, the oldest first:
        that of an earlier one, or one of its own.
        """
        self._narrow = {each: has for each, has in self._narrow.items() if each in stories}
        waiting = [
            each
            for each in stories.values()
            if each.id not in chapters
            and self._narrow.get(each.id) != each.documents
            and self._is_due(each, now)
        ]
        for some in in_parts(waiting, _AT_ONCE):
            sites = sites_of([each.id for each in some])
            told = tellings([each.id for each in some])
            for story in some:
                # Asked again only when it has grown.
                if len(sites.get(story.id, ())) < _FEWEST_SITES:
                    self._narrow[story.id] = story.documents
                    continue
                self._narrow.pop(story.id, None)
                traits = traits_of(told[story.id])
                continued = self._known.continued_by(traits)
                storyline = store.begin(story, continued or story.id)
                chapters[story.id] = KnownChapter(storyline, 0, "")
                self._known.put(traits, storyline)
                if continued:
                    fields = {"storyline": storyline, "story": story.id}
                    logger.info(StorylineEvent.CHAPTER_BEGAN, extra=fields)
                yield story

    def _is_due(self, story: StoryGrowth, now: datetime) -> bool:
        """Return whether a story has ended, or is so old that it does not wait for its end.

        While reports of days ago are still found, as of a new source or after an outage, what the
        story goes on with may not be there yet.
        """
        if story.last >= now - _QUIET:
            return story.first < now - _GROWN
        return self._had is None or self._had.get(story.id) == story.documents

    def _compare(
        self, stories: dict[str, StoryGrowth], chapters: dict[str, KnownChapter]
    ) -> Iterator[object]:
        """Find what each chapter adds to the one before, where either has changed."""
        for story, before, known in _in_order(stories, chapters):
            after = before.id if before else ""
            if (known.documents, known.after) == (story.documents, after):
                continue
            found = None
            with self.one_of_many(story=story.id):
                found = self._succession(story, before)
            is_made = found is not None and found.is_compared
            store.keep_lines(
                story, after, chapter_lines(story.id, found) if found and is_made else None
            )
            yield story

    def _succession(self, story: StoryGrowth, before: StoryGrowth | None) -> Succession:
        if before:
            earlier = tellings([before.id]).get(before.id, [])
        else:
            earlier = []
        later = tellings([story.id]).get(story.id, [])
        return succession(earlier, later, self._stores.documents(), self._comparisons.compare)


def _in_order(
    stories: dict[str, StoryGrowth], chapters: dict[str, KnownChapter]
) -> Iterator[tuple[StoryGrowth, StoryGrowth | None, KnownChapter]]:
    """Yield the chapters of the storylines that have several, each with the one before it."""
    of_storyline: defaultdict[str, list[StoryGrowth]] = defaultdict(list)
    for each, known in chapters.items():
        of_storyline[known.storyline].append(stories[each])
    for some in of_storyline.values():
        if len(some) > 1:
            yield from _with_former(sorted(some, key=lambda each: (each.first, each.id)), chapters)


def _with_former(
    ordered: Sequence[StoryGrowth], chapters: dict[str, KnownChapter]
) -> Iterator[tuple[StoryGrowth, StoryGrowth | None, KnownChapter]]:
    before = None
    for story in ordered:
        yield story, before, chapters[story.id]
        before = story
