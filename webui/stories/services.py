"""The stories of a day, and one story as a page shows it."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Literal, TypeAlias, get_args

from newsroom.clusters import cosine
from storage.database.models import Story, StoryMember
from storage.database.stories import stories as store
from storage.database.stories.stories import StoryRow
from webui.charts.columns import ChartColumn, columns

Order: TypeAlias = Literal["sites", "growth"]
ORDERS: tuple[Order, ...] = get_args(Order)
# What counts as today, and as its last part, in which a story grows.
DAY = timedelta(hours=24)
LATELY = timedelta(hours=3)
MAX_MEMBERS = 500
_SHOWN = 30
_READ = 200
_MIN_SITES = 2
_RELATED = 5
_COMPARED = 300
_MIN_RELATED = 0.15
_AROUND = timedelta(days=7)
_MAX_COLUMNS = 48
_NAMES = ("person", "name")


@dataclass(frozen=True, kw_only=True)
class TodaysStories:
    """The stories of the last day, and when the role *stories* last stored something, None for
    never.
    """

    rows: list[StoryRow]
    last_save: datetime | None


@dataclass(frozen=True, kw_only=True)
class SiteReports:
    """What one site reported, oldest first."""

    site: str
    reports: list[StoryMember]

    @property
    def first(self) -> StoryMember:
        """The site's first report."""
        return self.reports[0]


@dataclass(frozen=True, kw_only=True)
class Span:
    """A part of a story's time with its number of documents."""

    start: datetime
    count: int


@dataclass(frozen=True, kw_only=True)
class StoryPage:
    """A story with its documents; ``members`` are at most MAX_MEMBERS of them, oldest first."""

    story: Story
    members: list[StoryMember]
    sites: list[SiteReports]
    threads: list[StoryMember]
    volume: list[tuple[ChartColumn, Span]]
    related: list[Story]

    @property
    def names(self) -> list[str]:
        """The people and other names of its terms."""
        return [text for text, kind in self.story.terms if kind in _NAMES]

    @property
    def places(self) -> list[str]:
        """The places of its terms."""
        return [text for text, kind in self.story.terms if kind == "place"]

    @property
    def words(self) -> list[str]:
        """Its other key terms."""
        return [text for text, kind in self.story.terms if kind not in (*_NAMES, "place")]


def todays_stories(order: Order) -> TodaysStories:
    """Return the stories to show on a page. Raises Unavailable."""
    return TodaysStories(rows=all_of_today(order)[:_SHOWN], last_save=store.last_save())


def all_of_today(order: Order) -> list[StoryRow]:
    """Return the stories on several sites: those on most sites first, or those that grow most.

    Raises Unavailable.
    """
    now = datetime.now(UTC)
    rows = [
        row for row in store.front_page(now - DAY, now - LATELY, _READ) if row.sites >= _MIN_SITES
    ]
    if order == "growth":
        rows.sort(key=lambda row: (-row.recent, -row.sites))
    return rows


def read(story_id: str) -> StoryPage | None:
    """Return the story, or the one that it became part of; None if it is unknown.

    Raises Unavailable.
    """
    story = store.find(story_id)
    if story is None:
        return None
    members = store.members(story.pk, MAX_MEMBERS)
    return StoryPage(
        story=story,
        members=members,
        sites=_by_site([each for each in members if each.kind != "thread"]),
        threads=[each for each in members if each.kind == "thread"],
        volume=_volume(members),
        related=_related(story),
    )


def story_of(document_id: str) -> Story | None:
    """Return the story of a document if it has others too. Raises Unavailable."""
    story = store.story_of(document_id)
    return story if story and story.documents > 1 else None


def _by_site(members: list[StoryMember]) -> list[SiteReports]:
    ordered = sorted(members, key=lambda each: (each.site, each.published))
    grouped = [
        SiteReports(site=site, reports=list(found))
        for site, found in groupby(ordered, lambda each: each.site)
    ]
    return sorted(grouped, key=lambda each: each.first.published)


def _volume(members: list[StoryMember]) -> list[tuple[ChartColumn, Span]]:
    """Return the documents by hour, or by as many hours as fit into the chart."""
    if not members:
        return []
    start = members[0].published.replace(minute=0, second=0, microsecond=0)
    hours = int((members[-1].published - start).total_seconds() // 3600) + 1
    width = -(-hours // _MAX_COLUMNS)
    counts = Counter(
        int((each.published - start).total_seconds() // 3600) // width for each in members
    )
    number = -(-hours // width)
    spans = [
        Span(start=start + timedelta(hours=at * width), count=counts[at]) for at in range(number)
    ]
    return list(zip(columns([span.count for span in spans]), spans, strict=True))


def _related(story: Story) -> list[Story]:
    compared = store.related(story, story.first - _AROUND, _COMPARED)
    ranked = sorted(
        ((cosine(story.vector, each.vector), each) for each in compared), key=lambda pair: -pair[0]
    )
    return [each for nearness, each in ranked[:_RELATED] if nearness >= _MIN_RELATED]
