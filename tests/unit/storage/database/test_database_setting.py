"""Addresses of databases, and set-up and tables in a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from storage.database.setup import database_setting
from storage.errors import SettingsError, Unavailable


def test_sqlite() -> None:
    entry = database_setting("sqlite:///var/lib/a b%20#?/newsloom.db")
    assert entry["NAME"] == "/var/lib/a b%20#?/newsloom.db"


def test_mysql() -> None:
    entry = database_setting("mysql://anna%40x:p%3Aw%2F%40@db.example.org:3307/news")
    names = ("USER", "PASSWORD", "HOST", "PORT", "NAME")
    assert [entry[name] for name in names] == ["anna@x", "p:w/@", "db.example.org", 3307, "news"]
    assert database_setting("mysql://anna:x@db/news")["PORT"] == 3306


@pytest.mark.parametrize(
    ("url", "part"),
    [
        ("", "must be sqlite://"),
        ("postgres://anna:geheim@db/news", "must be sqlite://"),
        ("sqlite://newsloom.db", "must be sqlite:///path"),
        ("sqlite:///", "must be sqlite:///path"),
        ("mysql://db/news", "user, host and database"),
        ("mysql://anna:geheim@/news", "user, host and database"),
        ("mysql://anna:geheim@db", "user, host and database"),
        ("mysql://anna:geheim@db:0x/news", "%3A"),
        ("mysql://anna:geheim@db:99999/news", "%3A"),
        ("mysql://anna:geheim/x@db/news", "%2F"),
        ("mysql://anna:ge#heim@db/news", "%23"),
        ("mysql://anna:geheim@db/news?ssl=1", "after the name"),
        ("mysql://anna:geheim@[::1/news", "invalid host or port"),
    ],
)
def test_bad_address(url: str, part: str) -> None:
    with pytest.raises(SettingsError) as caught:
        database_setting(url)
    assert "NEWSLOOM_DATABASE_URL" in str(caught.value)
    assert part in str(caught.value)
    assert "geheim" not in str(caught.value)


_PROGRAM = """
import sys
from pathlib import Path
from storage.database.setup import migrate, set_up_django
from storage.settings import Settings
settings = Settings(home=Path(sys.argv[1]), secret_key="x")
set_up_django(settings)
set_up_django(settings)
migrate()
from storage.database.sources.sources import list_sources
print(list_sources(), "pymysql" in sys.modules)
"""


def _run(home: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(home)],
        cwd=Path(__file__).parents[4],
        capture_output=True,
        text=True,
    )


@pytest.mark.slow
def test_a_process_without_web_server_sets_up_and_makes_the_file(tmp_path: Path) -> None:
    for _ in range(2):
        assert _run(tmp_path / "new" / "home").stdout == "[] False\n"
    assert (tmp_path / "new" / "home" / "newsloom.db").stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    last = _run(tmp_path / "file").stderr.splitlines()[-1]
    assert last.startswith(
        f"{Unavailable.__module__}.Unavailable: the database {tmp_path}/file/newsloom.db"
    )


def test_a_file_that_is_not_a_database(tmp_path: Path) -> None:
    (tmp_path / "newsloom.db").write_bytes(b"rubbish" * 1000)
    assert "DatabaseRefused: the database" in _run(tmp_path).stderr.splitlines()[-1]
