"""A scheduler on the embedded stores."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scheduler.queue.backends import open_queue
from scheduler.queue.port import Queue
from scheduler.service import Scheduler
from storage.backends import open_counters, open_documents
from storage.counters.store import Counters
from storage.sealing import HeaderSeal
from storage.settings import Settings
from testbed.databases import database, set_up_django, sqlite_url


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    set_up_django()
    with database(sqlite_url(tmp_path)):
        yield Settings(home=tmp_path)


@pytest.fixture
def queue(settings: Settings) -> Iterator[Queue]:
    with closing(open_queue(settings)) as queue:
        yield queue


@pytest.fixture
def counters(settings: Settings) -> Iterator[Counters]:
    with closing(open_counters(settings)) as counters:
        yield counters


@pytest.fixture
def scheduler(settings: Settings, queue: Queue, counters: Counters) -> Iterator[Scheduler]:
    from storage.database.store import DjangoConfiguration

    with closing(open_documents(settings)) as documents:
        yield Scheduler(
            DjangoConfiguration(),
            queue,
            counters,
            documents,
            seal=HeaderSeal(settings.secret),
            lead_seconds=10,
            tick_seconds=0.01,
            retention_days=0,
            revisit_ages={},
        )
