"""A scheduler with many due sources, to which something happens while it puts their jobs.

``python -m tests.faults.due_sources HOME DATABASE QUEUE PUTS`` starts visits, and kills itself
after so many puts.
"""

import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

from scheduler.jobs import ListJob
from scheduler.queue.backends import open_queue
from scheduler.queue.port import LIST_TUBE, NewJob, Queue
from scheduler.service import Scheduler
from storage.backends import open_counters, open_documents
from storage.sealing import HeaderSeal
from storage.settings import Settings
from testbed.databases import database, set_up_django


def add_due(number: int) -> list[int]:
    """Add so many sources that are due, and visited again after an hour; return their ids."""
    from storage.database.clock import database_now
    from storage.database.models import Source
    from storage.database.sources.validation import name_key

    due = database_now() - timedelta(minutes=1)
    names = [f"source {place}" for place in range(number)]
    address, rest = (
        "https://{}.example/feed.xml",
        {"channel": "feed", "interval_seconds": 3600, "next_visit": due},
    )
    Source.objects.bulk_create(
        Source(name=name, name_key=name_key(name), address=address.format(index), **rest)
        for index, name in enumerate(names)
    )
    return list(Source.objects.order_by("pk").values_list("pk", flat=True))


@contextmanager
def scheduler(
    settings: Settings, *, after: int = -1, happens: Callable[[], None] = lambda: None
) -> Iterator[Scheduler]:
    """Yield a scheduler on Django's database. ``happens`` is called after so many puts."""
    from storage.database.store import DjangoConfiguration

    with (
        closing(open_queue(settings)) as queue,
        closing(open_counters(settings)) as counters,
        closing(open_documents(settings)) as documents,
    ):
        _let_happen(queue, after, happens)
        yield Scheduler(
            DjangoConfiguration(),
            queue,
            counters,
            documents,
            seal=HeaderSeal(lambda: "key"),
            lead_seconds=600,
            tick_seconds=1.0,
            retention_days=0,
            revisit_ages={},
        )


def tick(scheduler: Scheduler) -> int:
    """Tick at the present time of the database."""
    return scheduler.tick(scheduler._configuration.now())


def visits(settings: Settings) -> Counter[int]:
    """Take all list jobs; return how many there are of each source."""
    with closing(open_queue(settings)) as queue:
        # A queue that answers slowly gives fewer jobs at a time.
        taken = iter(lambda: queue.reserve([LIST_TUBE], 10_000, 0), [])
        return Counter(ListJob.from_json(job.body).source.id for jobs in taken for job in jobs)


def _let_happen(queue: Queue, after: int, happens: Callable[[], object]) -> None:
    put, puts = queue.put, 0

    def counted(tube: str, jobs: Sequence[NewJob]) -> list[str]:
        nonlocal puts
        ids = put(tube, jobs)
        puts += 1
        if puts == after:
            happens()
        return ids

    queue.put = counted  # type: ignore[method-assign]


def _die(home: str, database_url: str, queue_url: str, puts: str) -> None:
    set_up_django()
    settings = Settings(home=Path(home), queue_url=queue_url)
    with (
        database(database_url),
        scheduler(
            settings, after=int(puts), happens=lambda: os.kill(os.getpid(), signal.SIGKILL)
        ) as dying,
    ):
        tick(dying)


if __name__ == "__main__":
    _die(*sys.argv[1:])
