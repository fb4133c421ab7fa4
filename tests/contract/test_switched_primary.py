"""Another MySQL server becomes the primary while connections to the former one stay open."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from storage.database.port import RunRecord, RunStart
from storage.errors import Unavailable
from testbed.databases import database, set_up_django
from testbed.servers.replication import Switch
from tests.contract.configuration_sources import NOW, add


@pytest.fixture
def switch(mariadb_switch: Switch) -> Iterator[Switch]:
    """Servers of which Django uses the primary."""
    set_up_django()
    with database(mariadb_switch.url):
        yield mariadb_switch


def test_the_next_call_goes_to_the_new_primary(switch: Switch) -> None:
    from storage.database.models import Source
    from storage.database.store import DjangoConfiguration

    first, second = switch.first, switch.second
    configuration = DjangoConfiguration()
    source = add("a")
    assert configuration.acquire_lease("a", 600)

    # While no server takes writes, reads go on, and every write says that the database is
    # unavailable.
    first.execute("SET GLOBAL read_only = 1")
    second.catch_up(first)
    for _ in range(2):
        with pytest.raises(Unavailable, match="read-only"):
            configuration.acquire_lease("a", 600)
        assert configuration.next_due() == NOW

    switch.to(second)
    second.execute(
        "UPDATE newsloom.configuration_source SET next_visit = %s", "2026-03-05 11:00:00"
    )
    # The connection to the former primary is still open, and would answer with the old time.
    assert configuration.next_due() == NOW.replace(hour=11, minute=0, second=0, microsecond=0)
    assert configuration.acquire_lease("a", 600)
    later = NOW + timedelta(hours=1)
    run = RunRecord(id="run", source_id=source.pk, started=NOW, jobs=1)
    configuration.start_runs([RunStart(run=run, next_visit=later, rhythm={})])
    assert configuration.newest_runs([source.pk]) == {source.pk: run}
    assert Source.objects.get().next_visit == later


def test_a_primary_that_vanishes_is_noticed_after_the_time_limit_of_an_answer(
    switch: Switch,
) -> None:
    """Nothing closes the connection; the call that meets it connects again and succeeds."""
    from django.db import connection

    from storage.database.store import DjangoConfiguration

    configuration = DjangoConfiguration()
    assert connection.settings_dict["OPTIONS"]["read_timeout"] == 60
    connection.settings_dict["OPTIONS"]["read_timeout"] = 1
    configuration.close()
    add("a")
    switch.second.catch_up(switch.first)
    switch.address.silence()
    switch.to(switch.second)
    assert configuration.next_due() == NOW
    assert configuration.acquire_lease("a", 600)
