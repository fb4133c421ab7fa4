"""Measure the pages about sources with very many of them, while they are visited.

    python -m benchmarks.sources [--sources 100000] [--files | --servers] [--busy 1] [--only PART]

Fill empty stores, first in files and then on servers, with sources in all states, and judge all of
them once, as the observer does. A process of its own then visits sources all the time, each once in
fifteen minutes, and judges what that changes, while every page is requested from one warm process
through Django's test client. ``--busy`` processes besides compute without end, as workers do. At
last, a file of 20,000 new sources is imported. The table marks what exceeds the bound at the 95th
percentile of the wall time.
"""

import argparse
import itertools
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.page_times import USER, Page, PageTimes, make_user, measure, print_table, stores
from benchmarks.pages_data import say_alive
from benchmarks.sources_data import BATCH, INTERVAL_SECONDS, event_of, fill_sources, judge_all
from storage.outcomes import Outcome
from storage.settings import Settings


def pages(sources: int) -> list[Page]:
    """Return the pages about sources."""
    last = sources // 50
    return [
        Page(name="overview, cold", address="/", cold=True),
        *(
            Page(name=f"sources by {sort}", address=f"/sources/?sort={sort}")
            for sort in ("name", "-name", "health", "-health", "document", "-document", "daily")
        ),
        Page(name="sources, page in the middle", address=f"/sources/?page={last // 2}"),
        Page(name="sources, last page", address=f"/sources/?page={last}"),
        Page(name="sources, failing", address="/sources/?state=failing"),
        Page(name="sources, healthy, last page", address=f"/sources/?state=healthy&page={last}"),
        Page(name="sources, a name", address="/sources/?q=Newspaper 4711"),
        Page(name="sources, a part of all names", address="/sources/?q=news"),
        Page(name="sources, no name", address="/sources/?q=nonesuch"),
        Page(name="sources, a channel", address="/sources/?channel=board"),
        Page(name="sources, a tag", address="/sources/?tag=topic 3"),
        Page(name="sources, a folder", address="/sources/?folder=desk 3"),
        Page(
            name="sources, all filters",
            address="/sources/?q=paper&channel=feed&tag=topic 3&state=failing&sort=document",
        ),
        Page(name="source", address="/sources/2/"),
        Page(name="source, failing", address="/sources/20/"),
        Page(name="source, edit", address="/sources/2/edit/"),
        Page(name="source, history", address="/sources/2/history/"),
        Page(name="monitor", address="/monitor/"),
        Page(name="monitor, cold", address="/monitor/", cold=True),
        Page(name="monitor, live part", address="/monitor/live/"),
        Page(name="monitor, jobs", address="/monitor/jobs/"),
        Page(name="monitor, hosts", address="/monitor/hosts/"),
        Page(name="monitor, errors", address="/monitor/errors/"),
        Page(name="monitor, verdict", address="/monitor/verdict/"),
        Page(name="events", address="/monitor/events/"),
        Page(name="events, of sources, last page", address="/monitor/events/?kind=source&page=500"),
        Page(name="metrics", address="/metrics"),
        Page(name="API, sources", address="/api/v1/sources"),
        Page(
            name="API, 200 sources in the middle",
            address=f"/api/v1/sources?limit=200&offset={sources // 2}",
        ),
        Page(
            name="API, enabled sources with a text",
            address="/api/v1/sources?text=news&enabled=true",
        ),
        Page(name="API, source", address="/api/v1/sources/2"),
        Page(name="API, status", address="/api/v1/status"),
    ]


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
    rng, a_second = random.Random(5), max(1, sources // INTERVAL_SECONDS)
    open_runs: list[RunRecord] = []
    with closing(Stores(settings)) as stores, closing(open_counters(settings)) as counters:
        for number in itertools.count():
            began, now = time.monotonic(), configuration.now()
            runs = [
                RunRecord(id=f"v{number}-{index}", source_id=source_id, started=now, jobs=1)
                for index, source_id in enumerate(rng.sample(range(1, sources + 1), a_second))
            ]
            later = now + timedelta(seconds=INTERVAL_SECONDS)
            configuration.start_runs(
                [RunStart(run=run, next_visit=later, rhythm={"hours": [0.5] * 168}) for run in runs]
            )
            counters.record(
                [event_of(run.source_id, Outcome.STORED, now.timestamp()) for run in open_runs]
            )
            configuration.save_runs(
                [
                    replace(run, lists={"listed": 1}, pages={"stored": 1}, finished=now)
                    for run in open_runs
                ]
            )
            open_runs = runs
            if number % 3 == 0:
                judge_due(stores, BATCH)
                note({LOOKED: KnownCondition(value="", since=configuration.now())}, (), ())
            time.sleep(max(0.0, 1 - (time.monotonic() - began)))


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
    for name in wanted:
        print(name, flush=True)
        with stores("", servers=kinds[name]):
            print_table(_in_own_process(given))


def _in_own_process(given: argparse.Namespace) -> list[PageTimes]:
    """Django can be set up for one database in a process."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as executor:
        return executor.submit(_run, given).result()


def _run(given: argparse.Namespace) -> list[PageTimes]:
    import django

    django.setup()
    from storage.backends import open_workers
    from webui.messages import compile_all
    from webui.serve import migrate

    settings = Settings.from_mapping(os.environ)
    compile_all()
    migrate()
    make_user()
    fill_sources(settings, given.sources)
    judge_all(settings, given.sources)
    asked = [page for page in pages(given.sources) if given.only in page.name]
    with closing(open_workers(settings)) as workers, traffic(given.sources, given.busy):
        found, _others = measure(asked, given.repeats, lambda: say_alive(workers))
        import_lines(given.lines)
    return found


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


if __name__ == "__main__":
    main()
