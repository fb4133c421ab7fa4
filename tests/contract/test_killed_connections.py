"""A connection that the server ends at any moment is an outage of one call: the next one works,
as a role that runs for weeks needs it.
"""

import itertools
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from storage.errors import Unavailable
from testbed.databases import database, set_up_django
from testbed.servers.namespaces import fresh_database
from tests.contract.configuration_sources import NOW, add

if TYPE_CHECKING:
    from storage.database.store import DjangoConfiguration

_FEWEST_COMMANDS = 15
"""``use`` sends 29: with far fewer, the test would not end the connection at every moment."""


@pytest.fixture(scope="module")
def url(mariadb: str) -> Iterator[str]:
    set_up_django()
    with fresh_database(mariadb) as url, database(url):
        yield url


@pytest.fixture
def configuration(url: str) -> Iterator["DjangoConfiguration"]:
    from storage.database.models import LeaderLock, Source
    from storage.database.store import DjangoConfiguration

    for model in (Source, LeaderLock):
        model.objects.all().delete()
    configuration = DjangoConfiguration()
    yield configuration
    configuration.close()


def kill(cursor: Any, number: int) -> None:
    """End a connection, and wait until it is gone."""
    cursor.execute("SELECT 1 FROM information_schema.processlist WHERE id = %s", [number])
    if cursor.fetchone():
        cursor.execute(f"KILL HARD {number}")
    while cursor.execute("SELECT 1 FROM information_schema.processlist WHERE id = %s", [number]):
        cursor.fetchall()


@pytest.fixture
def killer(configuration: "DjangoConfiguration") -> Iterator[Any]:
    """A cursor of a connection of its own, which ends others."""
    from django.db import connection

    configuration.now()
    parameters = connection.get_connection_params()
    other = connection.get_new_connection(parameters)
    other.autocommit(True)
    with other.cursor() as cursor:
        yield cursor
    other.close()


def use(configuration: "DjangoConfiguration") -> list[str]:
    """Read, write in a statement of its own and in transactions, one of them in another."""
    from django.db import transaction

    with transaction.atomic():
        configuration.save_runs([])
        configuration.now()
    configuration.now()
    assert configuration.acquire_lease("me", 600)
    configuration.save_runs([])
    configuration.reschedule({each.id: NOW for each in configuration.due_sources(NOW, 9)})
    return [each.name for each in configuration.due_sources(NOW, 9)]


@pytest.mark.parametrize("moment", ["commit", "rollback", "autocommit"])
@pytest.mark.parametrize("is_before", [True, False], ids=["before", "after"])
def test_one_that_ends_while_a_transaction_does_heals(
    configuration: "DjangoConfiguration",
    killer: Any,
    monkeypatch: pytest.MonkeyPatch,
    moment: str,
    is_before: bool,
) -> None:
    from django.db import connection, transaction

    add("a", next_visit=NOW)
    driver = connection.connection
    number, usual = driver.thread_id(), getattr(driver, moment)

    def ends(*given: Any) -> None:
        if is_before:
            kill(killer, number)
        usual(*given)
        if not is_before:
            kill(killer, number)

    # What was asked for is done or not, depending on the moment; what counts is what follows.
    with suppress(Unavailable, KeyError), transaction.atomic():
        configuration.now()
        monkeypatch.setattr(driver, moment, ends)
        if moment == "rollback":
            raise KeyError
    assert use(configuration) == ["a"]
    assert connection.get_autocommit()
    assert not connection.in_atomic_block


@pytest.mark.parametrize("is_before", [True, False], ids=["before", "after"])
def test_one_that_ends_at_any_moment_heals(
    configuration: "DjangoConfiguration",
    killer: Any,
    monkeypatch: pytest.MonkeyPatch,
    is_before: bool,
) -> None:
    from django.db import connection

    add("a", next_visit=NOW)
    usual = type(connection.connection)._execute_command
    killers, left = killer.connection, [0]

    def counted(driver: Any, *given: Any) -> None:
        """Send a command; end its connection with the one whose turn it is."""
        if driver is killers:
            usual(driver, *given)
            return
        left[0] -= 1
        if is_before and left[0] == 0:
            kill(killer, driver.thread_id())
        usual(driver, *given)
        if not is_before and left[0] == 0:
            kill(killer, driver.thread_id())

    monkeypatch.setattr(type(connection.connection), "_execute_command", counted)
    for moment in itertools.count(1):
        left[0] = moment
        with suppress(Unavailable):
            use(configuration)
        if left[0] > 0:
            # All moments have had their turn.
            break
        assert use(configuration) == ["a"], moment
        assert connection.get_autocommit()
        assert not connection.in_atomic_block
    assert moment > _FEWEST_COMMANDS
