"""Measure the scheduler with thousands of due sources, and the queue with a hundred thousand jobs.

``python -m benchmarks.backlog`` measures SQLite alone; with ``--servers``, it also starts MariaDB
and Beanstalkd.

* Scheduler: so many sources fall due at once. The time until each has its visit in the queue, and
  the longest tick.
* Queue: the pages of 500 visits are put in rounds. Then 2,000 are taken and deleted one batch of 64
  after the other, while all others wait; the median and the slowest batch, and the time of
  ``stats``, which the monitor asks for.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import timedelta
from pathlib import Path
from statistics import median

from scheduler.jobs import PageJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import PAGE_TUBE, NewJob, Queue
from scheduler.queue.rank import round_of
from scheduler.service import Scheduler
from storage.backends import open_counters, open_documents
from storage.sealing import HeaderSeal
from storage.settings import Settings
from testbed.databases import database, set_up_django, sqlite_url
from testbed.servers import Beanstalkd, MariaDB

_VISITS, _BATCH, _TAKEN = 500, 64, 2_000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--servers", action="store_true", help="measure MariaDB and Beanstalkd too")
    parser.add_argument("--sources", type=int, default=5_000)
    parser.add_argument("--jobs", type=int, default=100_000)
    options = parser.parse_args()
    set_up_django()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as started:
        home = Path(folder)
        databases, queues = {"SQLite": sqlite_url(home)}, {"SQLite": f"sqlite://{home}/queue.db"}
        if options.servers:
            databases["MariaDB"] = started.enter_context(_mariadb())
            queues["Beanstalkd"] = started.enter_context(_beanstalkd())
        for (database_name, address), (queue_name, queue) in zip(
            databases.items(), queues.items(), strict=True
        ):
            _measure_scheduler(
                f"{database_name} and {queue_name}",
                address,
                Settings(home=home, queue_url=queue),
                options.sources,
            )
            _measure_queue(queue_name, Settings(home=home, queue_url=queue), options.jobs)


@contextmanager
def _mariadb() -> Iterator[str]:
    with closing(MariaDB()) as server:
        server.start()
        yield server.url


@contextmanager
def _beanstalkd() -> Iterator[str]:
    with closing(Beanstalkd()) as server:
        server.start()
        yield server.url


def _measure_scheduler(name: str, address: str, settings: Settings, sources: int) -> None:
    with database(address):
        from storage.database.models import Source
        from storage.database.sources.validation import name_key
        from storage.database.store import DjangoConfiguration

        configuration = DjangoConfiguration()
        now = configuration.now()
        Source.objects.all().delete()
        Source.objects.bulk_create(
            Source(
                name=f"source {number}",
                name_key=name_key(f"source {number}"),
                channel="feed",
                address=f"https://{number}.example/feed.xml",
                next_visit=now - timedelta(seconds=1),
            )
            for number in range(sources)
        )
        with closing(open_queue(settings)) as queue, closing(open_counters(settings)) as counters:
            with closing(open_documents(settings)) as documents:
                scheduler = Scheduler(
                    configuration,
                    queue,
                    counters,
                    documents,
                    seal=HeaderSeal(lambda: "key"),
                    lead_seconds=600,
                    tick_seconds=1.0,
                    retention_days=0,
                    revisit_ages={},
                )
                ticks, visited, cpu = [], 0, time.process_time()
                while visited < sources:
                    before = time.perf_counter()
                    visited += scheduler.tick(configuration.now())
                    ticks.append(time.perf_counter() - before)
                cpu = time.process_time() - cpu
            _empty(queue, "list")
    total = sum(ticks)
    print(
        f"{name}: {sources:,} sources due at once: {total:.1f} s of work, "
        f"{1000 * total / sources:.1f} ms a source, of them {1000 * cpu / sources:.1f} of the "
        f"scheduler's CPU; {len(ticks)} ticks, the longest {max(ticks):.2f} s"
    )


def _measure_queue(name: str, settings: Settings, jobs: int) -> None:
    with closing(open_queue(settings)) as queue:
        before = time.perf_counter()
        for visit in range(_VISITS):
            queue.put(PAGE_TUBE, [_job(visit, place) for place in range(jobs // _VISITS)])
        put = time.perf_counter() - before
        batches = []
        for _ in range(_TAKEN // _BATCH):
            before = time.perf_counter()
            taken = queue.reserve([PAGE_TUBE], _BATCH, 0.0)
            for job in taken:
                queue.delete(job)
            batches.append(time.perf_counter() - before)
            assert len(taken) == _BATCH
        before = time.perf_counter()
        queue.stats()
        counted = time.perf_counter() - before
        _empty(queue, PAGE_TUBE)
    each = [1000 * seconds / _BATCH for seconds in batches]
    print(
        f"{name}: {jobs:,} jobs: put {jobs / put:,.0f} a second; take and delete "
        f"{median(each):.2f} ms a job, {max(each):.2f} in the slowest batch; stats "
        f"{1000 * counted:.0f} ms"
    )


def _job(visit: int, index: int) -> NewJob:
    source = SourceSpec(id=visit, name=f"source {visit}", channel="board", host=f"{visit}.example")
    url = f"https://{visit}.example/thread/{index}"
    page = PageJob(
        run_id=f"run {visit}", source=source, url=url, key=url, collected=1.5, kind="thread"
    )
    return NewJob(body=page.to_json(), round=round_of(index))


def _empty(queue: Queue, tube: str) -> None:
    while taken := queue.reserve([tube], 1_000, 0.0):
        for job in taken:
            queue.delete(job)


if __name__ == "__main__":
    main()
