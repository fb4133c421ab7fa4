"""Search, and one document with everything around it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from storage.backends import open_segmenter
from storage.documents.port import Document, SearchPage, SearchRequest
from storage.documents.segmentation import Segmenter
from webui.apps import ports


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A document as it is read: an article alone, or a thread with all its pages in order."""

    document: Document
    pages: tuple[Document, ...]


def segmenter() -> Segmenter:
    """Return what cuts long Chinese queries, with the operator's names; raises ``storage.errors.SettingsError``."""
    return open_segmenter(ports().settings)


def search(request: SearchRequest) -> SearchPage:
    """Return one page of hits; raises ``storage.errors.Unavailable`` and ``Refused``."""
    return ports().documents().search(request)


def export(request: SearchRequest) -> Iterator[Document]:
    """Return every match, whole, oldest first; a store that is away says so here, not in mid-stream."""
    found = ports().documents().export(request)
    return chain(list(islice(found, 1)), found)


def read(document_id: str) -> Reading | None:
    """Return the document and, of a thread, all pages; None when there is none of this id."""
    store = ports().documents()
    document = store.get(document_id)
    if document is None:
        return None
    pages = store.thread(document.thread) if document.thread else []
    return Reading(document=document, pages=tuple(pages) or (document,))
