"""Servers and the scheduler that go away while the visits of a batch of due sources begin."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scheduler.errors import QueueUnavailable
from storage.errors import Unavailable
from storage.settings import Settings
from testbed.databases import database, set_up_django
from testbed.servers import Beanstalkd, MariaDB
from tests.faults.due_sources import add_due, scheduler, tick, visits

SOURCES, AFTER = 40, 15


@pytest.fixture
def settings(
    tmp_path: Path, own_mariadb: MariaDB, own_beanstalkd: Beanstalkd
) -> Iterator[Settings]:
    set_up_django()
    with database(own_mariadb.url):
        yield Settings(home=tmp_path, database_url=own_mariadb.url, queue_url=own_beanstalkd.url)


def runs() -> list[int]:
    from storage.database.models import Run

    return sorted(Run.objects.values_list("source", flat=True))


def test_a_database_that_dies_after_the_jobs_are_put_costs_no_visit_and_repeats_none(
    settings: Settings, own_mariadb: MariaDB
) -> None:
    sources = add_due(SOURCES)
    with scheduler(settings, after=AFTER, happens=own_mariadb.kill) as leader:
        now = leader._configuration.now()
        for _ in range(3):
            with pytest.raises(Unavailable):
                leader.tick(now)
        own_mariadb.start()
        assert tick(leader) == SOURCES
        assert tick(leader) == 0
    assert runs() == sources
    assert visits(settings) == dict.fromkeys(sources, 1)


def test_a_queue_that_dies_costs_no_visit_and_repeats_none_that_has_begun(
    settings: Settings, own_beanstalkd: Beanstalkd
) -> None:
    sources = add_due(SOURCES)
    with scheduler(settings, after=AFTER, happens=own_beanstalkd.kill) as leader:
        with pytest.raises(QueueUnavailable):
            tick(leader)
        assert runs() == sources[:AFTER]
        own_beanstalkd.start()
        assert tick(leader) == SOURCES - AFTER
    assert runs() == sources
    assert visits(settings) == dict.fromkeys(sources, 1)


def test_a_killed_scheduler_repeats_what_it_has_not_recorded_and_loses_nothing(
    settings: Settings,
) -> None:
    sources = add_due(SOURCES)
    from django.db import connection

    connection.close()
    command = [
        sys.executable,
        "-m",
        "tests.faults.due_sources",
        settings.home,
        settings.database_url,
    ]
    died = subprocess.run(
        [*map(str, command), settings.queue_url, str(AFTER)],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert died.returncode == -signal.SIGKILL, died.stderr
    assert runs() == []
    from storage.database.models import LeaderLock

    LeaderLock.objects.all().delete()
    with scheduler(settings) as next_leader:
        assert tick(next_leader) == SOURCES
    assert runs() == sources
    assert visits(settings) == {source: 2 if source in sources[:AFTER] else 1 for source in sources}
