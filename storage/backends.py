"""Open the adapter that a URL in the settings selects; only this file names the adapters of
storage.

Drivers take up to a second to import, so an adapter is imported only when it is selected.
"""

import threading
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from storage.backup_log import BackupLog
from storage.budgets.store import Budgets
from storage.copies.port import Copies
from storage.counters.store import Counters
from storage.database.port import Configuration
from storage.documents.port import Documents
from storage.embedder.port import Embedder
from storage.findings.store import SourceFindings
from storage.learned.store import Learned
from storage.seen.port import Pace, Seen
from storage.setting_fields import REDIS_SCHEMES
from storage.settings import EMBEDDERS, Settings
from storage.setup_finding import SetupFinding
from storage.sqlite import SqliteFile, path_of
from storage.state.port import State
from storage.tombstones.store import Tombstones
from storage.traces.store import Traces
from storage.workers.store import Workers
from storage.written.port import Written

if TYPE_CHECKING:
    from storage.written.writer import DocumentWriter

_importing_redis = threading.Lock()


def open_seen(settings: Settings) -> Seen:
    """Open the seen filter."""
    if _is_in_redis(settings):
        from storage.seen.redis import RedisSeen

        return RedisSeen(settings.state_url, settings.seen_capacity)
    from storage.seen.local import LocalSeen

    return LocalSeen(settings.state_url, settings.seen_capacity)


def open_pace(settings: Settings) -> Pace:
    """Open the store that paces requests to each host."""
    if _is_in_redis(settings):
        from storage.seen.redis import RedisPace

        return RedisPace(settings.state_url)
    from storage.seen.local import LocalPace

    return LocalPace(settings.state_url)


def state_setup_findings(settings: Settings) -> list[SetupFinding]:
    """Return what is wrong with the set-up of Redis; nothing of files. Raises Unavailable."""
    if not _is_in_redis(settings):
        return []
    from storage.seen.redis_setup import redis_findings

    return redis_findings(settings.state_url)


def documents_setup_findings(settings: Settings) -> list[SetupFinding]:
    """Return what is wrong with the set-up of Elasticsearch; nothing of files. Raises
    Unavailable.
    """
    if urlsplit(settings.documents_url).scheme != "elasticsearch":
        return []
    from storage.documents.elasticsearch_setup import elasticsearch_findings

    return elasticsearch_findings(settings.documents_url)


def open_state(settings: Settings, name: str, *, outlive_power_loss: bool = False) -> State:
    """Open small facts; files have one of this name, so that writers of others do not wait.

    ``outlive_power_loss`` is for files, see ``storage.sqlite.SqliteFile``; what Redis outlives is
    its own set-up.
    """
    if _is_in_redis(settings):
        from storage.state.redis import RedisState

        return RedisState(settings.state_url)
    from storage.state.local import LocalState

    return LocalState(settings.state_url, name, outlive_power_loss=outlive_power_loss)


def open_budgets(settings: Settings) -> Budgets:
    """Open the budgets of sources; they are beside the seen filter."""
    return Budgets(open_state(settings, "budgets"))


def open_counters(settings: Settings) -> Counters:
    """Open the counters."""
    return Counters(open_state(settings, "stats"))


def open_findings(settings: Settings) -> SourceFindings:
    """Open what is known of sources; it is with the counters."""
    return SourceFindings(open_state(settings, "stats"))


def open_workers(settings: Settings) -> Workers:
    """Open what is known of workers; it is beside the seen filter."""
    return Workers(open_state(settings, "workers"))


def open_copies(settings: Settings) -> Copies:
    """Open the index of copies; it is beside the seen filter."""
    if _is_in_redis(settings):
        from storage.copies.redis import RedisCopies

        return RedisCopies(settings.state_url)
    from storage.copies.local import LocalCopies

    return LocalCopies(settings.state_url)


def open_documents(settings: Settings) -> Documents:
    """Open the document store."""
    if urlsplit(settings.documents_url).scheme == "elasticsearch":
        from storage.documents.elasticsearch import ElasticsearchDocuments

        return ElasticsearchDocuments(settings.documents_url)
    from storage.documents.sqlite import SqliteDocuments

    return SqliteDocuments(settings.documents_url)


def open_written(settings: Settings) -> Written:
    """Open the log of written documents; it is beside the seen filter."""
    if _is_in_redis(settings):
        from storage.written.redis import RedisWritten

        return RedisWritten(settings.state_url)
    from storage.written.local import LocalWritten

    return LocalWritten(settings.state_url)


def open_traces(settings: Settings) -> Traces:
    """Open the traces of URLs; they are beside the seen filter."""
    return Traces(open_state(settings, "traces"), settings.trace_days)


def open_learned(settings: Settings) -> Learned:
    """Open what workers have learned; it is beside the seen filter."""
    return Learned(open_state(settings, "learned"))


def embedded_files(settings: Settings) -> list[SqliteFile]:
    """Return the files of embedded stores beside those of documents and configuration."""
    paths: list[Path] = []
    if not _is_in_redis(settings):
        paths += sorted(path_of(settings.state_url).glob("*.db"))
    if urlsplit(settings.queue_url).scheme == "sqlite":
        paths.append(path_of(settings.queue_url))
    return [SqliteFile(path, lambda _rows: None) for path in paths if path.exists()]


def open_tombstones(settings: Settings) -> Tombstones:
    """Open the marks of what was erased; they are beside the seen filter."""
    return Tombstones(open_state(settings, "tombstones", outlive_power_loss=True))


def open_backup_log(settings: Settings) -> BackupLog:
    """Open what is known of backups; it is beside the seen filter."""
    return BackupLog(open_state(settings, "backups", outlive_power_loss=True))


def open_document_writer(settings: Settings) -> "DocumentWriter":
    """Open what workers write documents with: it gives them their copy ids."""
    from storage.written.writer import DocumentWriter

    return DocumentWriter(
        open_copies(settings),
        open_documents(settings),
        open_written(settings),
        open_tombstones(settings),
    )


def open_embedder(settings: Settings) -> Embedder | None:
    """Return what makes vectors of texts, None if there is nothing; it loads a model when it is
    first asked.
    """
    if settings.embedder not in EMBEDDERS:
        from storage.embedder.http import HttpEmbedder

        return HttpEmbedder(
            settings.embedder,
            settings.embedder_model,
            key=settings.embedder_key,
            floor=settings.embedder_floor,
        )
    from storage.embedder.package import PackageEmbedder, is_installed

    if settings.embedder == "none" or not is_installed():
        return None
    return PackageEmbedder(floor=settings.embedder_floor)


def open_configuration(settings: Settings, lock: str = "scheduler") -> Configuration:
    """Open the configuration; sets up Django in processes other than the web server.

    ``lock`` names the lease of the role whose one leader the caller may be.
    """
    from storage.database.setup import set_up_django

    set_up_django(settings)
    from storage.database.store import DjangoConfiguration

    return DjangoConfiguration(lock)


def _is_in_redis(settings: Settings) -> bool:
    if urlsplit(settings.state_url).scheme not in REDIS_SCHEMES:
        return False
    # The modules of its driver import each other in circles, so of two threads that import it at
    # once, one gets half of a module.
    with _importing_redis:
        import storage.seen.connection  # noqa: F401
    return True
