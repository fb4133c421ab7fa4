"""Django in tests: set up once in a process, its default database exchanged as often as needed."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from unittest import mock

import django
from django.conf import settings

from testbed.mysql_tables import copy_tables, is_empty, keep_tables


@cache
def set_up_django() -> "tempfile.TemporaryDirectory[str]":
    """Set Django up with the web interface's settings, which every test of the process can share.

    They are read from an environment without any NEWSLOOM_* variable but a temporary home, which
    goes away with the process.
    """
    home = tempfile.TemporaryDirectory(prefix="newsloom-test-home-", ignore_cleanup_errors=True)
    environ = {
        name: value for name, value in os.environ.items() if not name.startswith("NEWSLOOM_")
    }
    environ |= {"NEWSLOOM_HOME": home.name, "DJANGO_SETTINGS_MODULE": "webui.settings"}
    with mock.patch.dict(os.environ, environ, clear=True):
        django.setup()
    # Argon2 takes its time, and in most tests that is all it does.
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.MD5PasswordHasher",
        *settings.PASSWORD_HASHERS,
    ]
    # Each client of a test loads the middleware, which would look at every static file.
    settings.WHITENOISE_AUTOREFRESH = True
    return home


@contextmanager
def database(url: str) -> Iterator[None]:
    """Make the database at this address Django's default, with all its tables, until the end of the
    block.
    """
    kind, _, path = url.partition("://")
    if kind == "sqlite" and not Path(path).exists():
        make_tables(Path(path))
    empty = kind == "mysql" and is_empty(url)
    if empty:
        copy_tables(url)
    with _default(url):
        if empty:
            keep_tables(url)
        yield


def make_tables(file: Path) -> None:
    """Make a database file with all tables, as a copy of one that the migrations have made."""
    shutil.copyfile(_tables(), file)


def empty_tables(url: str) -> None:
    """Empty all tables of a database in a file, which is Django's default now: with all rows that
    the migrations have made, and no other.
    """
    from django.db import connections

    connections.close_all()
    path = url.partition("://")[2]
    # A new file, not the old one with another content: a thread may still have that open.
    for ending in ("", "-wal", "-shm"):
        Path(f"{path}{ending}").unlink(missing_ok=True)
    make_tables(Path(path))


@cache
def _tables() -> Path:
    """Return a database file that the migrations have made; to make one for each test would take
    too long.
    """
    file = Path(set_up_django().name) / "tables.db"
    # The last connection to close moves everything from the write-ahead log into the file.
    with _default(f"sqlite://{file}"):
        pass
    return file


@contextmanager
def _default(url: str) -> Iterator[None]:
    """Make the database at this address Django's default, and bring its tables up to date."""
    from storage.database.setup import migrate

    with ready_database(url):
        migrate()
        yield


@contextmanager
def ready_database(url: str) -> Iterator[None]:
    """Make the database at this address, whose tables are there, Django's default until the end of
    the block.
    """
    from django.contrib.contenttypes.models import ContentType
    from django.db import connections

    from storage.database.setup import database_setting

    earlier = connections.settings["default"]
    connections["default"].close()
    del connections["default"]
    connections.settings["default"] = connections.configure_settings(
        {"default": database_setting(url)}
    )["default"]
    ContentType.objects.clear_cache()
    try:
        yield
    finally:
        connections["default"].close()
        del connections["default"]
        connections.settings["default"] = earlier
        ContentType.objects.clear_cache()


def sqlite_url(folder: Path) -> str:
    """Return the address of a database file in this folder."""
    return f"sqlite://{folder / 'newsloom.db'}"
