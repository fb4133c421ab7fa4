"""Measure the pages about sources with very many of them, while they are visited.

    python -m benchmarks.sources [--sources 100000] [--files | --servers] [--busy 1] [--only PART]

Fill empty stores, first in files and then on servers, with sources in all states, and judge all of
them once, as the observer does. A process of its own then visits sources all the time, each once in
fifteen minutes, and judges what that changes, while every page is requested from one warm process
through Django's test client. ``--busy`` processes besides compute without end, as workers do. At
last, a file of 20,000 new sources is imported. The table marks what exceeds the bound at the 95th
percentile of the wall time; with servers, CPU time is that of the web process alone.
"""

import argparse
import itertools
import multiprocessing
import os
import random
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.pages import Measured, PageRequest, empty_home, logged_in, measure, p95
from benchmarks.pages_data import USER, say_alive
from storage.counters.events import Event
from storage.counters.store import Counters
from storage.findings.signs import FailedAttempt
from storage.findings.store import SourceFindings
from storage.keys import url_key
from storage.outcomes import Outcome
from storage.seen.port import Seen
from storage.settings import Settings

if TYPE_CHECKING:
    from django.test import Client

    from storage.database.models import Run, Source

MAX_MS = 300
_BATCH = 1_000
_INTERVAL_SECONDS = 900
_STORED_DAYS = (0, 3, 4, 5)
_EVENTS = 50_000
_DAY = timedelta(days=1)


def pages(sources: int) -> list[PageRequest]:
    """Return the pages about sources."""
    last = sources // 50
    return [
        PageRequest(name="overview, cold", address="/", cold=True),
        *(
            PageRequest(name=f"sources by {sort}", address=f"/sources/?sort={sort}")
            for sort in ("name", "-name", "health", "-health", "document", "-document", "daily")
        ),
        PageRequest(name="sources, page in the middle", address=f"/sources/?page={last // 2}"),
        PageRequest(name="sources, last page", address=f"/sources/?page={last}"),
        PageRequest(name="sources, failing", address="/sources/?state=failing"),
        PageRequest(
            name="sources, healthy, last page", address=f"/sources/?state=healthy&page={last}"
        ),
        PageRequest(name="sources, a name", address="/sources/?q=Newspaper 4711"),
        PageRequest(name="sources, a part of all names", address="/sources/?q=news"),
        PageRequest(name="sources, no name", address="/sources/?q=nonesuch"),
        PageRequest(name="sources, a channel", address="/sources/?channel=board"),
        PageRequest(name="sources, a tag", address="/sources/?tag=topic 3"),
        PageRequest(name="sources, a folder", address="/sources/?folder=desk 3"),
        PageRequest(
            name="sources, all filters",
            address="/sources/?q=paper&channel=feed&tag=topic 3&state=failing&sort=document",
        ),
        PageRequest(name="source", address="/sources/2/"),
        PageRequest(name="source, failing", address="/sources/20/"),
        PageRequest(name="source, edit", address="/sources/2/edit/"),
        PageRequest(name="source, history", address="/sources/2/history/"),
        PageRequest(name="monitor", address="/monitor/"),
        PageRequest(name="monitor, cold", address="/monitor/", cold=True),
        PageRequest(name="monitor, live part", address="/monitor/live/"),
        PageRequest(name="monitor, jobs", address="/monitor/jobs/"),
        PageRequest(name="monitor, hosts", address="/monitor/hosts/"),
        PageRequest(name="monitor, errors", address="/monitor/errors/"),
        PageRequest(name="monitor, verdict", address="/monitor/verdict/"),
        PageRequest(name="events", address="/monitor/events/"),
        PageRequest(
            name="events, of sources, last page", address="/monitor/events/?kind=source&page=500"
        ),
        PageRequest(name="metrics", address="/metrics"),
        PageRequest(name="API, sources", address="/api/v1/sources"),
        PageRequest(
            name="API, 200 sources in the middle",
            address=f"/api/v1/sources?limit=200&offset={sources // 2}",
        ),
        PageRequest(
            name="API, enabled sources with a text",
            address="/api/v1/sources?text=news&enabled=true",
        ),
        PageRequest(name="API, source", address="/api/v1/sources/2"),
        PageRequest(name="API, status", address="/api/v1/status"),
    ]


def fill(settings: Settings, sources: int) -> None:
    """Fill the database, the counters and the findings."""
    from django.contrib.auth.models import Group, User

    from storage.backends import open_counters, open_findings, open_seen

    user = User.objects.create_user(USER)
    user.groups.set(Group.objects.all())
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
    from storage.database.models import Run, Source
    from storage.database.sources.statuses import enlist

    rng = random.Random(2)
    for first in range(1, sources + 1, _BATCH):
        numbers = range(first, min(first + _BATCH, sources + 1))
        rows = Source.objects.bulk_create([_source(number, now, rng) for number in numbers])
        enlist(rows)
        Run.objects.bulk_create([run for number in numbers for run in _runs(number, now)])
        _tell("sources", numbers[-1], sources)


def _source(number: int, now: datetime, rng: random.Random) -> "Source":
    from storage.database.models import Source

    visit = now - timedelta(seconds=rng.randrange(_INTERVAL_SECONDS))
    return Source(
        id=number,
        name=f"Newspaper {number} 第{number}日报",
        name_key=f"newspaper {number}",
        channel=("feed", "list", "board", "sitemap")[number % 4],
        address=f"https://site{number}.example/section/news/{number}/feed.xml",
        tags=[f"topic {number % 7}", f"region {number % 30}"],
        folder=f"desk {number % 12}",
        region=("CN", "GB", "FR", "")[number % 4],
        language=("zh", "en", "fr", "")[number % 4],
        owner=f"user {number % 5}" if number % 2 else "",
        interval_seconds=_INTERVAL_SECONDS,
        # As long as one that has seen some weeks.
        rhythm={"hours": [rng.random() for _ in range(168)]},
        enabled=number % 50 != 7,
        next_visit=visit + timedelta(seconds=_INTERVAL_SECONDS),
        last_visit=visit,
        last_success=visit,
        last_stored_at=visit - timedelta(minutes=rng.randrange(5000)),
    )


def _runs(number: int, now: datetime) -> "Iterator[Run]":
    from storage.database.models import Run

    for place in range(3):
        started = now - timedelta(seconds=number % _INTERVAL_SECONDS + place * _INTERVAL_SECONDS)
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
        batch_size=_BATCH,
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
        batch_size=_BATCH,
    )


def _fill_counters(counters: Counters, sources: int, now: datetime) -> None:
    events = (
        _event(number, Outcome.STORED, (now - day * _DAY).timestamp())
        for day in _STORED_DAYS
        for number in range(1, sources + 1)
        # Some have fallen silent.
        if number % 40 or day
    )
    _record(counters, events, len(_STORED_DAYS) * sources)
    failures = (
        _event(number, Outcome.HTTP_4XX, now.timestamp(), is_list=True)
        for number in range(20, sources + 1, 20)
    )
    _record(counters, failures, sources // 20)


def _record(counters: Counters, events: Iterator[Event], total: int) -> None:
    for done in itertools.count(5 * _BATCH, 5 * _BATCH):
        batch = list(itertools.islice(events, 5 * _BATCH))
        if not batch:
            break
        counters.record(batch)
        _tell("events", min(done, total), total)


def _event(number: int, outcome: Outcome, at: float, *, is_list: bool = False) -> Event:
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
    for first in range(1, sources + 1, _BATCH):
        numbers = range(first, min(first + _BATCH, sources + 1))
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
        while count := judge_due(stores, _BATCH)[0]:
            judged += count
            _tell("judged", min(judged, sources), sources)
    seconds = time.perf_counter() - start
    print(f"judged {judged:,} sources in {seconds:.0f} s: {judged / seconds:,.0f} a second")


@contextmanager
def traffic(sources: int, busy: int) -> Iterator[None]:
    """Let sources be visited and judged by another process meanwhile, and others compute."""
    context = multiprocessing.get_context("spawn")
    started = [
        context.Process(target=_visit, args=(sources,), daemon=True),
        *(context.Process(target=_compute, daemon=True) for _ in range(busy)),
    ]
    for process in started:
        process.start()
    try:
        yield
    finally:
        for process in started:
            process.terminate()
            process.join()


def _compute() -> None:
    while True:
        sum(range(10_000))


def _visit(sources: int) -> None:
    """Start and end visits as the scheduler does, and judge what is due as the observer does."""
    import django

    django.setup()
    from dataclasses import replace

    from storage.backends import open_counters
    from storage.database.port import RunRecord, RunStart
    from storage.database.searches.events import LOOKED, KnownCondition, note
    from storage.database.store import DjangoConfiguration
    from watch.events.upkeep import judge_due
    from watch.stores import Stores

    settings, configuration = Settings.from_mapping(os.environ), DjangoConfiguration()
    rng, a_second = random.Random(5), max(1, sources // _INTERVAL_SECONDS)
    open_runs: list[RunRecord] = []
    with closing(Stores(settings)) as stores, closing(open_counters(settings)) as counters:
        for number in itertools.count():
            began, now = time.monotonic(), configuration.now()
            runs = [
                RunRecord(id=f"v{number}-{index}", source_id=source_id, started=now, jobs=1)
                for index, source_id in enumerate(rng.sample(range(1, sources + 1), a_second))
            ]
            later = now + timedelta(seconds=_INTERVAL_SECONDS)
            configuration.start_runs(
                [RunStart(run=run, next_visit=later, rhythm={"hours": [0.5] * 168}) for run in runs]
            )
            counters.record(
                [_event(run.source_id, Outcome.STORED, now.timestamp()) for run in open_runs]
            )
            configuration.save_runs(
                [
                    replace(run, lists={"listed": 1}, pages={"stored": 1}, finished=now)
                    for run in open_runs
                ]
            )
            open_runs = runs
            if number % 3 == 0:
                judge_due(stores, _BATCH)
                note({LOOKED: KnownCondition(value="", since=configuration.now())}, (), ())
            time.sleep(max(0.0, 1 - (time.monotonic() - began)))


@dataclass(frozen=True, kw_only=True)
class MeasuredPage:
    """A page with its times and the number of its queries."""

    measured: Measured
    queries: int

    @property
    def cells(self) -> str:
        """Its part of a row of the table."""
        wall, cpu = (
            f"{statistics.median(taken):6.0f}{p95(taken):6.0f}"
            for taken in (self.measured.wall, self.measured.cpu)
        )
        sign = " "
        if self.is_slow:
            sign = "*"
        elif self.measured.status >= HTTPStatus.BAD_REQUEST:
            sign = "!"
        return f"{self.queries:4}{wall}{sign}{cpu}"

    @property
    def is_slow(self) -> bool:
        """Return whether it exceeds the bound."""
        return p95(self.measured.wall) > MAX_MS


def main() -> None:
    """Measure each kind of stores in a process of its own, and print one table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sources", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument("--busy", type=int, default=0, help="processes that compute meanwhile")
    parser.add_argument("--lines", type=int, default=20_000, help="of the file to import")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--files", action="store_true", help="only SQLite and files")
    only.add_argument(
        "--servers", action="store_true", help="only MariaDB, Redis, Beanstalkd, Elasticsearch"
    )
    parser.add_argument("--only", default="", help="ask only pages with this in their name")
    given = parser.parse_args()
    kinds = {"files": False, "servers": True}
    wanted = [name for name in kinds if not (given.files or given.servers) or getattr(given, name)]
    asked = {name: _in_own_process(given, kinds[name]) for name in wanted}
    _print_table(asked)
    print(f"load of the machine, one minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def _in_own_process(given: argparse.Namespace, servers: bool) -> list[MeasuredPage]:
    """Django can be set up for one database in a process."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as executor:
        return executor.submit(_run, given, servers).result()


def _run(given: argparse.Namespace, servers: bool) -> list[MeasuredPage]:
    with empty_home(servers) as settings:
        import django

        django.setup()
        from storage.backends import open_workers
        from webui.messages import compile_all
        from webui.serve import migrate

        compile_all()
        migrate()
        print("servers" if servers else "files", flush=True)
        fill(settings, given.sources)
        judge_all(settings, given.sources)
        client = logged_in()
        asked = []
        with closing(open_workers(settings)) as workers, traffic(given.sources, given.busy):
            for page in pages(given.sources):
                if given.only in page.name:
                    say_alive(workers)
                    [measured] = measure(client, page, given.repeats)
                    asked.append(MeasuredPage(measured=measured, queries=_queries(client, page)))
            import_lines(given.lines)
    return asked


def _queries(client: "Client", page: PageRequest) -> int:
    from django.core.cache import cache
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    if page.cold:
        cache.clear()
    with CaptureQueriesContext(connection) as queries:
        client.get(page.address)
    return len(queries)


def import_lines(number: int) -> None:
    """Import a file with so many new sources, and print how long it takes."""
    from storage.database.sources.transfer import apply_plan, read_csv

    lines = [
        f'Imported {each},feed,https://new{each}.example/feed,"topic {each % 7}",desk {each % 12}'
        for each in range(number)
    ]
    took = []
    start = time.perf_counter(), time.process_time()
    plan = read_csv("\n".join(["name,channel,address,tags,folder", *lines]).encode())
    took.append((time.perf_counter() - start[0], time.process_time() - start[1]))
    apply_plan(plan, USER)
    took.append((time.perf_counter() - start[0], time.process_time() - start[1]))
    (read, read_cpu), (whole, whole_cpu) = took
    print(
        f"import of {number:,} lines: {whole:.1f} s (CPU {whole_cpu:.1f} s), "
        f"of them the preview {read:.1f} s (CPU {read_cpu:.1f} s)",
        flush=True,
    )


def _print_table(asked: Mapping[str, Sequence[MeasuredPage]]) -> None:
    heads = "".join(f" | {name:^29}" for name in asked)
    print(f"\n{'':42}{heads}")
    print(f"{'page, ms':42}" + " |   q  wall   p95    CPU   p95" * len(asked))
    for row in zip(*asked.values(), strict=True):
        print(f"{row[0].measured.name:42}" + "".join(f" | {each.cells}" for each in row))
    for name, each in asked.items():
        slow = [one.measured.name for one in each if one.is_slow]
        print(f"{name}: over {MAX_MS} ms at the 95th percentile (*): {', '.join(slow) or 'none'}")


if __name__ == "__main__":
    main()
