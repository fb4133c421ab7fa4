"""A migration on a server waits for a backup, and nothing else waits for the migration."""

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from testbed.databases import database, ready_database, set_up_django
from testbed.servers.namespaces import execute, fresh_database
from testbed.stack import Stack, wait_until
from tests.next_version import BEFORE, make_next_version

SOURCE = "name,channel,address\nNews,feed,https://news.example/\n"
WAITING = """
SELECT 1 FROM information_schema.processlist
WHERE db = database() AND state = 'Waiting for table metadata lock'
"""
WAITING_FOR_ITS_TURN = """
SELECT 1 FROM information_schema.processlist WHERE db = database() AND state = 'User lock'
"""
# Half a minute is less than the transaction of the backup lasts: it ends after these.
READING = "SET STATEMENT lock_wait_timeout = 30 FOR SELECT name FROM configuration_source"


def test_it_says_that_it_waits_and_holds_up_nobody(tmp_path: Path, mariadb: str) -> None:
    set_up_django()
    with fresh_database(mariadb) as url, Stack(tmp_path / "home", {"database": url}) as stack:
        stack.migrate()
        (tmp_path / "source.csv").write_text(SOURCE)
        stack.run("source", "import", str(tmp_path / "source.csv"))
        with ready_database(url), a_backup_that_reads_sources():
            stack.root = make_next_version(tmp_path / "next")
            migration = stack.start("migrate")
            wait_until(lambda: bool(execute(url, WAITING)), 60, "the migration waits", stack.logs)
            for _ in range(3):
                assert execute(url, READING) == (("News",),)
            said = "ALTER TABLE `configuration_source` waits until no transaction uses this table"
            wait_until(lambda: stack.logs().count(said) > 1, 60, "it says so twice", stack.logs)
            other = stack.start("migrate")
            waits = lambda: bool(execute(url, WAITING_FOR_ITS_TURN))  # noqa: E731
            wait_until(waits, 60, "the other migration waits for this one", stack.logs)
            assert migration.poll() is None
        assert migration.wait(120) == other.wait(120) == 0, stack.logs()
        assert "Traceback" not in stack.logs()
        assert execute(url, "SELECT note FROM configuration_source") == ((BEFORE,),)
        assert execute(url, "SELECT note FROM configuration_run") == ()


@contextmanager
def a_backup_that_reads_sources() -> Iterator[None]:
    """Let a backup be amid the sources during the block."""
    from storage.database.dump import dumped

    with closing(dumped()) as rows:  # type: ignore[type-var]  # a generator can be closed
        assert any('"configuration.source"' in row for row in rows)
        yield


def test_a_row_waits_as_a_change_of_tables_does(
    mariadb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up_django()
    with fresh_database(mariadb) as url, database(url):
        from django.db import connection, connections
        from django.db.migrations.recorder import MigrationRecorder

        from storage.database.mysql.changes import patience

        with closing(connections.create_connection("default")) as backup:
            with backup.cursor() as cursor:
                cursor.execute("LOCK TABLES django_migrations READ")
            monkeypatch.setattr(time, "sleep", lambda _seconds: backup.close())
            with patience(connection):
                MigrationRecorder(connection).record_applied("configuration", "9999_noted")
        assert ("configuration", "9999_noted") in MigrationRecorder(connection).applied_migrations()
