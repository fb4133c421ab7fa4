"""An observer that is killed in the middle: no state is lost, and no event told twice."""

import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage.settings import Settings
from testbed.databases import database, set_up_django, sqlite_url
from tests.faults.due_sources import add_due

SOURCES, BATCH = 250, 100


# Both keep a transaction whole or not at all: tests/contract/test_configuration*.py.
@pytest.fixture(params=["sqlite", pytest.param("mariadb", marks=pytest.mark.heavy)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    set_up_django()
    is_server = request.param == "mariadb"
    url = request.getfixturevalue("mysql_url") if is_server else sqlite_url(tmp_path)
    with database(url):
        yield Settings(home=tmp_path, database_url=url)


def fail_all(sources: list[int]) -> None:
    """Let the first visit of each source find that its list has no links."""
    from storage.database.clock import database_now
    from storage.database.models import Run, Source
    from storage.database.sources.statuses import enlist

    now = database_now()
    Run.objects.bulk_create(
        Run(id=f"r{pk}", source_id=pk, started=now, finished=now, jobs=1, lists={"no_links": 1})
        for pk in sources
    )
    enlist(list(Source.objects.all()))


def states() -> Counter[str]:
    from storage.database.models import SourceStatus

    return Counter(SourceStatus.objects.values_list("state", flat=True))


def events() -> Counter[int | None]:
    from storage.database.models import TimelineEvent

    return Counter(TimelineEvent.objects.values_list("source_id", flat=True))


def test_a_killed_observer_loses_no_state_and_tells_nothing_twice(settings: Settings) -> None:
    from django.db import connection

    from watch.events.upkeep import judge_due
    from watch.stores import Stores

    sources = add_due(SOURCES)
    fail_all(sources)
    connection.close()
    command = [sys.executable, "-m", "tests.faults.judging", settings.home, settings.database_url]
    died = subprocess.run(
        [*map(str, command), str(2 * BATCH)],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert died.returncode == -signal.SIGKILL, died.stderr
    # The first batch is kept whole, of the second nothing.
    assert states() == {"failing": BATCH, "new": SOURCES - BATCH}
    assert events().total() == BATCH
    with closing(Stores(settings)) as stores:
        assert judge_due(stores, 10_000) == (SOURCES - BATCH, None)
        assert judge_due(stores, 10_000) == (0, None)
    assert states() == {"failing": SOURCES}
    assert events() == dict.fromkeys(sources, 1)
