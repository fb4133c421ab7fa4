"""What other features ask of archived pages: where they are shown, and that they are erased."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from django.urls import reverse

from features.archive.store.opening import open_archive_reader, open_archive_writer
from features.archive.store.port import Gone
from hooks.answers import KeptPages
from storage.settings import Settings


def _page(document_id: str) -> str:
    return reverse("document_archived", args=[document_id])


def _frame(document_id: str) -> str:
    return reverse("document_frame", args=[document_id, 1])


def _urls(settings: Settings, places: Iterable[str]) -> Iterator[str]:
    archive = open_archive_reader(settings)
    for place in places:
        with suppress(Gone):
            yield archive.read(place).url


def _erase(settings: Settings, is_wanted: Callable[[str], bool]) -> Iterator[int]:
    # It has no file of its own as long as it appends nothing, so there is nothing to close.
    return open_archive_writer(settings).erase(is_wanted)


ARCHIVED_PAGES = KeptPages(page=_page, frame=_frame, urls=_urls, erase=_erase)
