"""Look after the archive of pages."""

import click

from console.feature_commands import FeatureGroup
from console.startup import load_settings, without_password
from console.terminal import echo


@click.group(cls=FeatureGroup)
def archive() -> None:
    """Look after the archive: pages as they came, in WARC files."""


@archive.command("show")
def print_archive() -> None:
    """Print where the archive is, and how large."""
    from features.archive.settings import ArchiveSettings
    from features.archive.store.opening import archive_address, open_archive_reader

    settings = load_settings()
    info = open_archive_reader(settings).info()
    echo(
        f"{without_password(archive_address(settings))}: {info.files} files, "
        f"{info.size_bytes / 1e6:,.1f} MB"
    )
    echo(f"pages that are archived: {settings.of(ArchiveSettings).wanted}")
    if info.oldest and info.newest:
        echo(f"from {info.oldest:%Y-%m-%d %H:%M} to {info.newest:%Y-%m-%d %H:%M} UTC")


@archive.command(short_help="Delete old files.")
@click.option("--days", type=click.IntRange(min=1), help="Delete files begun so many days ago.")
@click.option(
    "--gb", type=click.IntRange(min=1), help="Delete the oldest files beyond so many gigabytes."
)
def prune(days: int | None, gb: int | None) -> None:
    """Delete old files; without options, those beyond NEWSLOOM_ARCHIVE_DAYS and
    NEWSLOOM_ARCHIVE_GB.

    Workers do the same every five minutes. The documents stay; their pages can no longer be shown
    or read again.
    """
    from features.archive.settings import ArchiveSettings
    from features.archive.store.opening import open_archive_writer

    settings = load_settings()
    own = settings.of(ArchiveSettings)
    keep_days, keep_gb = (days or 0, gb or 0) if days or gb else (own.days, own.gb)
    deleted, freed = open_archive_writer(settings).prune(keep_days, keep_gb * 10**9)
    echo(f"deleted {deleted} files, {freed / 1e6:,.1f} MB")


@archive.command("erase", short_help="Erase pages of what was erased without the archive.")
def erase_marked() -> None:
    """Erase the pages of documents and sites that were erased while the archive was off, and of
    articles whose comments were. You can stop this at any time and repeat it.
    """
    from features.archive.kept import erase_what_was_erased
    from storage.database.setup import set_up_django

    settings = load_settings()
    set_up_django(settings)
    erased = sum(erase_what_was_erased(settings))
    echo(f"erased {erased:,} pages")
