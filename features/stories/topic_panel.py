"""The hot topics as pages show them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from features.stories.store import topics as store
from features.stories.store.topics import HotTopics, Topic
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
        rows=list(_rows(found.topics[:most], now)),
        found=found,
        short=history < SHORT_HISTORY,
        compared=history >= NO_HISTORY,
        stale=now - found.at > STALE,
    )


def _rows(topics: Iterable[Topic], now: datetime) -> Iterable[TopicRow]:
    today = now.date()
    days = (today - timedelta(days=1)).isoformat(), today.isoformat()
    for topic in topics:
        yield TopicRow(
            topic=topic,
            url=SearchParams(text=f'"{topic.label}"', zone="UTC").between(*days),
            course=[
                column
                for column, count in zip(columns(topic.course), topic.course, strict=True)
                if count
            ],
            times=round(topic.count / topic.usual) if topic.usual >= _MIN_USUAL else None,
        )
