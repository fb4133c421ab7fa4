"""Plant made-up events into weeks of everyday news, and judge the hot topics of each hour:
``benchmarks.topics``.
"""

import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from fakeweb.events import reports
from features.stories.grouping.engine import StoryEngine
from features.stories.grouping.history import hour_of
from features.stories.grouping.topics import find_topics
from features.stories.models import Story
from features.stories.store.stories import StoryRow
from features.stories.store.topics import Topic
from storage.documents.port import Document
from storage.documents.segmentation import default_segmenter

_START = datetime(2026, 9, 7, tzinfo=UTC)
_HISTORY_DAYS, _EVENT_DAYS, _QUIET_DAYS = 28, 7, 2
_EVENTS = 40
_WORDS, _SITES, _LOCAL_SHARE = 20_000, 40, 0.02
_HOURS = (1, 1, 1, 1, 1, 2, 4, 6, 8, 8, 7, 7, 6, 6, 6, 7, 7, 7, 6, 5, 4, 3, 2, 1)
_WEEKEND = 0.6
# What several sites report every Monday morning, and every evening: stories, but no news.
_MONDAY = [
    "Quorvane",
    "market",
    "week",
    "opens:",
    "Stelbury",
    "roundup",
    "of",
    "prices,",
    "harvests",
    "and",
    "freight",
]
_EVENING = [
    "Vesperlin",
    "draw",
    "tonight:",
    "Tondra",
    "digest",
    "of",
    "numbers,",
    "winners",
    "and",
    "weather",
]
_RHYTHM = 0.08
_TOP = 10
# An event of fewer reports is not expected among the topics.
_NOTICED = 8


@dataclass(frozen=True)
class _Item:
    at: datetime
    event: str
    document: Document


def _document(name: str, title: str, text: str, at: datetime, site: str, lang: str) -> Document:
    return Document(
        id=name, url=name, canonical_url=name, source="", source_id=0, site=site, channel="feed",
        kind="article", lang=lang, title=title, content=text, author="", published=at,
        collected=at + timedelta(minutes=3),
    )  # fmt: skip


class _Everyday:
    """Writes everyday documents."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        letters = "bcdfghjklmnprstvwz"
        made = dict.fromkeys(
            "".join(
                self._rng.choice(letters) + self._rng.choice("aeiou")
                for _ in range(self._rng.randint(2, 4))
            )
            for _ in range(_WORDS * 2)
        )
        self._words = list(made)[:_WORDS]

    def day(self, day: datetime, number: int) -> Iterator[_Item]:
        """Yield the documents of a day."""
        rng = self._rng
        weekend = day.weekday() >= 5
        for at in range(int(number * (_WEEKEND if weekend else 1))):
            hour = rng.choices(range(24), _HOURS)[0]
            moment = day + timedelta(hours=hour, seconds=rng.randrange(3600))
            words = self._text(40)
            if rng.random() < _RHYTHM * 2 and day.weekday() == 0 and 6 <= hour < 10:
                words[:20] = [*_MONDAY, *_MONDAY]
            if rng.random() < _RHYTHM and hour >= 18:
                words[:20] = [*_EVENING, *_EVENING]
            yield self._item(f"{day:%d%m}-{at}", words, moment, rng.randrange(_SITES))
        if rng.random() < 0.5:
            yield from self._local(day, max(3, int(number * _LOCAL_SHARE)))

    def _local(self, day: datetime, number: int) -> Iterator[_Item]:
        """Yield what one site writes about a matter of its own, over a few hours."""
        site, matter = self._rng.randrange(_SITES), self._text(2)
        for at in range(number):
            moment = day + timedelta(hours=9, minutes=self._rng.randrange(240))
            yield self._item(f"local{day:%d%m}-{at}", [*matter, *self._text(30)], moment, site)

    def _item(self, name: str, words: list[str], at: datetime, site: int) -> _Item:
        title, text = " ".join(words[:8]).capitalize(), " ".join(words[8:]).capitalize() + "."
        return _Item(at, "", _document(name, title, text, at, f"site{site}.example", "en"))

    def _text(self, size: int) -> list[str]:
        return [self._words[int(_WORDS ** self._rng.random()) - 1] for _ in range(size)]


def _planted(seed: int) -> Iterator[_Item]:
    start = _START + timedelta(days=_HISTORY_DAYS)
    for each in reports(_EVENTS, seed, days=_EVENT_DAYS - 1.5):
        at = start + timedelta(hours=each.hours)
        yield _Item(
            at, each.event, _document(each.id, each.title, each.content, at, each.site, each.lang)
        )


class _Rows:
    """The stories of the last day, as the configuration's database would return them."""

    def __init__(self, engine: StoryEngine) -> None:
        self._engine = engine
        self._story: dict[str, str] = {}
        self._members: list[tuple[datetime, str, str]] = []
        self._records: dict[str, Story] = {}
        self.event_of: dict[str, str] = {}

    def add(self, items: Sequence[_Item]) -> None:
        changes = self._engine.add([each.document for each in items], "")
        for item, member in zip(items, changes.members, strict=True):
            self._story[member.document] = member.story
            self._members.append((item.at, member.document, member.site))
            self.event_of[member.document] = item.event
        for document, story in self._story.items():
            self._story[document] = changes.merged.get(story, story)
        self._story |= changes.moved
        for record in changes.stories:
            self._records[record.id] = Story(
                id=record.id,
                title=record.title,
                lang=record.lang,
                vector=record.vector,
                documents=record.documents,
            )

    def since(self, moment: datetime) -> list[StoryRow]:
        self._members = [each for each in self._members if each[0] >= moment]
        groups: defaultdict[str, list[str]] = defaultdict(list)
        for _at, document, site in self._members:
            groups[self._story[document]].append(site)
        kept = {document for _at, document, _site in self._members}
        self._story = {
            document: story for document, story in self._story.items() if document in kept
        }
        rows = [
            StoryRow(
                story=self._records[story],
                tellings=[(self._records[story], len(sites))],
                documents=len(sites),
                sites=len(set(sites)),
                recent=0,
                threads=0,
            )
            for story, sites in groups.items()
        ]
        return sorted(rows, key=lambda row: (-row.sites, -row.documents))[:1000]

    def events_of(self, story: str) -> set[str]:
        return {self.event_of[document] for document, each in self._story.items() if each == story}


def _is_planted(topic: Topic, rows: _Rows) -> set[str]:
    """Return the events behind a topic, nothing if an everyday document is in its first story."""
    events = rows.events_of(topic.stories[0].id)
    return set() if "" in events else events


def run(a_day: int, seed: int = 3) -> None:
    """Print how well the topics of each hour are the planted events."""
    writer = _Everyday(seed)
    days = [_START + timedelta(days=at) for at in range(_HISTORY_DAYS + _EVENT_DAYS + _QUIET_DAYS)]
    items = [item for day in days for item in writer.day(day, a_day)] + list(_planted(seed))
    items.sort(key=lambda item: item.at)
    engine = StoryEngine(default_segmenter().tag)
    rows = _Rows(engine)
    result = _Result(items)
    watched_from, at, spent = _START + timedelta(days=_HISTORY_DAYS), 0, 0.0
    for hour in range(24 * len(days)):
        now = _START + timedelta(hours=hour, minutes=59)
        batch = []
        while at < len(items) and items[at].at <= now:
            batch.append(items[at])
            at += 1
        rows.add(batch)
        if hour % 3 == 0:
            engine.history.pass_time(now)
        if now >= watched_from:
            recent = rows.since(now - timedelta(days=1))
            before = time.process_time()
            topics = find_topics(engine.history, hour_of(now), recent)
            spent += time.process_time() - before
            result.note(now, topics, rows)
        elif hour % 24 == 23:
            rows.since(now - timedelta(days=1))
    asked = 24 * (_EVENT_DAYS + _QUIET_DAYS)
    print(
        f"{len(items):,} documents ({a_day} a day), {_EVENTS} events; "
        f"{spent / asked * 1e3:.0f} ms CPU to find the topics"
    )
    result.show()


class _Result:
    def __init__(self, items: Sequence[_Item]) -> None:
        self._times: defaultdict[str, list[datetime]] = defaultdict(list)
        for item in items:
            if item.event:
                self._times[item.event].append(item.at)
        self._end = max(max(times) for times in self._times.values()) + timedelta(days=1)
        self._named: dict[str, datetime] = {}
        self.right = self.shown = self.quiet_false = self.quiet_hours = self.rhythm = 0
        self.wrong: set[str] = set()

    def note(self, now: datetime, topics: Sequence[Topic], rows: _Rows) -> None:
        rhythm = {"quorvane", "stelbury", "vesperlin", "tondra"}
        self.rhythm += sum(bool(set(each.label.lower().split()) & rhythm) for each in topics[:_TOP])
        for each in topics[:_TOP]:
            events = _is_planted(each, rows)
            if not events:
                self.wrong.add(each.label)
            if now <= self._end:
                self.shown += 1
                self.right += bool(events)
            else:
                self.quiet_false += 1
            for event in events:
                self._named.setdefault(event, now)
        self.quiet_hours += now > self._end

    def show(self) -> None:
        large = {event: times for event, times in self._times.items() if len(times) >= _NOTICED}
        named = {event: self._named[event] for event in large if event in self._named}
        delays = sorted((named[event] - large[event][0]).total_seconds() / 3600 for event in named)
        known = sorted(sum(at <= named[event] for at in large[event]) for event in named)
        print(
            f"of the first ten topics, {self.right} of {self.shown} are planted events "
            f"({self.right / self.shown:.0%})"
        )
        print(
            f"{len(named)} of {len(large)} events with {_NOTICED} reports or more were named, "
            f"{len(self._named)} of all {len(self._times)}; half of them within "
            f"{delays[len(delays) // 2]:.1f} hours of the first report "
            f"(nine of ten: {delays[int(len(delays) * 0.9)]:.1f}), after "
            f"{known[len(known) // 2]} reports"
        )
        print(f"{self.quiet_false} false topics in {self.quiet_hours} quiet hours")
        print(f"{self.rhythm} times a word of every Monday or evening was shown")
        print("wrong:", ", ".join(sorted(self.wrong)[:20]))
