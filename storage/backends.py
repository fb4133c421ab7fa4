"""Open the adapter that a URL in the settings selects; only this file names the adapters of storage.

Drivers take up to a second to import, so an adapter is imported only when it is selected.
"""

from pathlib import Path
from urllib.parse import urlsplit

from storage.configuration.port import Configuration
from storage.copies.port import Copies
from storage.documents.port import Documents
from storage.documents.segmentation import Segmenter, default_segmenter, named_segmenter
from storage.errors import SettingsError
from storage.seen.port import Pace, Seen
from storage.settings import Settings
from storage.stats.port import Stats
from storage.written.port import Written
from storage.written.writer import DocumentWriter


def open_seen(settings: Settings) -> Seen:
    """Open the seen filter."""
    if urlsplit(settings.seen_url).scheme == "redis":
        from storage.seen.redis import RedisSeen

        return RedisSeen(settings.seen_url, settings.seen_capacity, settings.seen_error_rate)
    from storage.seen.local import LocalSeen

    return LocalSeen(settings.seen_url, settings.seen_capacity, settings.seen_error_rate)


def open_pace(settings: Settings) -> Pace:
    """Open the store that paces requests to each host."""
    if urlsplit(settings.seen_url).scheme == "redis":
        from storage.seen.redis import RedisPace

        return RedisPace(settings.seen_url)
    from storage.seen.local import LocalPace

    return LocalPace(settings.seen_url)


def open_stats(settings: Settings) -> Stats:
    """Open the counters."""
    if urlsplit(settings.seen_url).scheme == "redis":
        from storage.stats.redis import RedisStats

        return RedisStats(settings.seen_url)
    from storage.stats.local import LocalStats

    return LocalStats(settings.seen_url)


def open_copies(settings: Settings) -> Copies:
    """Open the index of copies; it is beside the seen filter."""
    if urlsplit(settings.seen_url).scheme == "redis":
        from storage.copies.redis import RedisCopies

        return RedisCopies(settings.seen_url)
    from storage.copies.local import LocalCopies

    return LocalCopies(settings.seen_url)


def open_documents(settings: Settings) -> Documents:
    """Open the document store."""
    if urlsplit(settings.documents_url).scheme == "elasticsearch":
        from storage.documents.elasticsearch import ElasticsearchDocuments

        return ElasticsearchDocuments(settings.documents_url)
    from storage.documents.sqlite import SqliteDocuments

    return SqliteDocuments(settings.documents_url)


def open_written(settings: Settings) -> Written:
    """Open the log of written documents; it is beside the seen filter."""
    if urlsplit(settings.seen_url).scheme == "redis":
        from storage.written.redis import RedisWritten

        return RedisWritten(settings.seen_url)
    from storage.written.local import LocalWritten

    return LocalWritten(settings.seen_url)


def open_document_writer(settings: Settings) -> DocumentWriter:
    """Open what workers write documents with: it gives them their copy ids."""
    return DocumentWriter(open_copies(settings), open_documents(settings), open_written(settings))


def open_segmenter(settings: Settings) -> Segmenter:
    """Open the query segmenter with the names file from the settings; raises SettingsError."""
    if not settings.names_file:
        return default_segmenter()
    try:
        return named_segmenter(Path(settings.names_file).read_text(encoding="utf-8"))
    except (OSError, UnicodeError) as error:
        raise SettingsError([f"NEWSLOOM_NAMES_FILE cannot be read as UTF-8: {error}"]) from error


def open_configuration(settings: Settings, lock: str = "scheduler") -> Configuration:
    """Open the configuration; sets up Django in processes other than the web server.

    ``lock`` names the lease of the role whose one leader the caller may be.
    """
    from storage.configuration.database import set_up_django

    set_up_django(settings)
    from storage.configuration.store import DjangoConfiguration

    return DjangoConfiguration(lock)
