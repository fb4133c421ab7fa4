"""Fill the stores as if Newsloom had run for weeks, for ``benchmarks.pages``.

Everything comes from a seed, and its times end now. The sources are those of
``benchmarks.sources_data``. The documents are those of ``benchmarks.search``, moved in time, with
the pages of one thread and one article that everything else points at.
"""

import itertools
import random
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

from benchmarks.page_times import make_user
from benchmarks.search import START, Texts, documents
from benchmarks.sources_data import fill_sources, judge_all
from scheduler.queue.backends import open_queue
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob, Queue, TubeStats, gauges
from storage.backends import open_counters, open_documents
from storage.counters.events import Event
from storage.counters.store import Counters
from storage.documents.port import (
    Citation,
    Document,
    DocumentPost,
    DocumentVersion,
)
from storage.keys import url_key
from storage.outcomes import Outcome
from storage.settings import Settings
from storage.workers.status import WorkerStatus
from storage.workers.store import Workers

if TYPE_CHECKING:
    from django.contrib.auth.models import User

_Thing = TypeVar("_Thing")
Values = dict[str, Any]
"""The values of the parameters in addresses, by their names in the tables of URLs."""
_BATCH = 500
_DAY = timedelta(days=1)
_USERS = 50
_AUDIT_ENTRIES = 20_000
_DELETED = 20
_EDITED_AT_ONCE = 500
_IMPORTED_AT_ONCE = 20_000
_RUNS_OF_ONE = 2_000
_SPANS = 500
_SAVED_SEARCHES = 150
_NOTIFIED = 20_000
_DELIVERIES = 2_000
# The default number of pages collected of a thread.
_THREAD_PAGES = 50
_POSTS = 20
_JOBS = 2_000
_BURIED = 200
_GAUGED_MINUTES = 2_880
_DAYS = 14
_SITES = 3_000
_EDITED = 400
_POINTED_AT = 5_000
SOURCE = 2
"""The source whose pages are requested: it has a long history and many runs."""


@dataclass(frozen=True, kw_only=True)
class Size:
    """How much there is."""

    documents: int
    sources: int


def fill_tables(settings: Settings, size: Size, now: datetime) -> Values:
    """Fill the stores but that of documents; the tables are there, and Django is set up.

    Returns what the addresses of core pages name. ``fill_documents`` may run meanwhile.
    """
    user, article = make_user(), _article(now)
    fill_sources(settings, size.sources)
    with closing(open_counters(settings)) as counters:
        _fill_counters(counters, now)
    with closing(open_queue(settings)) as queue:
        job = _fill_queue(queue)
    values = _fill_tables(size, now, user, newest_of(size, now))
    judge_all(settings, size.sources)
    thread = next(iter(_thread(now)))
    return values | {"document_id": article.id, "thread": thread.id, "job": job}


def fill_documents(settings: Settings, size: Size, now: datetime) -> None:
    """Fill the store of documents: an article with earlier texts, a thread, and many more."""
    thread, article = _thread(now), _article(now)
    rest = documents_of(size, now)
    total = len(thread) + 1 + size.documents
    with closing(open_documents(settings)) as store:
        for batch in _batches("documents", itertools.chain(thread, [article], rest), total):
            store.write(batch)
            for each in batch:
                if each.changes:
                    store.keep_versions(each, _versions(each))
        store.refresh()


def newest_of(size: Size, now: datetime) -> list[Document]:
    """Return some documents, first the article whose pages are requested."""
    return [_article(now), *documents_of(size, now, most=_POINTED_AT)]


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


def _fill_tables(size: Size, now: datetime, user: "User", newest: list[Document]) -> Values:
    from django.contrib.auth.models import User

    from storage.database.models import AuditEntry, KeywordList, Run, VerdictSpan
    from storage.database.sources.bulk import Delete, SetNumber, edit_sources

    User.objects.bulk_create(
        User(username=f"user {number}", password="!") for number in range(_USERS)
    )
    Run.objects.bulk_create(
        (
            Run(
                id=f"of-one-{number}",
                source_id=SOURCE,
                started=now - timedelta(minutes=15 * number),
                finished=now - timedelta(minutes=15 * number),
                jobs=1,
                found=30,
                new=3,
                lists={"listed": 1},
                pages={"stored": 2, "too_short": 1},
            )
            for number in range(_RUNS_OF_ONE)
        ),
        batch_size=_BATCH,
    )
    VerdictSpan.objects.bulk_create(
        VerdictSpan(
            at=now - timedelta(hours=number + 1),
            until=now - timedelta(hours=number),
            state=("good", "warning")[number % 2],
            rules=["failing_sources"] if number % 2 else [],
        )
        for number in range(_SPANS)
    )
    fill_imports(size, now)
    some = range(3, min(size.sources // 2, _EDITED_AT_ONCE))
    batch = edit_sources(some, SetNumber("priority", 6), "user 1").batch
    last = range(size.sources - _DELETED + 1, size.sources + 1)
    edit_sources(last, Delete(), "user 1")
    _fill_audit(size, now)
    return {
        "batch": [batch, "import0"],
        "entry_id": AuditEntry.objects.filter(subject_id=SOURCE).latest("pk").pk,
        "list_id": KeywordList.objects.earliest("pk").pk,
        "search_id": _fill_saved_searches(user, newest, now),
        "source_id": SOURCE,
        "user_id": User.objects.latest("pk").pk,
    }


def _fill_saved_searches(user: "User", newest: list[Document], now: datetime) -> int:
    from django.contrib.auth.models import User

    from features.alerts.models import Delivery, NotifiedMatch
    from storage.database.models import SavedSearch
    from storage.database.owned.keeping import set_feed
    from storage.database.searches.search import Search

    others = list(User.objects.exclude(pk=user.pk))
    searches = SavedSearch.objects.bulk_create(
        SavedSearch(
            name=f"Search {number} 检索",
            owner=user if number < _SAVED_SEARCHES else others[number % len(others)],
            sharing="private" if number < _SAVED_SEARCHES else "everyone",
            folder=f"Folder {number % 8}" if number % 3 else "",
            criteria=Search(text=("经济", "上海", "量子 OR 央行", "中国")[number % 4]).to_json(),
            alert="mail" if number % 2 else "none",
            read_until=now - number * timedelta(hours=1),
            notified_since=now - _DAY,
            next_run=now + timedelta(hours=1) if number % 2 else None,
        )
        for number in range(2 * _SAVED_SEARCHES)
    )
    first = searches[1]
    NotifiedMatch.objects.bulk_create(
        (
            NotifiedMatch(search=search, document_id=each.id, collected=each.collected)
            for search in searches[: _NOTIFIED // len(newest)]
            for each in newest
        ),
        batch_size=_BATCH,
    )
    Delivery.objects.bulk_create(
        Delivery(
            id=f"delivery-{number}",
            search=searches[number % 40],
            created=now - number * timedelta(minutes=20),
            documents=[each.id for each in newest[number % 50 :][:20]],
            total=20,
            delivered=now - number * timedelta(minutes=20),
        )
        for number in range(_DELIVERIES)
    )
    set_feed(SavedSearch, first.pk, user, wanted=True)
    return first.pk


def fill_imports(size: Size, now: datetime) -> None:
    """Tell that all sources were imported, with files of thousands each."""
    from storage.database.models import AuditEntry

    AuditEntry.objects.bulk_create(
        (
            AuditEntry(
                at=now - 30 * _DAY + timedelta(minutes=number // _IMPORTED_AT_ONCE),
                who="user 1",
                action="import",
                kind="source",
                subject_id=str(number),
                subject=f"Newspaper {number} 第{number}日报",
                after={
                    "name": f"Newspaper {number} 第{number}日报",
                    "channel": "feed",
                    "address": f"https://site{number}.example/section/news/{number}/feed.xml",
                    "keywords": [],
                    "tags": ["a", "b"],
                    "interval_seconds": 900,
                    "enabled": True,
                },
                batch=f"import{number // _IMPORTED_AT_ONCE}",
            )
            for number in range(1, size.sources + 1)
        ),
        batch_size=_BATCH,
    )


def _fill_audit(size: Size, now: datetime) -> None:
    from storage.database.models import AuditEntry

    rng = random.Random(2)
    made: list[AuditEntry] = []
    for number in range(_AUDIT_ENTRIES):
        # One source has a long history.
        pk = SOURCE if number % 100 == 0 else rng.randint(1, size.sources)
        made.append(
            AuditEntry(
                at=now - timedelta(minutes=number),
                who=f"user {number % _USERS}",
                action="change",
                kind="source",
                subject_id=str(pk),
                subject=f"Newspaper {pk} 第{pk}日报",
                before={"interval_seconds": 900, "tags": ["a", "b"]},
                after={"interval_seconds": 600, "tags": ["b", "c"]},
            )
        )
    AuditEntry.objects.bulk_create(made, batch_size=_BATCH)


def _fill_counters(counters: Counters, now: datetime) -> None:
    events = itertools.chain(_hourly_events(now), _recent_events(now))
    total = _DAYS * 24 * 120 + 180 * len(Outcome)
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


def _hourly_events(now: datetime) -> Iterator[Event]:
    rng = random.Random(3)
    for hour in range(_DAYS * 24):
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
    )


def _fill_queue(queue: Queue) -> str:
    """Return the id of a buried job."""
    job_id = ""
    for tube in (LIST_TUBE, PAGE_TUBE):
        queue.put(
            tube, [NewJob(body=f'{{"url": "https://site{n}.example/"}}') for n in range(_BURIED)]
        )
        for number, job in enumerate(queue.reserve([tube], _BURIED, 5)):
            queue.bury(job, f"{('timeout', 'dns', 'http_5xx')[number % 3]}: no answer")
            job_id = str(job.id)
        queue.put(
            tube, [NewJob(body=f'{{"url": "https://site{n}.example/"}}') for n in range(_JOBS)]
        )
    return job_id


def documents_of(size: Size, now: datetime, most: int | None = None) -> Iterator[Document]:
    """Yield the documents, or ``most`` of the oldest: few sources have many, most have few."""
    shift = now - (START + timedelta(days=365))
    rng = random.Random(3)
    for index, each in enumerate(itertools.islice(documents(size.documents), most)):
        published = each.published and each.published + shift
        source_id = 1 + int(size.sources * rng.random() ** 3)
        site = f"site{source_id % _SITES}.example"
        url = f"https://{site}/{index}"
        # The newest hundreds were edited since.
        changes = 2 if size.documents - index <= _EDITED else 0
        yield replace(
            each,
            id=url_key(url),
            url=url,
            canonical_url=url,
            site=site,
            published=published,
            collected=each.collected + shift,
            changes=changes,
            changed=now - timedelta(minutes=index % 600) if changes else None,
            source_id=source_id,
            source=f"Newspaper {source_id} 第{source_id}日报",
            citations=_citations(rng),
            people=_names(rng, "Person", 5),
            organisations=_names(rng, "Company", 4),
            places=_names(rng, "Town", 3),
            names_by="benchmark",
        )


def _citations(rng: random.Random) -> tuple[Citation, ...]:
    sites = {int(rng.paretovariate(0.6)) for _ in range(3)}
    return tuple(
        Citation(url=f"https://cited{site}.example/{rng.randint(1, 9)}", text="as it says")
        for site in sorted(sites)
    )


def _versions(document: Document) -> list[DocumentVersion]:
    return [
        DocumentVersion(
            number=number,
            seen=document.collected,
            title=document.title,
            content=f"{document.content}\n第{number}版。",
        )
        for number in range(1, document.changes + 1)
    ]


def _article(now: datetime) -> Document:
    texts, url = Texts(7), "https://site7.example/article"
    return Document(
        id=url_key(url),
        url=url,
        canonical_url=url,
        source=f"Newspaper {SOURCE} 第{SOURCE}日报",
        source_id=SOURCE,
        site="site7.example",
        channel="feed",
        kind="article",
        lang="zh",
        title=texts.chinese(20),
        content=texts.chinese(3_000),
        author="王 1",
        published=now - timedelta(hours=3),
        collected=now - timedelta(hours=3),
        tags=("topic 2", "region 2"),
        changes=5,
        changed=now - timedelta(hours=1),
        copy_id="group 9",
        people=("Person 1", "Person 2"),
        organisations=("Company 1",),
        places=("Town 1",),
        names_by="benchmark",
    )


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
