"""The copies of a document: who published the text first, who else, and when."""

from dataclasses import dataclass

from storage.documents.port import Document, SearchRequest
from storage.documents.query_tree import FieldValue, Query
from webui.apps import stores, text_differences
from webui.search.differences import TextDifference
from webui.search.spread import moment_of

MAX_SHOWN = 200


@dataclass(frozen=True, kw_only=True)
class Copy:
    """A document of a group, and the seconds since the group's first."""

    document: Document
    seconds_later: float


@dataclass(frozen=True, kw_only=True)
class CopyGroup:
    """All documents with one text in order of publication, at most MAX_SHOWN of them; ``total``
    counts all.
    """

    copies: tuple[Copy, ...]
    total: int
    query: str

    @property
    def first(self) -> Document:
        """The document that published the text first, as far as known."""
        return self.copies[0].document

    @property
    def sites(self) -> int:
        """The number of sites among the documents shown."""
        return len({copy.document.site for copy in self.copies})

    @property
    def seconds(self) -> float:
        """The time from the first to the last document."""
        return self.copies[-1].seconds_later


def copies_of(document: Document) -> CopyGroup | None:
    """Return the group of a document, or None if it is the only one with its text."""
    if not document.copy_id:
        return None
    query = Query(root=FieldValue(field="copy", value=document.copy_id))
    page = (
        stores()
        .documents()
        .search(SearchRequest(query=query, sort="time", size=MAX_SHOWN, facets=False))
    )
    if page.total < 2:
        return None
    found = sorted((hit.document for hit in page.hits), key=lambda each: (moment_of(each), each.id))
    start = moment_of(found[0])
    return CopyGroup(
        copies=tuple(
            Copy(document=each, seconds_later=(moment_of(each) - start).total_seconds())
            for each in found
        ),
        total=page.total,
        query=f"copy:{document.copy_id}",
    )


def compare(document: Document, first: Document) -> TextDifference:
    """Return what a document cut from the first one with its text, and what it added."""
    return text_differences().between(
        f"{first.title}\n\n{first.content}", f"{document.title}\n\n{document.content}"
    )
