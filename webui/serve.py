"""Run the web interface under gunicorn, for ``newsloom web``."""

import gc
import logging
import threading
from importlib import import_module
from pathlib import Path
from typing import Any

from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.glogging import Logger  # type: ignore[import-untyped]

from hooks.features import load_features
from storage.documents.segmentation import default_segmenter
from storage.errors import Unavailable
from storage.settings import Settings
from webui.head_first_worker import HeadFirstWorker
from webui.wsgi import application, set_up

logger = logging.getLogger(__name__)

_WAIT_SECONDS = 5.0
_WORKERS = 2
_THREADS = 4
# Most open connections of a worker; systems often allow a process no more than 1,024 files.
_CONNECTIONS = 800
_MEMORY = "/dev/shm"  # noqa: S108 gunicorn makes files there that only it can open


def serve(settings: Settings) -> None:
    """Migrate the tables and answer requests until SIGTERM or SIGINT.

    Django must not be set up before, because the web interface needs more of it than other
    processes do. Raises Unavailable if the database does not answer, and SettingsError if a package
    is missing that a setting needs.
    """
    load_features(settings.features).tell("web_starts", settings=settings)
    # Before gunicorn forks its workers, so that they share what it loads. Django by itself leaves
    # the pages to the first request of each worker.
    default_segmenter()
    application()
    import_module("webui.urls")
    _migrate_tables()
    _Server(settings).run()


def migrate() -> None:
    """Create or update all tables, including sessions and logins.

    Safe if several processes start at once.
    """
    set_up()
    _migrate_tables()


def migrate_patiently(stopping: threading.Event) -> None:
    """Create or update all tables, as ``migrate``, as soon as the database answers; Django is set
    up already. Return early if ``stopping`` is set.
    """
    while not stopping.is_set():
        try:
            _migrate_tables()
            return
        except Unavailable as error:
            logger.warning("%s; trying again in %.0f s", error, _WAIT_SECONDS)
        stopping.wait(_WAIT_SECONDS)


def _migrate_tables() -> None:
    from django.db import connections

    from storage.database.setup import migrate

    migrate()
    # The workers are forks of this process and must open their own connections.
    connections.close_all()


def _spare_what_stays(_worker: object) -> None:
    """Exempt what a worker has loaded from garbage collection: large pages take a sixth to a third
    less time.
    """
    gc.freeze()


class _Log(Logger):  # type: ignore[misc]
    """Send gunicorn's messages to the logging of the process, so that all lines look alike."""

    def setup(self, cfg: Any) -> None:
        """Set up gunicorn's loggers without handlers of their own."""
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True


class _Server(BaseApplication):  # type: ignore[misc]
    """gunicorn with our settings and without its command line."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        super().__init__()

    def load_config(self) -> None:
        """Set gunicorn's settings."""
        if ":" in self._settings.web_host:
            host = f"[{self._settings.web_host}]"
        else:
            host = self._settings.web_host
        values: dict[str, object] = {
            "bind": f"{host}:{self._settings.web_port}",
            "workers": _WORKERS,
            "threads": _THREADS,
            "worker_class": HeadFirstWorker,
            "worker_connections": _CONNECTIONS,
            "logger_class": _Log,
            "graceful_timeout": 10,
            "control_socket_disable": True,
            "proc_name": "newsloom-web",
            # gunicorn makes a Unix socket with this mask, not with that of the process.
            "umask": 0o077,
            "post_worker_init": _spare_what_stays,
            # Keep heartbeats in memory: a slow disk must not look like a dead worker.
            "worker_tmp_dir": _MEMORY if Path(_MEMORY).is_dir() else None,
        }
        for name, value in values.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """Return the application."""
        return application()
