"""Fill the stores with very many sources in all states, for ``benchmarks.pages``.

Everything comes from a seed, and its times end now. One source in ten is a search with keywords.
"""

import itertools
import random
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from storage.counters.events import Event
from storage.counters.store import Counters
from storage.findings.signs import FailedAttempt
from storage.findings.store import SourceFindings
from storage.keys import url_key
from storage.outcomes import Outcome
from storage.seen.port import Seen
from storage.settings import Settings

if TYPE_CHECKING:
    from storage.database.models import Run, Source

INTERVAL_SECONDS = 900
BATCH = 1_000
"""How many rows are written at once."""
_STORED_DAYS = (0, 3, 4, 5)
_EVENTS = 50_000
_KEYWORD_LISTS = 20
_WORDS = 20
_DAY = timedelta(days=1)


def fill_sources(settings: Settings, sources: int) -> None:
    """Fill the database, the counters and the findings."""
    from storage.backends import open_counters, open_findings, open_seen

    now = datetime.now(UTC)
    _fill_tables(sources, now)
    _fill_timeline(sources, now)
    with closing(open_counters(settings)) as counters:
        _fill_counters(counters, sources, now)
    with closing(open_findings(settings)) as findings:
        _fill_findings(findings, sources, now)
    with closing(open_seen(settings)) as seen:
        _fill_claims(seen, sources)


def _fill_tables(sources: int, now: datetime) -> None:
    from storage.database.models import KeywordList, Run, Source
    from storage.database.sources.statuses import enlist

    rng = random.Random(2)
    lists = KeywordList.objects.bulk_create(
        KeywordList(
            name=f"List {number}",
            name_key=f"list {number}",
            keywords=[f"词 {number}-{word}" for word in range(_WORDS)],
        )
        for number in range(_KEYWORD_LISTS)
    )
    for first in range(1, sources + 1, BATCH):
        numbers = range(first, min(first + BATCH, sources + 1))
        rows = Source.objects.bulk_create([_source(number, now, rng) for number in numbers])
        enlist(rows)
        Source.keyword_lists.through.objects.bulk_create(
            Source.keyword_lists.through(
                source_id=row.pk, keywordlist_id=lists[row.pk % _KEYWORD_LISTS].pk
            )
            for row in rows
            if row.channel == "search"
        )
        Run.objects.bulk_create([run for number in numbers for run in _runs(number, now)])
        _tell("sources", numbers[-1], sources)


def _source(number: int, now: datetime, rng: random.Random) -> "Source":
    from storage.database.models import Source

    visit = now - timedelta(seconds=rng.randrange(INTERVAL_SECONDS))
    return Source(
        id=number,
        name=f"Newspaper {number} 第{number}日报",
        name_key=f"newspaper {number}",
        channel=_channel(number),
        keywords=[f"own {number}-{word}" for word in range(5)] if number % 10 == 0 else [],
        address=f"https://site{number}.example/section/news/{number}/feed.xml",
        tags=[f"topic {number % 7}", f"region {number % 30}"],
        folder=f"desk {number % 12}",
        region=("CN", "GB", "FR", "")[number % 4],
        language=("zh", "en", "fr", "")[number % 4],
        owner=f"user {number % 5}" if number % 2 else "",
        interval_seconds=INTERVAL_SECONDS,
        # As long as one that has seen some weeks.
        rhythm={"hours": [rng.random() for _ in range(168)]},
        enabled=number % 50 != 7,
        next_visit=visit + timedelta(seconds=INTERVAL_SECONDS),
        last_visit=visit,
        last_success=visit,
        last_stored_at=visit - timedelta(minutes=rng.randrange(5000)),
    )


def _channel(number: int) -> str:
    return "search" if number % 10 == 0 else ("feed", "list", "board", "sitemap")[number % 4]


def _runs(number: int, now: datetime) -> "Iterator[Run]":
    from storage.database.models import Run

    for place in range(3):
        started = now - timedelta(seconds=number % INTERVAL_SECONDS + place * INTERVAL_SECONDS)
        yield Run(
            id=f"{number}-{place}",
            source_id=number,
            started=started,
            finished=started + timedelta(seconds=20),
            jobs=1,
            found=30,
            new=3,
            lists={"http_4xx": 1} if number % 20 == 0 else {"listed": 1},
            pages={"too_short": 9} if number % 33 == 0 else {"stored": 2, "too_short": 1},
        )


def _fill_timeline(sources: int, now: datetime) -> None:
    from storage.database.models import Condition, TimelineEvent

    TimelineEvent.objects.bulk_create(
        (
            TimelineEvent(
                at=now - timedelta(seconds=30 * number),
                kind="source",
                source_id=number % sources + 1,
                subject=f"Newspaper {number % sources + 1}",
                before="healthy",
                after="failing",
                reason="timeout",
            )
            for number in range(_EVENTS)
        ),
        batch_size=BATCH,
    )
    Condition.objects.bulk_create(
        (
            Condition(
                key=f"recall:{number}",
                value=f"{number % 100 / 100:.2f}",
                since=now,
                detail={"channel": "feed", "shown": 100, "missed": 100 - number % 100},
            )
            for number in range(10, sources, 10)
        ),
        batch_size=BATCH,
    )


def _fill_counters(counters: Counters, sources: int, now: datetime) -> None:
    events = (
        event_of(number, Outcome.STORED, (now - day * _DAY).timestamp())
        for day in _STORED_DAYS
        for number in range(1, sources + 1)
        # Some have fallen silent.
        if number % 40 or day
    )
    _record(counters, events, len(_STORED_DAYS) * sources)
    failures = (
        event_of(number, Outcome.HTTP_4XX, now.timestamp(), is_list=True)
        for number in range(20, sources + 1, 20)
    )
    _record(counters, failures, sources // 20)


def _record(counters: Counters, events: Iterator[Event], total: int) -> None:
    for done in itertools.count(5 * BATCH, 5 * BATCH):
        batch = list(itertools.islice(events, 5 * BATCH))
        if not batch:
            break
        counters.record(batch)
        _tell("events", min(done, total), total)


def event_of(number: int, outcome: Outcome, at: float, *, is_list: bool = False) -> Event:
    """Return an event of a source."""
    return Event(
        source_id=number,
        run_id=f"{number}-0",
        channel="feed",
        site=f"site{number % 1000}.example",
        outcome=outcome,
        url=f"https://site{number}.example/section/news/{number}/feed.xml",
        at=at,
        is_list=is_list,
        is_entry=is_list,
        detail="HTTP 403" if is_list else "",
    )


def _fill_findings(findings: SourceFindings, sources: int, now: datetime) -> None:
    for number in range(100, sources + 1, 100):
        findings.record_attempt(
            FailedAttempt(
                source_id=number,
                run_id=f"{number}-0",
                url=f"https://site{number}.example/",
                outcome="timeout",
                detail="",
                number=2,
                most=5,
                at=now.timestamp(),
                next_at=now.timestamp() + 300,
            )
        )


def _fill_claims(seen: Seen, sources: int) -> None:
    """Claim a page of each source, as if its job waited."""
    for first in range(1, sources + 1, BATCH):
        numbers = range(first, min(first + BATCH, sources + 1))
        keys = [url_key(f"https://site{number}.example/news/1") for number in numbers]
        seen.claim(keys, f"{first}", 86_400)
        _tell("claims", numbers[-1], sources)


def _tell(what: str, done: int, total: int) -> None:
    print(f"\r{what}: {done:,} of {total:,}   ", end="", file=sys.stderr, flush=True)
    if done >= total:
        print(file=sys.stderr)


def judge_all(settings: Settings, sources: int) -> None:
    """Judge all sources once and print how long it takes."""
    from watch.events.upkeep import judge_due
    from watch.stores import Stores

    start, judged = time.perf_counter(), 0
    with closing(Stores(settings)) as stores:
        while count := judge_due(stores, BATCH)[0]:
            judged += count
            _tell("judged", min(judged, sources), sources)
    seconds = time.perf_counter() - start
    print(f"judged {judged:,} sources in {seconds:.0f} s: {judged / seconds:,.0f} a second")
