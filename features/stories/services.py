"""Lists of stories, and one story as a page shows it."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from urllib.parse import urlencode

from django.utils.formats import number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from features.stories.grouping.clusters import cosine
from features.stories.models import Story, StoryMember
from features.stories.store import stories as store
from features.stories.store.stories import Order, StoryRow, StorySelection
from storage.database.searches.search import Search
from storage.documents.port import MatchCounts
from webui.apps import stores
from webui.charts.chart import Chart, Series, column_chart

MAX_MATCHES = 10_000
"""How many of the newest matching documents are looked up for the stories that they are in."""
MAX_MEMBERS = 500
MAX_JOINED = 20
_USUAL = "-24h"
_LATELY = timedelta(hours=3)
# What one site alone reports is in the search; a story is what several report.
_MIN_SITES = 2
# The database finds the stories of these filters; for others, the documents are searched.
_OF_STORIES = ("lang", "site")
_RELATED = 5
_COMPARED = 300
_MIN_RELATED = 0.15
_AROUND = timedelta(days=7)
_MAX_COLUMNS = 48


@dataclass(frozen=True, kw_only=True)
class StoryList:
    """A part of a list of ``total`` stories.

    ``partial``: more than MAX_MATCHES documents match, and stories were looked up for the newest of
    them only. ``last_save`` is when the role *stories* last stored something, None for never.
    """

    rows: list[StoryRow]
    total: int
    partial: bool = False
    last_save: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class StoryPage:
    """A story with its documents; ``members`` are at most MAX_MEMBERS of them, oldest first."""

    #: The story, or the one of the chosen language.
    story: Story
    #: The address of all languages.
    head: str
    #: The stories of each language, with most documents first; only itself if there is one.
    tellings: list[Story]
    #: The chosen language, "" for all.
    lang: str
    members: list[StoryMember]
    volume: Chart | None
    related: list[Story]
    #: Stories that became part of it, at most MAX_JOINED, the newest first.
    joined: list[Story]

    @property
    def documents(self) -> int:
        """How many documents it has in the chosen languages."""
        return sum(each.documents for each in self._chosen)

    @property
    def all_documents(self) -> int:
        """How many documents it has in all languages."""
        return sum(each.documents for each in self.tellings)

    @property
    def seconds(self) -> float:
        """How long after the first document the last one was published, in the chosen languages."""
        first = min(each.first for each in self._chosen)
        return (max(each.last for each in self._chosen) - first).total_seconds()

    @property
    def _chosen(self) -> list[Story]:
        if self.lang:
            return [self.story]
        return self.tellings

    @property
    def query(self) -> str:
        """Return the query string of a search for its documents in the chosen languages."""
        chosen = f"&{urlencode({'lang': self.lang})}" if self.lang else ""
        return f"q=story:{self.head}{chosen}"

    def lang_of(self, member: StoryMember) -> str:
        """Return the language of a report."""
        return next((each.lang for each in self.tellings if each.pk == member.part), "")

    @property
    def people(self) -> list[str]:
        """The people whom its reports name."""
        return self._named("person")

    @property
    def organisations(self) -> list[str]:
        """The organisations that its reports name."""
        return self._named("org")

    @property
    def places(self) -> list[str]:
        """The places that its reports name."""
        return self._named("place")

    def _named(self, kind: str) -> list[str]:
        return [name for name, code in self.story.names if code == kind]

    @property
    def words(self) -> list[str]:
        """Its key terms that are no part of its names."""
        named = {
            word
            for name in (*self.people, *self.organisations, *self.places)
            for word in (name.lower(), *name.lower().split())
        }
        return [text for text, _kind in self.story.terms if text.lower() not in named]


def in_time(search: Search) -> Search:
    """Return the search as stories are listed by it: of the last 24 hours, unless it has dates."""
    if search.has_dates:
        return search
    return replace(search, after=_USUAL)


def list_stories(
    search: Search, order: Order, start: int, most: int, left_out: Collection[str] = ()
) -> StoryList:
    """Return the stories that are on several sites in the time of a search, and that have a
    document which it finds: at most ``most`` of them, without the first ``start``, and without
    those that are ``left_out``.

    Raises Unavailable, and QueryError for a query that is none.
    """
    now = search.now()
    since, until = search.limits(now)
    matching = _matching(search, now)
    selection = StorySelection(
        since=since,
        until=until,
        lately=min(now, until or now) - _LATELY,
        min_sites=_MIN_SITES,
        order=order,
        langs=tuple(search.values("lang")) if matching is None else (),
        sites=tuple(search.values("site")) if matching is None else (),
        ids=None if matching is None else set(store.known_members(matching).values()),
        left_out=left_out,
    )
    return StoryList(
        rows=store.select(selection, most, start),
        total=store.count(selection),
        partial=matching is not None and len(matching) >= MAX_MATCHES,
        last_save=store.last_save(),
    )


def _matching(search: Search, now: datetime) -> list[str] | None:
    """Return the documents that a search finds; None if the database can tell its stories."""
    if not search.text and set(search.chosen_names()) <= set(_OF_STORIES):
        return None
    newest = replace(search, sort="time").request(now=now)
    return stores().documents().matching_ids(newest, MAX_MATCHES)


def count_documents(search: Search) -> MatchCounts:
    """Return how many documents match, with which values of the filters. Raises Unavailable."""
    request = replace(search.request(), periods=False)
    return stores().documents().count_matches(request)


def read(story_id: str, lang: str = "", preferred: str = "") -> StoryPage | None:
    """Return the story, or the one that it became part of or is shown as; None if it is unknown.

    It has the reports of one language if the story is told in that, otherwise all, with the
    headline of the preferred language if there is one. Raises Unavailable.
    """
    tellings = store.told(story_id)
    if not tellings:
        return None
    head = store.head_of(tellings)
    chosen = next((each for each in tellings if each.lang == lang), None)
    story = chosen or in_language(head, tellings, preferred)
    # Members of all languages are stored with the head; ``part`` is the story of theirs.
    members = store.members(head.pk, MAX_MEMBERS, part=chosen.pk if chosen else "")
    return StoryPage(
        story=story,
        head=head.pk,
        tellings=tellings,
        lang=chosen.lang if chosen else "",
        members=members,
        volume=_volume(members),
        related=_related(story),
        joined=store.joined([each.pk for each in tellings], MAX_JOINED),
    )


def story_of(document_id: str) -> Story | None:
    """Return the story of a document if it has others too. Raises Unavailable."""
    return store.story_of(document_id)


def in_language(head: Story, tellings: Iterable[Story], lang: str) -> Story:
    """Return the story of a language, or of one with another script or region; otherwise the one
    that stands for all.
    """
    exact = [each for each in tellings if each.lang == lang]
    spoken, _dash, _script = lang.partition("-")
    near = [each for each in tellings if each.lang.partition("-")[0] == spoken]
    return next(iter((*exact, *near)), head)


def _volume(members: list[StoryMember]) -> Chart | None:
    """Return the documents by hour, or by as many hours as fit into the chart; None for one
    column, which compares nothing.
    """
    if not members:
        return None
    start = members[0].published.replace(minute=0, second=0, microsecond=0)
    hours = int((members[-1].published - start).total_seconds() // 3600) + 1
    width = -(-hours // _MAX_COLUMNS)
    counts = Counter(
        int((each.published - start).total_seconds() // 3600) // width for each in members
    )
    number = -(-hours // width)
    if number < 2:
        return None
    edges = [localtime(start + timedelta(hours=at * width)) for at in range(number + 1)]
    spans = [f"{left:%Y-%m-%d %H:%M} – {right:%H:%M}" for left, right in pairwise(edges)]
    series = Series(
        style="s1", label=_("Documents"), values=[float(counts[at]) for at in range(number)]
    )
    ends = [f"{edge:%m-%d %H:%M}" for edge in (edges[0], edges[-1])]
    return column_chart([series], spans, ends, lambda value: number_format(int(value)), whole=True)


def _related(story: Story) -> list[Story]:
    compared = store.related(story, story.first - _AROUND, _COMPARED)
    ranked = sorted(
        ((cosine(story.vector, each.vector), each) for each in compared), key=lambda pair: -pair[0]
    )
    return [each for nearness, each in ranked[:_RELATED] if nearness >= _MIN_RELATED]
