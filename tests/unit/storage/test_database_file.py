"""The shared SQLite file and the addresses that name it."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.database_file import Database, path_of
from storage.errors import Refused, SettingsError, Unavailable

SCHEMA = "CREATE TABLE IF NOT EXISTS things (name TEXT PRIMARY KEY)"


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("local:///var/lib/newsloom/seen", "/var/lib/newsloom/seen"),
        ("sqlite:///a%20b/queue.db", "/a b/queue.db"),
        ("local://var/seen", "var/seen"),
    ],
)
def test_an_address_names_a_path(url: str, path: str) -> None:
    assert path_of(url) == Path(path)


@pytest.mark.parametrize("url", ["local:", "local://", "sqlite:///"])
def test_an_address_without_a_path_says_what_to_write(url: str) -> None:
    with pytest.raises(SettingsError, match="absolute/path"):
        path_of(url)


def _broken_off() -> Iterator[tuple[str]]:
    yield ("a",)
    raise KeyError


def test_an_exception_undoes_the_transaction(tmp_path: Path) -> None:
    database = Database(tmp_path / "new" / "a.db", SCHEMA)
    with pytest.raises(KeyError), database.transaction() as rows:
        rows.executemany("INSERT INTO things VALUES (?)", _broken_off())
    with database.transaction() as rows:
        assert rows.execute("SELECT count(*) FROM things").fetchone() == (0,)
    database.close()


def test_what_was_written_outlives_the_connection(tmp_path: Path) -> None:
    database = Database(tmp_path / "a.db", SCHEMA)
    with database.transaction() as rows:
        rows.execute("INSERT INTO things VALUES ('a')")
    database.close()
    with database.transaction() as rows:
        assert rows.execute("SELECT name FROM things").fetchall() == [("a",)]
    database.close()


def test_a_locked_file_is_unavailable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.database_file._BUSY_SECONDS", 0.05)
    first, second = Database(tmp_path / "a.db", SCHEMA), Database(tmp_path / "a.db", SCHEMA)
    for database in (first, second):
        with database.transaction():
            pass
    with first.transaction(), pytest.raises(Unavailable, match=r"a\.db.*locked"), second.transaction():
        pass
    with second.transaction():
        pass
    first.close()
    second.close()


def test_wrong_data_is_refused(tmp_path: Path) -> None:
    database = Database(tmp_path / "a.db", SCHEMA)
    with pytest.raises(Refused) as raised, database.transaction() as rows:
        rows.executemany("INSERT INTO things VALUES (?)", [("a",), ("a",)])
    assert isinstance(raised.value.__cause__, sqlite3.IntegrityError)
    database.close()
