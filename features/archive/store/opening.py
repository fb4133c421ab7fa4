"""Open the archive, as the settings say where it is."""

from urllib.parse import urlsplit

from features.archive.settings import ArchiveSettings
from features.archive.store.port import ArchiveReader, ArchiveWriter
from storage.settings import Settings
from storage.sqlite import path_of


def archive_address(settings: Settings) -> str:
    """Return where the archive is: what the settings name, or a folder in ``home``."""
    return settings.of(ArchiveSettings).url or f"file://{settings.home}/archive"


def open_archive_writer(settings: Settings) -> ArchiveWriter:
    """Open the archive for a process that writes; every such process and thread needs one of its
    own.
    """
    own, address = settings.of(ArchiveSettings), archive_address(settings)
    limits = {"keep_days": own.days, "keep_bytes": own.gb * 10**9}
    if urlsplit(address).scheme == "s3":
        from features.archive.store.objects import ObjectWriter, open_store

        return ObjectWriter(settings.home / "archive", open_store(address), **limits)
    from features.archive.store.folder import FolderWriter

    return FolderWriter(path_of(address), **limits)


def open_archive_reader(settings: Settings) -> ArchiveReader:
    """Open the archive for reading."""
    address = archive_address(settings)
    if urlsplit(address).scheme == "s3":
        from features.archive.store.objects import ObjectReader, open_store

        return ObjectReader(settings.home / "archive", open_store(address))
    from features.archive.store.folder import FolderReader

    return FolderReader(path_of(address))
