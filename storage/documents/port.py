"""The port *documents*: idempotent bulk write, search with highlight and facets, delete by age."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal, Protocol

from storage.documents.query_tree import Query


@dataclass(frozen=True, kw_only=True)
class DocumentPost:
    """One post of a thread page. ``quoted`` is the text that it answers, ``reply_to`` the author of that."""

    author: str
    published: datetime | None
    floor: int | None
    body: str
    quoted: str = ""
    reply_to: str = ""


@dataclass(frozen=True, kw_only=True)
class Document:
    """One article, or one page of a thread.

    ``id`` is ``storage.keys.url_key`` of the canonical URL. ``content`` is the text that is searched: for a
    thread page the bodies of its posts. ``collected`` says when the page was first found: it travels in the job
    and decides the index, so that a second write always meets the first. ``thread`` is the id of the thread's
    first page, "" for articles. ``date_evidence``: one line "source: raw -> value" per candidate, those of
    a later change as "source, modified: ...". Times are aware.

    ``page_kind`` is what the page looks like (article, thread, listing, other), ``kind_confidence`` the probability
    of that, ``confidence`` the F1 to be expected of the extracted text; all three are unknown ("", None) of documents
    that were stored before there were such. ``modified``, ``image`` and ``next_url`` (the article goes on there) are
    None or "" where the page names none.
    """

    id: str
    url: str
    canonical_url: str
    source: str
    source_id: int
    site: str
    channel: str
    kind: Literal["article", "thread"]
    lang: str
    title: str
    content: str
    author: str
    published: datetime | None
    collected: datetime
    date_evidence: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    thread: str = ""
    thread_page: int = 1
    posts: tuple[DocumentPost, ...] = ()
    page_kind: str = ""
    kind_confidence: float | None = None
    confidence: float | None = None
    modified: datetime | None = None
    image: str = ""
    next_url: str = ""


@dataclass(frozen=True, kw_only=True)
class Filters:
    """Exact filters; empty means all. ``after`` and ``before`` are days of publication, both inclusive.

    ``collected_since``: first found at this aware time or later, to the millisecond.
    """

    source: tuple[str, ...] = ()
    site: tuple[str, ...] = ()
    channel: tuple[str, ...] = ()
    lang: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    tag: tuple[str, ...] = ()
    after: date | None = None
    before: date | None = None
    collected_since: datetime | None = None


FACETS = ("source", "site", "channel", "lang", "kind", "tag", "day", "month")


@dataclass(frozen=True, kw_only=True)
class SearchRequest:
    """What to look for. An empty query matches everything. ``cursor``: one of an earlier ``SearchPage``."""

    query: Query
    filters: Filters = field(default_factory=Filters)
    sort: Literal["relevance", "time"] = "relevance"
    size: int = 20
    cursor: str = ""
    facets: bool = True


@dataclass(frozen=True, kw_only=True)
class Fragment:
    """A piece of text with the marked ranges in it: [start, end) offsets in characters, ascending, not touching."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Hit:
    """One found document (its content left out) with the title and snippets to show."""

    document: Document
    title: Fragment
    snippets: tuple[Fragment, ...]
    score: float


@dataclass(frozen=True, kw_only=True)
class SearchPage:
    """One page of hits. ``cursor`` is "" on the last. ``facets``: per name in FACETS, (value, count) by falling
    count, at most 20; for "day" ISO days ascending, all of the newest 400, for "month" the newest 400 months
    (2026-11) in the same way."""

    total: int
    hits: tuple[Hit, ...]
    cursor: str
    facets: Mapping[str, tuple[tuple[str, int], ...]]


@dataclass(frozen=True, kw_only=True)
class DocumentsInfo:
    """Number of documents and bytes on disk."""

    documents: int
    size_bytes: int


class Documents(Protocol):
    """Raises ``storage.errors.Unavailable`` when the store does not answer, ``Refused`` when it answers no."""

    def write(self, documents: Sequence[Document]) -> None:
        """Store all of them, durable when this returns, searchable soon after; an id that exists is replaced.

        All or an error: after an error any part may be stored, and writing again is safe.
        """

    def get(self, document_id: str) -> Document | None:
        """Return the document with its whole content, or None."""

    def thread(self, thread_id: str) -> list[Document]:
        """Return the pages of a thread in order of page number."""

    def search(self, request: SearchRequest) -> SearchPage:
        """Return one page of hits. Same documents, same query: the same hits from every adapter."""

    def count_values(self, request: SearchRequest, name: str) -> tuple[tuple[str, int], ...]:
        """Return one facet of the matches, as ``search`` gives it, without the trouble of finding and ordering hits.

        ``name`` is one of FACETS whose values are filters: not "day" or "month".
        """

    def daily_counts(self, request: SearchRequest, name: str) -> Mapping[date, Mapping[str, int]]:
        """Return how many matches were published each day (UTC) with each value of a field, all values.

        ``name`` is one of FACETS but not "tag", "day" or "month". Days without matches are left out, and so are
        documents whose publication is unknown.
        """

    def export(self, request: SearchRequest) -> Iterator[Document]:
        """Return every matching document, whole, oldest collected first, without holding them in memory."""

    def similar(self, document_id: str, count: int) -> list[Document]:
        """Return at most ``count`` documents on the same matter without their content, near copies first.

        Neither the document itself nor another page of its thread is among them. Empty when the document is not
        there, or nothing shares enough of the words that tell it from the rest. Adapters agree on near copies;
        among the others the order may differ.
        """

    def drop_before(self, day: date) -> int:
        """Drop whole periods (months) that ended before ``day``; return how many periods were dropped."""

    def refresh(self) -> None:
        """Make everything written so far searchable at once (for tests and demos)."""

    def info(self) -> DocumentsInfo:
        """Return the size of the store."""

    def close(self) -> None:
        """Release connections and files."""
