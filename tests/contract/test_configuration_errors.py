"""What errors of the configuration's database mean: trouble with the server, somebody else's
change, or a bug.
"""

import sqlite3
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from storage.database.errors import UnreadableSource
from storage.errors import Refused, StorageError, Unavailable
from testbed.databases import database, set_up_django
from tests.contract.configuration_sources import NOW, add

if TYPE_CHECKING:
    from storage.database.store import DjangoConfiguration


def execute(statement: str) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "SELEKT 1",
        "SELECT no_such_function(1)",
        "INSERT INTO configuration_leaderlock (name) VALUES (1, 2)",
        "INSERT INTO configuration_leaderlock (name, holder, expires) VALUES ('a', NULL, "
        "'2026-01-01 00:00:00')",
        "INSERT INTO configuration_leaderlock (name) VALUES ('a')",
    ],
)
def test_a_wrong_statement_looks_like_a_bug(
    configuration: "DjangoConfiguration", statement: str
) -> None:
    from django.db import DatabaseError

    with pytest.raises(DatabaseError) as raised:
        execute(statement)
    assert not isinstance(raised.value, StorageError)
    assert configuration.next_due() is None


@pytest.fixture
def mysql(mysql_url: str) -> Iterator[None]:
    set_up_django()
    with database(mysql_url):
        yield


@pytest.mark.usefixtures("mysql")
@pytest.mark.parametrize("statement", ["SELECT (SELECT 1 UNION SELECT 2)", "SELECT 'a' REGEXP '('"])
def test_what_only_a_server_calls_wrong_looks_like_a_bug_too(statement: str) -> None:
    from django.db import DatabaseError

    with pytest.raises(DatabaseError) as raised:
        execute(statement)
    assert not isinstance(raised.value, StorageError)


@pytest.mark.usefixtures("mysql")
def test_what_takes_longer_than_the_server_lets_it_is_refused() -> None:
    with pytest.raises(Refused, match="max_statement_time"):
        execute(
            "SET STATEMENT max_statement_time = 0.01"
            " FOR SELECT SUM(SHA1(seq)) FROM seq_1_to_1000000000"
        )


def test_a_connection_that_is_used_wrongly_is_a_bug(configuration: "DjangoConfiguration") -> None:
    from django.db import ProgrammingError, transaction

    with pytest.raises(ProgrammingError):
        transaction.set_rollback(True)
    assert configuration.next_due() is None


@pytest.mark.parametrize(
    "statement", ["SELECT 1 FROM missing", "SELECT missing FROM configuration_leaderlock"]
)
def test_old_tables_name_the_command(configuration: "DjangoConfiguration", statement: str) -> None:
    with pytest.raises(Refused, match="run `newsloom migrate`"):
        execute(statement)


def test_what_somebody_else_wrote_meanwhile_is_not_a_bug(
    configuration: "DjangoConfiguration",
) -> None:
    from storage.database.models import Run, Source

    source = add("a")
    with pytest.raises(Refused, match="reload and try again"):
        Source.objects.create(
            name="a", channel="feed", address="https://example.org/", interval_seconds=1
        )
    with pytest.raises(Refused, match="reload and try again"):
        Run.objects.create(
            id="run", source_id=source.pk + 1, started=NOW - timedelta(days=1), jobs=1
        )


def test_a_connection_that_is_gone_is_an_outage_and_the_next_call_connects_again(
    configuration: "DjangoConfiguration",
) -> None:
    from django.db import connections

    connection: Any = connections["default"]
    gone = connection.Database.OperationalError("disk I/O error")
    gone.sqlite_errorcode = sqlite3.SQLITE_IOERR
    configuration.now()
    before = connection.connection
    with pytest.raises(Unavailable), connection.wrap_database_errors:
        raise gone
    configuration.now()
    assert connection.connection is not before


def test_a_transaction_keeps_its_connection(configuration: "DjangoConfiguration") -> None:
    from django.db import connection, transaction

    with transaction.atomic():
        before = connection.connection
        with pytest.raises(Refused), transaction.atomic():
            execute("SELECT 1 FROM missing")
        configuration.now()
        assert connection.connection is before


def test_what_makes_a_row_unless_there_is_one_finds_that_of_another_process(
    configuration: "DjangoConfiguration",
) -> None:
    from django.db import IntegrityError

    from storage.database.models import LeaderLock

    values = {"name": "a", "holder": "me", "expires": NOW}
    LeaderLock.objects.create(**values)
    # What Django's own get_or_create goes by.
    with pytest.raises(IntegrityError, match="reload and try again"):
        LeaderLock.objects.create(**values)


@pytest.mark.parametrize(("column", "value"), [("keywords", "null"), ("patterns", "3")])
def test_a_row_with_a_value_of_the_wrong_type_is_named(
    configuration: "DjangoConfiguration", column: str, value: str
) -> None:
    add("good")
    bad = add("bad", revisit="auto")
    execute(f"UPDATE configuration_source SET {column} = '{value}' WHERE id = {bad.pk}")
    reads: tuple[Callable[[], object], ...] = (
        lambda: configuration.due_sources(NOW, 9),
        configuration.revisited_sources,
    )
    for read in reads:
        with pytest.raises(UnreadableSource, match=f"source {bad.pk} ") as raised:
            read()
        assert raised.value.source_id == bad.pk
