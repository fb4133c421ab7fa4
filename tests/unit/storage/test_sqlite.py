"""The shared SQLite file and the addresses that name it."""

import sqlite3
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.errors import Refused, SettingsError, StorageError, Unavailable
from storage.sqlite import SqliteFile, path_of, storage_error, tables

SCHEMA = tables("CREATE TABLE IF NOT EXISTS things (name TEXT PRIMARY KEY)")


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
    database = SqliteFile(tmp_path / "new" / "a.db", SCHEMA)
    with pytest.raises(KeyError), database.writing() as rows:
        rows.executemany("INSERT INTO things VALUES (?)", _broken_off())
    with database.writing() as rows:
        assert rows.execute("SELECT count(*) FROM things").fetchone() == (0,)
    database.close()


def test_what_was_written_outlives_the_connection(tmp_path: Path) -> None:
    database = SqliteFile(tmp_path / "a.db", SCHEMA)
    with database.writing() as rows:
        rows.execute("INSERT INTO things VALUES ('a')")
    database.close()
    with database.writing() as rows:
        assert rows.execute("SELECT name FROM things").fetchall() == [("a",)]
    database.close()


def test_a_locked_file_is_unavailable(tmp_path: Path) -> None:
    first, second = (SqliteFile(tmp_path / "a.db", SCHEMA, busy_seconds=0.05) for _ in range(2))
    for database in (first, second):
        with database.writing():
            pass
    with first.writing(), pytest.raises(Unavailable, match=r"a\.db.*locked"), second.writing():
        pass
    with second.writing():
        pass
    first.close()
    second.close()


def test_readers_see_one_state_while_somebody_writes(tmp_path: Path) -> None:
    database = SqliteFile(tmp_path / "a.db", SCHEMA)
    with database.reading() as rows:
        assert rows.execute("SELECT count(*) FROM things").fetchone() == (0,)
        with database.writing() as other:
            other.execute("INSERT INTO things VALUES ('a')")
        assert rows.execute("SELECT count(*) FROM things").fetchone() == (0,)
    with database.reading() as rows:
        assert rows.execute("SELECT count(*) FROM things").fetchone() == (1,)
    database.close()


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    database = SqliteFile(tmp_path / "a.db", SCHEMA)
    with database.writing():
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert set(modes.values()) == {0o600}
    assert "a.db-wal" in modes
    database.close()


def _meaning(tmp_path: Path, *statements: str) -> StorageError:
    database = SqliteFile(tmp_path / "a.db", SCHEMA)
    with pytest.raises(StorageError) as raised, database.writing() as rows:
        deque(map(rows.execute, statements))
    database.close()
    return raised.value


def test_a_full_disk_is_waited_for(tmp_path: Path) -> None:
    fill = "INSERT INTO things SELECT hex(randomblob(100000)) FROM (VALUES (1), (2), (3))"
    error = _meaning(tmp_path, "PRAGMA max_page_count = 1", fill)
    assert isinstance(error, Unavailable)
    assert "full" in str(error)


@pytest.mark.parametrize(
    ("statements", "advice"),
    [
        (("PRAGMA query_only = on", "INSERT INTO things VALUES ('a')"), "write access to the file"),
        (
            ("INSERT INTO things VALUES ('a')", "INSERT INTO things VALUES ('a')"),
            "reload and try again",
        ),
        (("SELECT * FROM missing",), "another version"),
        (("SELECT missing FROM things",), "another version"),
    ],
)
def test_what_somebody_can_act_on_says_how(
    tmp_path: Path, statements: tuple[str, ...], advice: str
) -> None:
    error = _meaning(tmp_path, *statements)
    assert isinstance(error, Refused)
    assert advice in str(error)


@pytest.mark.parametrize("damaged", [slice(0, 16), slice(4096, 8192)])
def test_a_damaged_file_says_what_to_do(tmp_path: Path, damaged: slice) -> None:
    database = SqliteFile(tmp_path / "a.db", SCHEMA)
    with database.writing() as rows:
        rows.executemany(
            "INSERT INTO things VALUES (?)", [(f"{number:0500}",) for number in range(200)]
        )
    database.close()
    content = bytearray((tmp_path / "a.db").read_bytes())
    content[damaged] = b"x" * (damaged.stop - damaged.start)
    (tmp_path / "a.db").write_bytes(content)
    with pytest.raises(Refused, match=r"move (it|the file) away"), database.writing() as rows:
        rows.execute("SELECT count(*) FROM things WHERE name LIKE '%7'").fetchone()
    database.close()


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("SELEKT 1", sqlite3.OperationalError),
        ("INSERT INTO things VALUES (1, 2)", sqlite3.OperationalError),
        ("SELECT ?", sqlite3.ProgrammingError),
        ("INSERT INTO checked VALUES (-1)", sqlite3.IntegrityError),
        ("INSERT INTO checked VALUES (NULL)", sqlite3.IntegrityError),
    ],
)
def test_a_bug_looks_like_a_bug(tmp_path: Path, statement: str, kind: type[sqlite3.Error]) -> None:
    database = SqliteFile(
        tmp_path / "a.db",
        tables(
            "CREATE TABLE IF NOT EXISTS things (name TEXT);"
            "CREATE TABLE IF NOT EXISTS checked (number INTEGER NOT NULL CHECK (number > 0))"
        ),
    )
    with pytest.raises(kind), database.writing() as rows:
        rows.execute(statement)
    with database.writing() as rows:
        assert rows.execute("SELECT count(*) FROM things").fetchone() == (0,)
    database.close()


def test_a_connection_that_was_closed_is_a_bug() -> None:
    assert (
        storage_error("a.db", sqlite3.ProgrammingError("Cannot operate on a closed database."))
        is None
    )


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (PermissionError(13, "no"), Refused),
        (NotADirectoryError(20, "no"), Refused),
        (OSError(28, "full"), Unavailable),
    ],
)
def test_trouble_with_the_file_system(error: OSError, kind: type[StorageError]) -> None:
    assert isinstance(storage_error("a.db", error), kind)
