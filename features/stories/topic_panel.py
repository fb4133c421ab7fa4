"""The hot topics as pages show them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.utils import timezone

from features.stories.store import topics as store
from features.stories.store.topics import HotTopics, Topic
from storage.documents.dates import moment_text
from webui.charts.columns import ChartColumn, columns
from webui.search.params import SearchParams

# With so little history nothing is usual, or weekdays are not known; pages say so.
NO_HISTORY = timedelta(days=2)
SHORT_HISTORY = timedelta(days=7)
STALE = timedelta(minutes=10)
# From this ratio on, a topic says how many times the usual it is.
_MIN_USUAL = 0.5
_STORIES_SHOWN = 2


@dataclass(frozen=True, kw_only=True)
class TopicRow:
    """A topic with the search for it and the course of its last week.

    ``times``: it has so many times the usual number of documents; None if the usual number is
    hardly any.
    """

    topic: Topic
    url: str
    course: list[ChartColumn]
    times: int | None

    @property
    def stories(self) -> list[store.TopicStory]:
        """The largest stories behind it."""
        return self.topic.stories[:_STORIES_SHOWN]


@dataclass(frozen=True, kw_only=True)
class TopicPanel:
    """The topics of a page; ``stale``: the role *stories* may not run.

    ``compared``: there is enough history to say what is usual; ``short``: not enough to know
    weekdays.
    """

    rows: list[TopicRow]
    found: HotTopics
    short: bool
    compared: bool
    stale: bool


def topic_panel(most: int) -> TopicPanel | None:
    """Return the hottest topics, None if the role *stories* has not looked for any.

    Raises Unavailable.
    """
    found = store.hot_topics()
    if found is None:
        return None
    now = datetime.now(UTC)
    history = now - found.since if found.since else timedelta()
    return TopicPanel(
        rows=list(_rows(found.topics[:most], found.at)),
        found=found,
        short=history < SHORT_HISTORY,
        compared=history >= NO_HISTORY,
        stale=now - found.at > STALE,
    )


def _rows(topics: Iterable[Topic], at: datetime) -> Iterable[TopicRow]:
    for topic in topics:
        yield TopicRow(
            topic=topic,
            url=_search_for(topic, at),
            course=[
                column
                for column, count in zip(columns(topic.course), topic.course, strict=True)
                if count
            ],
            times=round(topic.count / topic.usual) if topic.usual >= _MIN_USUAL else None,
        )


def _search_for(topic: Topic, at: datetime) -> str:
    """Return the address of the search for all that says it in the hours that were counted: full
    ones, and the one under way. Titles and first sentences were counted; searches read whole texts.
    """
    zone = timezone.get_current_timezone()
    start = at.replace(minute=0, second=0, microsecond=0) - timedelta(hours=topic.hours - 1)
    params = SearchParams(text=f'"{topic.label}"')
    return params.between(moment_text(start, zone), moment_text(at, zone))
