"""What other features ask of archived pages: where they are shown, and that they are erased."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache

from django.urls import reverse

from features.archive.store.opening import open_archive_reader, open_archive_writer
from features.archive.store.port import Gone
from hooks.answers import KeptPages
from storage.database import tombstones
from storage.settings import Settings
from storage.tombstones.marks import address_mark, commented_mark, marks_against

# A page is archived at each visit, often in a row.
_REMEMBERED = 10_000


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


def erase_what_was_erased(settings: Settings) -> Iterator[int]:
    """Erase the records of pages and sites that were erased while the archive was off, and of
    articles whose comments were; yield after each part how many there were. It may be repeated.

    Needs Django. Raises Unavailable and NotArchived.
    """

    @lru_cache(maxsize=_REMEMBERED)
    def is_erased(url: str) -> bool:
        commented = commented_mark(address_mark(url))
        return bool(tombstones.known({*marks_against(url), commented}))

    return _erase(settings, is_erased)


ARCHIVED_PAGES = KeptPages(page=_page, frame=_frame, urls=_urls, erase=_erase)
