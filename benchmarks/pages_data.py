"""Fill the stores as if Newsloom had run for weeks, for ``benchmarks.pages``.

Everything comes from a seed, and its times end now. The documents are those of
``benchmarks.search``, moved in time, with the pages of one thread. One source in ten is a search
with keywords.
"""

import itertools
import random
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, TypeVar

from benchmarks.search import START, Texts, documents
from scheduler.queue.backends import open_queue
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob, Queue, TubeStats, gauges
from storage.backends import open_counters, open_documents
from storage.counters.events import Event
from storage.counters.store import Counters
from storage.documents.port import Document, DocumentPost, Documents
from storage.keys import url_key
from storage.outcomes import Outcome
from storage.settings import Settings
from storage.workers.status import WorkerStatus
from storage.workers.store import Workers

if TYPE_CHECKING:
    from storage.database.models import Source

_Thing = TypeVar("_Thing")
USER = "benchmark"
_BATCH = 500
_DAY = timedelta(days=1)
_KEYWORD_LISTS = 20
_WORDS = 20
_USERS = 50
_AUDIT_ENTRIES = 20_000
# The default number of pages collected of a thread.
_THREAD_PAGES = 50
_POSTS = 20
_JOBS = 2_000
_BURIED = 200
# Counters by source and day are kept this long, whatever the days of everything else.
_SOURCE_DAYS = 35
_GAUGED_MINUTES = 2_880
_OUTCOMES = (Outcome.STORED, Outcome.DUPLICATE, Outcome.TOO_SHORT, Outcome.NO_DATE, Outcome.TIMEOUT)


@dataclass(frozen=True, kw_only=True)
class Size:
    """How much there is. ``days``: of runs, and of counts by hour."""

    documents: int
    sources: int
    days: int
    runs: int


@dataclass(frozen=True, kw_only=True)
class Filled:
    """The ids that the measured URLs use: of an article, a thread, sources, a user, a keyword
    list.
    """

    article: str
    thread: str
    feed_source: int
    search_source: int
    user: int
    keyword_list: int


def fill(settings: Settings, size: Size) -> Filled:
    """Fill all stores; the tables of the database are there, and Django is set up."""
    now = datetime.now(UTC)
    found = _fill_tables(size, now)
    with closing(open_counters(settings)) as counters:
        _fill_counters(counters, size, now)
    with closing(open_queue(settings)) as queue:
        _fill_queue(queue)
    with closing(open_documents(settings)) as store:
        article, thread = _fill_documents(store, size, now)
    return Filled(article=article, thread=thread, **found)


def say_alive(workers: Workers) -> None:
    """Say that four workers are alive; forgotten after a minute."""
    now = time.time()
    for number in range(4):
        workers.heartbeat(
            WorkerStatus(
                name=f"machine-{number}",
                pool="all",
                started=now - 86_400,
                at=now,
                active=20,
                pages=500_000,
                memory_bytes=160_000_000,
                pages_per_minute=350.0,
            )
        )


def _fill_tables(size: Size, now: datetime) -> dict[str, int]:
    from django.contrib.auth.models import Group, User

    from storage.database.models import KeywordList, Run, Source

    rng = random.Random(2)
    user = User.objects.create_user(USER)
    user.groups.set(Group.objects.all())
    User.objects.bulk_create(
        User(username=f"user {number}", password="!") for number in range(_USERS)
    )
    lists = KeywordList.objects.bulk_create(
        KeywordList(
            name=f"List {n}",
            name_key=f"list {n}",
            keywords=[f"词 {n}-{word}" for word in range(_WORDS)],
        )
        for n in range(_KEYWORD_LISTS)
    )
    Source.objects.bulk_create(
        [_source(number, now, rng) for number in range(size.sources)], batch_size=_BATCH
    )
    ids = list(Source.objects.order_by("pk").values_list("pk", flat=True))
    searches = list(Source.objects.filter(channel="search").order_by("pk"))
    for index, source in enumerate(searches):
        source.keyword_lists.add(lists[index % _KEYWORD_LISTS])
    _fill_audit(now, rng)
    each = size.runs // size.sources
    gap = size.days * _DAY / max(each, 1)
    runs = (
        Run(
            id=f"{source_id}-{number}",
            source_id=source_id,
            started=now - gap * number - timedelta(seconds=source_id),
            finished=now - gap * number,
            jobs=1,
            found=30,
            new=3,
            lists={"timeout": 1} if source_id % 20 == 0 else {"listed": 1},
            pages={"stored": 2, "too_short": 1},
        )
        for source_id in ids
        for number in range(each)
    )
    for batch in _batches("runs", runs, each * size.sources):
        Run.objects.bulk_create(batch)
    return {
        "feed_source": ids[1],
        "search_source": searches[0].pk if searches else ids[0],
        "user": user.pk,
        "keyword_list": lists[0].pk,
    }


def _source(number: int, now: datetime, rng: random.Random) -> "Source":
    from storage.database.models import Source

    return Source(
        name=f"Newspaper {number} 第{number}日报",
        name_key=f"newspaper {number}",
        channel=("search", "feed", "list", "board", "sitemap")[
            0 if number % 10 == 0 else 1 + number % 4
        ],
        address=f"https://site{number}.example/section/news/{number}/feed.xml",
        keywords=[f"own {number}-{word}" for word in range(5)] if number % 10 == 0 else [],
        tags=[f"topic {number % 7}", f"region {number % 30}"],
        enabled=number % 25 != 0,
        pause_reason="the site asked for it" if number % 25 == 0 else "",
        next_visit=now + timedelta(minutes=rng.randint(1, 60)),
        last_visit=now - timedelta(minutes=30),
        last_success=now - timedelta(minutes=rng.randint(30, 5000)),
    )


def _fill_audit(now: datetime, rng: random.Random) -> None:
    from storage.database.models import AuditEntry, Source

    subjects = list(Source.objects.values_list("pk", "name"))
    made: list[AuditEntry] = []
    for number in range(_AUDIT_ENTRIES):
        # The first source has a long history.
        pk, name = subjects[1] if number % 100 == 0 else rng.choice(subjects)
        made.append(
            AuditEntry(
                at=now - timedelta(minutes=number),
                who=f"user {number % _USERS}",
                action="change",
                kind="source",
                subject_id=str(pk),
                subject=name,
                before={"interval_seconds": 900, "tags": ["a", "b"]},
                after={"interval_seconds": 600, "tags": ["b", "c"]},
            )
        )
    AuditEntry.objects.bulk_create(made, batch_size=_BATCH)


def _fill_counters(counters: Counters, size: Size, now: datetime) -> None:
    events = itertools.chain(
        _daily_events(size, now), _hourly_events(size, now), _recent_events(now)
    )
    total = _SOURCE_DAYS * size.sources * len(_OUTCOMES) + size.days * 24 * 120 + 180 * len(Outcome)
    for batch in _batches("events", events, total):
        counters.record(batch)
    rng = random.Random(4)
    for minute in range(_GAUGED_MINUTES):
        ready, delayed, reserved = (rng.randrange(1000) for _ in range(3))
        tubes = [
            TubeStats(tube=tube, ready=ready, delayed=delayed, reserved=reserved, buried=_BURIED)
            for tube in (LIST_TUBE, PAGE_TUBE)
        ]
        counters.record_gauges(now.timestamp() - 60 * minute, gauges(tubes))


def _daily_events(size: Size, now: datetime) -> Iterator[Event]:
    for day in range(_SOURCE_DAYS):
        at = (now - day * _DAY).timestamp()
        for source_id in range(1, size.sources + 1):
            # Some fall silent, some have weekends.
            if source_id % 50 == 0 and day < 5:
                continue
            for outcome in _OUTCOMES:
                keyword = f"own {source_id - 1}-{day % 5}" if source_id % 10 == 1 else ""
                yield _event(source_id, outcome, at, keyword=keyword)


def _hourly_events(size: Size, now: datetime) -> Iterator[Event]:
    rng = random.Random(3)
    for hour in range(size.days * 24):
        at = now.timestamp() - 3_600 * hour
        for number in range(120):
            published = at - rng.lognormvariate(7, 1.5)
            yield _event(number % 40 + 1, Outcome.STORED, at, published=published)


def _recent_events(now: datetime) -> Iterator[Event]:
    for minute in range(180):
        for index, outcome in enumerate(Outcome):
            is_list = outcome in (Outcome.LISTED, Outcome.NOT_MODIFIED)
            yield replace(
                _event(index + 1, outcome, now.timestamp() - 60 * minute), is_list=is_list
            )


def _event(
    source_id: int,
    outcome: Outcome,
    at: float,
    *,
    published: float | None = None,
    keyword: str = "",
) -> Event:
    return Event(
        source_id=source_id,
        run_id=f"{source_id}-0",
        channel=("feed", "list", "board", "search")[source_id % 4],
        site=f"site{source_id}.example",
        outcome=outcome,
        url=f"https://site{source_id}.example/{int(at)}",
        at=at,
        detail="what the server said",
        published=published,
        keyword=keyword,
    )


def _fill_queue(queue: Queue) -> None:
    for tube in (LIST_TUBE, PAGE_TUBE):
        queue.put(
            tube, [NewJob(body=f'{{"url": "https://site{n}.example/"}}') for n in range(_BURIED)]
        )
        for number, job in enumerate(queue.reserve([tube], _BURIED, 5)):
            queue.bury(job, f"{('timeout', 'dns', 'http_5xx')[number % 3]}: no answer")
        queue.put(
            tube, [NewJob(body=f'{{"url": "https://site{n}.example/"}}') for n in range(_JOBS)]
        )


def _fill_documents(store: Documents, size: Size, now: datetime) -> tuple[str, str]:
    """Return the ids of the newest article and of the first page of the thread."""
    shift = now - (START + timedelta(days=365))
    rng = random.Random(3)
    newest = ""

    def moved() -> Iterator[Document]:
        nonlocal newest
        for index, each in enumerate(documents(size.documents)):
            newest = each.id
            published = each.published and each.published + shift
            source_id = index % size.sources + 1
            yield replace(
                each,
                published=published,
                collected=each.collected + shift,
                source_id=source_id,
                source=f"Newspaper {source_id - 1} 第{source_id - 1}日报",
                people=_names(rng, "Person", 5),
                organisations=_names(rng, "Company", 4),
                places=_names(rng, "Town", 3),
                names_by="benchmark",
            )

    thread = _thread(now)
    for batch in _batches(
        "documents", itertools.chain(thread, moved()), len(thread) + size.documents
    ):
        store.write(batch)
    store.refresh()
    return newest, thread[0].id


def _names(rng: random.Random, kind: str, count: int) -> tuple[str, ...]:
    """Return names of which few are frequent, and most rare, as in news."""
    return tuple(dict.fromkeys(f"{kind} {int(rng.paretovariate(0.5))}" for _ in range(count)))


def _thread(now: datetime) -> list[Document]:
    texts, first = Texts(5), "https://forum.example/t/1"
    pages = []
    for page in range(1, _THREAD_PAGES + 1):
        url = first if page == 1 else f"{first}?page={page}"
        posts = tuple(
            DocumentPost(
                author=f"user {floor % 7}", published=now, floor=floor, body=texts.chinese(200)
            )
            for floor in range((page - 1) * _POSTS + 1, page * _POSTS + 1)
        )
        pages.append(
            Document(
                id=url_key(url),
                url=url,
                canonical_url=url,
                source="Forum",
                source_id=4,
                site="forum.example",
                channel="board",
                kind="thread",
                lang="zh",
                title="一个很长的帖子",
                content="\n".join(post.body for post in posts),
                author="user 0",
                published=now,
                collected=now,
                thread=url_key(first),
                thread_page=page,
                posts=posts,
            )
        )
    return pages


def _batches(what: str, things: Iterable[_Thing], total: int) -> Iterator[list[_Thing]]:
    """Yield the things in batches, and tell how far it is."""
    done, rest = 0, iter(things)
    while batch := list(itertools.islice(rest, _BATCH)):
        yield batch
        done += len(batch)
        if done // _BATCH % 20 == 0 or done == total:
            print(f"\r{what}: {done:,} of {total:,}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
