"""The hot topics as pages show them."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from django.utils import timezone

from features.stories.store import topics as store
from features.stories.store.topics import HotTopics, Topic, WasHot
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
    """A topic with the search for it and the course of the week before it was found.

    ``times``: it has so many times the usual number of documents; None if the usual number is
    hardly any. ``compared``: there was enough history to say what is usual. ``first`` and ``last``
    are when it was found, None for one of now.
    """

    topic: Topic
    url: str
    course: list[ChartColumn]
    times: int | None
    compared: bool
    first: datetime | None = None
    last: datetime | None = None

    @property
    def stories(self) -> list[store.TopicStory]:
        """The largest stories behind it."""
        return self.topic.stories[:_STORIES_SHOWN]


@dataclass(frozen=True, kw_only=True)
class TopicPanel:
    """The topics of a page. Those of now also tell when they were ``found``.

    ``short``: there is not enough history to know weekdays; ``stale``: the role *stories* may not
    run.
    """

    rows: list[TopicRow]
    found: HotTopics | None = None
    short: bool = False
    stale: bool = False


def topic_panel(most: int) -> TopicPanel | None:
    """Return the hottest topics, None if the role *stories* has not looked for any.

    Raises Unavailable.
    """
    found = store.hot_topics()
    if found is None:
        return None
    now, topics = datetime.now(UTC), found.topics[:most]
    history = now - found.since if found.since else timedelta()
    return TopicPanel(
        rows=[_row(each, found.at, found.at, compared=history >= NO_HISTORY) for each in topics],
        found=found,
        short=history < SHORT_HISTORY,
        stale=now - found.at > STALE,
    )


def past_panel(after: datetime | None, before: datetime | None, most: int) -> TopicPanel:
    """Return the hottest topics that were found between two times. Raises Unavailable."""
    return TopicPanel(rows=[_past_row(each) for each in store.were_hot(after, before, most)])


def _past_row(each: WasHot) -> TopicRow:
    compared = each.since is not None and each.first - each.since >= NO_HISTORY
    row = _row(each.topic, each.first, each.last, compared=compared)
    return replace(row, first=each.first, last=each.last)


def _row(topic: Topic, first: datetime, last: datetime, *, compared: bool) -> TopicRow:
    course = zip(columns(topic.course), topic.course, strict=True)
    return TopicRow(
        topic=topic,
        url=_search_for(topic, first, last),
        course=[column for column, count in course if count],
        times=round(topic.count / topic.usual) if topic.usual >= _MIN_USUAL else None,
        compared=compared,
    )


def _search_for(topic: Topic, first: datetime, last: datetime) -> str:
    """Return the address of the search for all that says it in the hours that were counted when it
    was found ``first``, and until ``last``: full ones, and the one under way. Titles and first
    sentences were counted; searches read whole texts.
    """
    zone = timezone.get_current_timezone()
    start = first.replace(minute=0, second=0, microsecond=0) - timedelta(hours=topic.hours - 1)
    params = SearchParams(text=f'"{topic.label}"')
    return params.between(moment_text(start, zone), moment_text(last, zone))
