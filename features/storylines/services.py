"""Lists of storylines, and one storyline as pages and the API show it.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from features.stories.public import (
    FIGURES,
    Story,
    in_language,
    last_save,
    sites_of,
    tellings,
    titled,
)
from features.storylines import store
from features.storylines.following import followed_by
from features.storylines.models import Chapter, ChapterLine
from features.storylines.store import MAX_CHAPTERS

_MAX_TITLED = 10_000
"""So many of the newest stories with a text in their headline are looked up."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """A figure that changed since the chapter before, with a sentence for each value."""

    figure: str
    before: ChapterLine
    after: ChapterLine

    @property
    def label(self) -> str:
        """What the figure says, for people."""
        return str(FIGURES.get(self.figure, self.figure))


@dataclass(frozen=True, kw_only=True)
class ChapterView:
    """A chapter as it is shown: ``story`` is the one in the reader's language, if there is one."""

    chapter: Chapter
    story: Story
    documents: int
    sites: Sequence[str]
    changes: Sequence[Change]
    new: Sequence[ChapterLine]
    agreed: Sequence[ChapterLine]

    @property
    def is_comparing(self) -> bool:
        """Whether its reports wait to be compared."""
        return not self.chapter.documents


@dataclass(frozen=True, kw_only=True)
class StorylineView:
    """A storyline: ``number`` chapters, of which ``chapters`` are shown, the newest first.

    ``title`` is the headline of its first chapter, as long as that is there: it stays, whatever
    comes next.
    """

    id: str
    number: int
    chapters: Sequence[ChapterView]
    first: datetime
    first_site: str
    title: str
    lang: str
    is_followed: bool

    @property
    def newest(self) -> ChapterView:
        """The newest chapter."""
        return self.chapters[0]

    @property
    def documents(self) -> int:
        """How many reports its chapters have."""
        return sum(each.documents for each in self.chapters)

    @property
    def sites(self) -> int:
        """How many sites report in any of its chapters."""
        return len({site for each in self.chapters for site in each.sites})

    @property
    def last(self) -> datetime:
        """When its newest report was published."""
        return max(each.story.last for each in self.chapters)

    @property
    def is_cut(self) -> bool:
        """Whether it has more chapters than are shown."""
        return self.number > len(self.chapters)


@dataclass(frozen=True, kw_only=True)
class StorylineList:
    """A part of a list of ``total`` storylines. ``last_save`` is when the role *stories* last
    stored something, None for never.
    """

    rows: Sequence[StorylineView]
    total: int
    last_save: datetime | None


def list_storylines(
    user_id: int, preferred: str, *, text: str, only_followed: bool, start: int, most: int
) -> StorylineList:
    """Return storylines, that with the newest chapter first: at most ``most``, without the first
    ``start``.

    Args:
        user_id: Who asks.
        preferred: The language of headlines, where they are told in it.
        text: What the headline of a chapter must have; "" for all.
        only_followed: Whether to return only those that the user follows.
        start: How many to leave out.
        most: How many to return.
    """
    followed = followed_by(user_id)
    found = store.listed(
        only=followed if only_followed else None,
        stories=titled(text, _MAX_TITLED) if text else None,
    )
    rows = [store.row_of(each) for each in found[start : start + most]]
    views = _views([row.id for row in rows], followed, preferred, with_lines=False)
    return StorylineList(
        rows=[views[row.id] for row in rows if row.id in views],
        total=found.count(),
        last_save=last_save(),
    )


def read(storyline: str, user_id: int, preferred: str) -> StorylineView | None:
    """Return a storyline with the lines of its chapters; None if it is unknown."""
    found = _views([storyline], followed_by(user_id), preferred, with_lines=True)
    return found.get(storyline)


def _views(
    storylines: Sequence[str], followed: set[str], preferred: str, *, with_lines: bool
) -> dict[str, StorylineView]:
    chapters = store.chapters_of(storylines)
    # The first one says how a storyline began, also if it is not among those that are shown.
    shown = {
        each: [*some[:MAX_CHAPTERS], *some[MAX_CHAPTERS:][-1:]] for each, some in chapters.items()
    }
    ids = [each.story for some in shown.values() for each in some]
    told, sites = tellings(ids), sites_of(ids)
    lines = store.lines_of(ids) if with_lines else {}
    views = {
        storyline: [
            _chapter(each, told[each.story], sites.get(each.story, ()), lines, preferred)
            for each in some
            # A story that has just gone takes its chapter along at the next pass.
            if each.story in told
        ]
        for storyline, some in shown.items()
    }
    return {
        storyline: _storyline(storyline, len(chapters[storyline]), some, storyline in followed)
        for storyline, some in views.items()
        if some
    }


def _storyline(
    storyline: str, number: int, chapters: Sequence[ChapterView], is_followed: bool
) -> StorylineView:
    begun = chapters[-1]
    return StorylineView(
        id=storyline,
        number=number,
        chapters=chapters[:MAX_CHAPTERS],
        first=begun.chapter.first,
        first_site=next(iter(begun.sites), ""),
        title=begun.story.title,
        lang=begun.story.lang,
        is_followed=is_followed,
    )


def _chapter(
    chapter: Chapter,
    told: Sequence[Story],
    sites: Sequence[str],
    lines: Mapping[str, Sequence[ChapterLine]],
    preferred: str,
) -> ChapterView:
    own = lines.get(chapter.story, ())
    head = next((each for each in told if not each.same_as), told[0])
    return ChapterView(
        chapter=chapter,
        story=in_language(head, told, preferred),
        documents=sum(each.documents for each in told),
        sites=sites,
        changes=list(_changes(own)),
        new=[each for each in own if each.kind == ChapterLine.Kind.NEW],
        agreed=[each for each in own if each.kind == ChapterLine.Kind.AGREED],
    )


def _changes(lines: Iterable[ChapterLine]) -> Iterable[Change]:
    sides: dict[int, dict[str, ChapterLine]] = {}
    for each in lines:
        if each.kind in (ChapterLine.Kind.BEFORE, ChapterLine.Kind.AFTER):
            sides.setdefault(each.place, {})[each.kind] = each
    for both in sides.values():
        if len(both) > 1:
            before, after = both[ChapterLine.Kind.BEFORE], both[ChapterLine.Kind.AFTER]
            yield Change(figure=after.figure, before=before, after=after)
