"""Connections to a database file: how long they wait for other writers."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage.errors import Unavailable
from testbed.databases import database, sqlite_url


@pytest.fixture(autouse=True)
def file(tmp_path: Path) -> Iterator[None]:
    with database(sqlite_url(tmp_path)):
        yield


def _patience() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        return int(cursor.execute("PRAGMA busy_timeout").fetchone()[0])


def test_a_short_wait_is_over_at_its_end() -> None:
    from storage.database.connection import short_wait

    usual = _patience()
    with short_wait():
        assert _patience() < usual
    assert _patience() == usual


def test_a_lock_stays_a_lock_if_the_connection_was_opened_again_meanwhile() -> None:
    from django.db import connection, transaction

    from storage.database.connection import short_wait

    usual = _patience()

    def fail() -> None:
        try:
            with transaction.atomic():
                pass
        except Unavailable:
            # What is done after a failure connects again.
            assert _patience() == usual
            raise

    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="locked"), short_wait():
            fail()
    assert _patience() == usual
