"""Django's database: its settings from a URL, Django's setup outside the web server, and the
tables.
"""

import hashlib
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

import django
from django.conf import settings as django_settings
from django.db.backends.base.base import BaseDatabaseWrapper

from hooks.features import Features, load_features
from storage.errors import Refused, SettingsError, StorageError, Unavailable
from storage.settings import Settings
from storage.setup_finding import SetupFinding
from storage.sqlite import file_lock

HASHERS = (
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
)
SECOND_FACTOR_APPS = (
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
)
_SETTING_UP = threading.Lock()
_LOCK_SECONDS = 600
"""How long a process waits for another one to change the tables: to make them all takes a minute or
two on a busy machine, and to change a large one as long.
"""
_READ_SECONDS = 60
"""Longest time without an answer of the server."""
_TURN_SECONDS = 20
"""How long the server is asked to wait at a time, so that the connection does not end meanwhile."""
_SQL_MODE = (
    "STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ZERO_DATE,NO_ZERO_IN_DATE,"
    "NO_ENGINE_SUBSTITUTION"
)


def database_setting(url: str) -> dict[str, Any]:
    """Return the entry of Django's DATABASES for ``sqlite:///path`` or
    ``mysql://user:password@host:port/name``.

    A path is used as written; in the parts of a MySQL address, ``%3A`` and the like are decoded. A
    MySQL address installs PyMySQL under the name that Django imports.

    Raises:
        SettingsError: if the address is invalid. The message never contains it, because it may hold
            a password.
    """
    scheme, _, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        return _sqlite(rest)
    if scheme == "mysql":
        return _mysql(_mysql_parts(url))
    raise _wrong("must be sqlite:///path/of/file or mysql://user:password@host:3306/name")


def features_of(settings: Settings) -> Features:
    """Load the features that are on. What their stores do not answer stays an error of a store."""
    return load_features(settings.features, passing=(StorageError,))


def set_up_django(settings: Settings) -> None:
    """Set up Django for a process without a web server; do nothing if Django is configured.

    Threads may call it at once: one sets Django up, and the others wait.
    """
    with _SETTING_UP:
        if not django_settings.configured:
            _configure(settings)
        django.setup()


def _configure(settings: Settings) -> None:
    features = features_of(settings)
    django_settings.configure(
        FEATURES=features,
        DATABASES={"default": database_setting(settings.database_url)},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        INSTALLED_APPS=[
            "django.contrib.contenttypes",
            "django.contrib.auth",
            "storage.database",
            *SECOND_FACTOR_APPS,
            *features.apps,
        ],
        PASSWORD_HASHERS=list(HASHERS),
        SECRET_KEY=settings.secret(),
        SECRET_KEY_FALLBACKS=list(settings.former_secrets()),
        USE_TZ=True,
        TIME_ZONE="UTC",
        LOGGING_CONFIG=None,
    )


def migrate() -> None:
    """Create or update the tables.

    If several processes start at once, one does the work and the others wait.

    Raises Unavailable, and Refused if the server denies access or the database cannot hold every
    text.
    """
    from django.core.management import call_command
    from django.db import connection

    require_every_text()
    taken = Unavailable(
        "the database", f"another process has been changing its tables for {_LOCK_SECONDS} s"
    )
    with _patience(connection), _alone(connection, "", _LOCK_SECONDS, taken):
        call_command("migrate", interactive=False, verbosity=0)
        # The tables of database caches, if the settings have any.
        call_command("createcachetable", verbosity=0)


def _patience(connection: BaseDatabaseWrapper) -> AbstractContextManager[None]:
    if connection.vendor != "mysql":
        return nullcontext()
    from storage.database.mysql.changes import patience

    return patience(connection)


@contextmanager
def restoring() -> Iterator[str]:
    """Let no other process restore a backup into this database during the block; yield what tells
    it from others, which may be at the same address on another machine.

    Raises Unavailable, and Refused if one does.
    """
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    from storage.database.connection import where

    why = "another process restores one into this database; wait until it has ended"
    with _alone(connection, "-restore", 0, Refused("the backup", why)):
        made = MigrationRecorder.Migration.objects.earliest("applied").applied
        yield f"{where()}, made at {made.isoformat()}"


def require_every_text() -> None:
    """Raise Refused, with what to do, if the database cannot hold texts of every language.

    Raises Unavailable.
    """
    from django.db import connection

    if connection.vendor == "mysql":
        from storage.database.mysql.charset import require_utf8mb4

        require_utf8mb4(connection)


def server_findings() -> list[SetupFinding]:
    """Return what is wrong with the set-up of a server; nothing of a file. Raises Unavailable."""
    from django.db import connection

    if connection.vendor != "mysql":
        return []
    from storage.database.mysql.server_setup import mysql_findings

    return mysql_findings(connection)


def require_tables() -> None:
    """Raise Refused, with what to do, if tables of the core or of a feature are missing or old."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    from storage.database.connection import where

    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        apps = ", ".join(sorted({migration.app_label for migration, _ in plan}))
        raise Refused(where(), f"tables are missing or old ({apps}): run `newsloom migrate`")


def table_findings() -> list[SetupFinding]:
    """Return a note if a newer version has added to the tables. Raises Unavailable.

    Newer versions only add what this one can live with (docs/developer.md), so roles go on.
    """
    from django.db import connection
    from django.db.migrations.loader import MigrationLoader

    loader = MigrationLoader(connection)
    unknown = [
        f"{app} {name}"
        for app, name in sorted(loader.applied_migrations)
        if app in loader.migrated_apps and (app, name) not in loader.disk_migrations
    ]
    if not unknown:
        return []
    text = (
        f"a newer version has added to its tables ({', '.join(unknown)}): this one goes on with "
        "them; upgrade it too"
    )
    return [SetupFinding(text=text)]


def _wrong(problem: str) -> SettingsError:
    return SettingsError([f"NEWSLOOM_DATABASE_URL {problem}"])


def _mysql_parts(url: str) -> SplitResult:
    advice = "write : / ? # @ in a user name or password as %3A %2F %3F %23 %40"
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        # Drop the cause: its message may contain part of the password.
        raise _wrong(f"has an invalid host or port; {advice}") from None
    if not (parts.hostname and parts.username and parts.path.strip("/")):
        raise _wrong(
            "must name a user, host and database, as in mysql://user:password@host:3306/newsloom"
        )
    if parts.query or parts.fragment:
        raise _wrong(f"must have nothing after the name of the database; {advice}")
    return parts


def _sqlite(path: str) -> dict[str, Any]:
    return {
        "ENGINE": "storage.database.sqlite",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            # A transaction that starts by reading fails at its first write if another process wrote
            # in between; one that starts as a writer waits for its turn.
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
            "PRAGMA foreign_keys=ON",
        },
    }


def _mysql(parts: SplitResult) -> dict[str, Any]:
    _use_pymysql()
    return {
        "ENGINE": "storage.database.mysql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname,
        "PORT": parts.port or 3306,
        "CONN_MAX_AGE": 300,
        # Replace a connection that the server has dropped before it is used.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "charset": "utf8mb4",
            "isolation_level": "read committed",
            "init_command": f"SET SESSION sql_mode='{_SQL_MODE}', SQL_AUTO_IS_NULL=0",
            "connect_timeout": 5,
            "read_timeout": _READ_SECONDS,
            "write_timeout": 60,
        },
    }


def _use_pymysql() -> None:
    """Register PyMySQL and its modules under the names of mysqlclient, which Django imports."""
    import pymysql

    pymysql.install_as_MySQLdb()
    # Otherwise `import MySQLdb.converters` loads some modules twice, and their second set of error
    # classes replaces the first.
    for name, module in list(sys.modules.items()):
        if name.startswith("pymysql."):
            sys.modules[f"MySQLdb.{name.removeprefix('pymysql.')}"] = module


@contextmanager
def _alone(
    connection: BaseDatabaseWrapper, purpose: str, seconds: int, taken: StorageError
) -> Iterator[None]:
    """Hold the lock that only one process at a time can hold for this database and purpose, the
    ending of its name.

    Raises ``taken`` if another one still holds it after so long.
    """
    if connection.vendor == "mysql":
        with _server_lock(connection, purpose, seconds, taken):
            yield
    else:
        file = Path(connection.settings_dict["NAME"])
        with file_lock(file, purpose, taken, waits=seconds > 0):
            yield


@contextmanager
def _server_lock(
    connection: BaseDatabaseWrapper, purpose: str, seconds: int, taken: StorageError
) -> Iterator[None]:
    # Lock names are global to the server and at most 64 characters long.
    database = hashlib.sha256(connection.settings_dict["NAME"].encode()).hexdigest()[:32]
    name = f"newsloom-{database}{purpose}"
    turn = min(_TURN_SECONDS, seconds)
    with connection.cursor() as cursor:
        for _ in range(0, max(seconds, 1), _TURN_SECONDS):
            cursor.execute("SELECT GET_LOCK(%s, %s)", [name, turn])
            if cursor.fetchone()[0] == 1:
                break
        else:
            raise taken
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT RELEASE_LOCK(%s)", [name])
