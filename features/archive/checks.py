"""What *doctor* asks of the archive."""

from tempfile import TemporaryFile
from urllib.parse import urlsplit

from features.archive.settings import ArchiveSettings
from features.archive.store.opening import archive_address, open_archive_reader
from hooks.answers import StoreCheck
from storage.settings import Settings
from storage.setup_finding import SetupFinding
from storage.sqlite import path_of


def archive_check(settings: Settings, *, writes: bool) -> StoreCheck:
    """Return the question whether the archive answers and, if this process is to write, takes
    pages.
    """
    return StoreCheck(
        name="archive",
        url=archive_address(settings),
        ask=_size,
        findings=_findings if writes else lambda _: [],
    )


def _size(settings: Settings) -> str:
    if settings.of(ArchiveSettings).wanted == "none":
        return "nothing is archived"
    info = open_archive_reader(settings).info()
    return f"{info.files} files, {info.size_bytes / 1e6:.1f} MB"


def _findings(settings: Settings) -> list[SetupFinding]:
    address = archive_address(settings)
    if settings.of(ArchiveSettings).wanted == "none" or urlsplit(address).scheme != "file":
        return []
    folder = path_of(address)
    # The archive makes its folder when it keeps the first page, which may be after this check.
    existing = next(each for each in (folder, *folder.parents) if each.exists())
    try:
        with TemporaryFile(dir=existing):
            return []
    except OSError as error:
        why = error.strerror
    text = (
        f"{existing} cannot be written from here ({why}): let this user write there; under "
        "systemd, also add ReadWritePaths= (docs/ops.md#without-containers)"
    )
    return [SetupFinding(text=text, is_bad=True)]
