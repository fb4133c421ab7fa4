"""The port *documents*: idempotent bulk write, search with highlight and facets, delete by age."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, tzinfo
from typing import Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from storage.documents.document_fields import ruled_fields, rules
from storage.documents.query_tree import NAME_FIELDS, Query

FIRST_SEEN = "first seen"
"""The source of the only line of date evidence of an article that names no date; its value is
``collected``.
"""

LINE_KINDS = {"p": "paragraph", "h": "heading", "i": "item", "q": "quote", "r": "row", "c": "code"}
"""What a line of an article was on its page, by its letter in ``Document.line_kinds``; see
``extractor.results``.
"""
CELL_SEPARATOR = " | "
"""What is between the cells of a row."""


@dataclass(frozen=True, kw_only=True)
class DocumentPost:
    """One post of a thread page.

    ``quoted`` is the text it replies to, ``reply_to`` that text's author. ``parent`` is one before
    it.
    """

    author: str
    published: datetime | None
    floor: int | None
    body: str
    quoted: str = ""
    reply_to: str = ""
    parent: int | None = field(
        default=None,
        metadata=rules(
            about="The post that it is nested in, as an index into `posts`, from 0; null for a "
            "post of the thread itself and in documents from versions without it."
        ),
    )


@dataclass(frozen=True, kw_only=True)
class DocumentComment:
    """What a reader wrote below an article: never a part of its text."""

    #: "" if the page or the feed names nobody.
    author: str
    #: None if the time is not known.
    published: datetime | None
    body: str


MAX_CITATIONS = 50
"""Most citations of a document. Of 100 articles, 99 link to fewer pages of other sites; what links
to more is a list of links.
"""


@dataclass(frozen=True, kw_only=True)
class Citation:
    """A page of another site that a text links to."""

    #: Its canonical URL.
    url: str
    text: str = field(metadata=rules(about="The words of the link."))


TEASER = "teaser"
"""The ``text_source`` of the beginning of an article."""


@dataclass(frozen=True, kw_only=True)
class Document:
    """One article, or one page of a thread. All times are aware.

    This is the one place to add a field, beside the code that finds its value: ``rules`` say what
    stores, exports and the API make of it, see ``storage.documents.document_fields``.
    """

    #: ``storage.keys.url_key`` of the canonical URL.
    id: str = field(metadata=rules(decided="crawl", shown="head", column="id"))
    #: The address from which the page was read, after redirects.
    url: str = field(
        metadata=rules(
            decided="crawl",
            kept=True,
            shown="head",
            about="The address of the page; of a newsletter's mail `mid:` and its Message-ID, "
            "which no browser opens.",
            column="url",
        )
    )
    #: The address that the page gives as its own, else ``url``.
    canonical_url: str = field(metadata=rules(decided="crawl"))
    #: The name of the source, as it was when the page was found.
    source: str = field(metadata=rules(decided="crawl", shown="head", column="source"))
    source_id: int = field(metadata=rules(decided="crawl", shown=""))
    #: The host of ``canonical_url`` without "www.".
    site: str = field(metadata=rules(decided="crawl", shown="head", column="site"))
    #: The channel of the source, such as "feed".
    channel: str = field(metadata=rules(decided="crawl", shown="head", column="channel"))
    #: A post is a short text that its list carries whole, such as one of a microblog; its title is
    #: its beginning.
    kind: Literal["article", "thread", "post"] = field(metadata=rules(shown="head", column="kind"))
    #: The language as a tag of BCP 47, "" if it is not known.
    lang: str = field(metadata=rules(decided="text", shown="head", column="lang"))
    title: str = field(metadata=rules(decided="text", shown="head", column="title"))
    #: The searched text; for a page of a thread the bodies of its posts.
    content: str = field(metadata=rules(decided="text", column="content"))
    #: The names of the authors, separated by commas; "" if the page names none.
    author: str = field(metadata=rules(shown="head", column="author"))
    published: datetime | None = field(
        metadata=rules(
            shown="head",
            about="The time of publication; null if the date is unknown.",
            column="published",
        )
    )
    #: It travels in the job and determines the index, so that a second write always replaces the
    #: first.
    collected: datetime = field(
        metadata=rules(
            decided="crawl",
            shown="head",
            about="When Newsloom first found the page.",
            column="collected",
        )
    )
    #: A line "source: raw -> value" for each candidate, "source, modified: ..." for one of a later
    #: change.
    date_evidence: tuple[str, ...] = field(default=(), metadata=rules(kept=True))
    #: The tags of the source.
    tags: tuple[str, ...] = field(default=(), metadata=rules(shown="head", column="tags"))
    #: The id of the thread's first page, "" for an article.
    thread: str = ""
    #: The number of this page of the thread; the first is 1.
    thread_page: int = 1
    posts: tuple[DocumentPost, ...] = ()
    comments: tuple[DocumentComment, ...] = field(
        default=(),
        metadata=rules(
            decided="crawl",
            about="The comments below an article, oldest first; empty unless its source keeps "
            "them. They are no part of `content`.",
        ),
    )
    #: "" if there is none, or if its source wants no comments.
    comments_url: str = field(
        default="",
        metadata=rules(
            decided="crawl",
            kept=True,
            about="The feed of its comments, if the page or its list declares one.",
        ),
    )
    #: What the page looks like: article, thread, listing or other; "" in documents from versions
    #: without it.
    page_kind: str = field(default="", metadata=rules(decided="text", shown=""))
    #: The probability of ``page_kind``, None in documents from versions without it.
    kind_confidence: float | None = field(default=None, metadata=rules(decided="text", shown=""))
    #: The expected F1 of ``content``, None in documents from versions without it.
    confidence: float | None = field(default=None, metadata=rules(decided="text"))
    #: When the page says that it was changed.
    modified: datetime | None = field(default=None, metadata=rules(decided="text"))
    #: The address of the lead image.
    image: str = field(default="", metadata=rules(decided="text", kept=True))
    #: Where the article continues.
    next_url: str = field(default="", metadata=rules(decided="text", kept=True, shown=""))
    pages: int = field(
        default=1,
        metadata=rules(
            decided="text", about="How many pages of the article `content` has.", column="pages"
        ),
    )
    page_count: int = field(
        default=1,
        metadata=rules(
            decided="text",
            about="How many pages the article has. If it has more, the others could not be read.",
            column="page_count",
        ),
    )
    text_source: str = field(
        default="page",
        metadata=rules(
            decided="text",
            about="Where `content` comes from: `page`, `feed`, or `teaser` if it is only the "
            "beginning, before a paywall.",
        ),
    )
    text_reason: str = field(
        default="",
        metadata=rules(
            decided="text", kept=True, about="Why `content` is not the text of the page."
        ),
    )
    #: "" in documents from versions without it.
    copy_id: str = field(
        default="",
        metadata=rules(
            decided="crawl", shown="head", about="Documents with nearly the same text share it."
        ),
    )
    #: Letters of ``LINE_KINDS``.
    line_kinds: str = field(
        default="",
        metadata=rules(
            decided="text",
            kept=True,
            about="A letter for each line of `content`: p paragraph, h heading, i item, q quote, r "
            "row, c code; empty if all are paragraphs or unknown.",
        ),
    )
    #: How often the publisher changed title or text. Earlier texts are ``DocumentVersion``.
    changes: int = field(
        default=0,
        metadata=rules(
            decided="crawl",
            shown="head",
            about="How often the publisher changed title or text, as far as Newsloom has seen.",
            column="changes",
        ),
    )
    changed: datetime | None = field(
        default=None,
        metadata=rules(
            decided="crawl",
            shown="head",
            about="When Newsloom last saw a change.",
            column="changed",
        ),
    )
    gone: datetime | None = field(
        default=None,
        metadata=rules(
            decided="crawl",
            shown="head",
            about="Since when the page is missing; null if it is there.",
            column="gone",
        ),
    )
    #: Codes of ``extractor.rights``.
    rights: tuple[str, ...] = field(
        default=(),
        metadata=rules(
            decided="text",
            about="What its page says about the use of its text, such as `noarchive`, "
            "`tdm-reserved` or `train-ai=n`; empty in documents from versions without it.",
            column="rights",
        ),
    )
    rights_stated: tuple[str, ...] = field(
        default=(),
        metadata=rules(
            decided="text",
            kept=True,
            about="Which header, element or file says so, a line `signal: place` for each: "
            "`noarchive: X-Robots-Tag`, `noindex: meta robots`, `tdm-reserved: "
            "/.well-known/tdmrep.json`, `train-ai=n: robots.txt`. A signal that several say has "
            "several lines; one in a document from versions without this field has none.",
        ),
    )
    #: In the order of the text.
    citations: tuple[Citation, ...] = field(
        default=(),
        metadata=rules(
            decided="text",
            about="What the text links to on other sites, at most 50; empty in documents from "
            "versions without it.",
            column="cites",
        ),
    )
    #: The people, organisations and places that title and text name are found after it is written
    #: (see ``Documents.fill``); a document that is written again has none until then.
    people: tuple[str, ...] = field(
        default=(),
        metadata=rules(
            decided="text",
            about="The people whom title and text name, the most frequent first; found within "
            "seconds after the document is stored.",
            column="people",
        ),
    )
    organisations: tuple[str, ...] = field(
        default=(), metadata=rules(decided="text", column="organisations")
    )
    places: tuple[str, ...] = field(default=(), metadata=rules(decided="text", column="places"))
    #: What has found its names, "" if nothing has looked yet.
    names_by: str = field(default="", metadata=rules(decided="text", shown=""))
    #: See ``hooks.answers.PageKeeper``.
    archived: tuple[str, ...] = field(
        default=(),
        metadata=rules(
            decided="crawl",
            kept=True,
            about="The WARC records of its pages, as `file:offset`; empty if they were not "
            "archived.",
        ),
    )

    @property
    def group(self) -> str:
        """Return what it shares with the documents that are one hit with it: its thread, or else
        its text; "" in an article from a version without copies.
        """
        return self.thread or self.copy_id

    @property
    def is_whole(self) -> bool:
        """Return whether ``content`` has the text of all pages of the article."""
        return self.pages >= self.page_count

    @property
    def is_partial(self) -> bool:
        """Return whether ``content`` is only the beginning, before a paywall."""
        return self.text_source == TEASER

    @property
    def date_known(self) -> bool:
        """Return whether the page, its list or its address names a date of publication."""
        return self.published is not None


DOCUMENT_FIELDS = tuple(ruled_fields(Document))
"""The fields of a document, with their rules."""
TEXT_FIELDS = tuple(each.name for each in DOCUMENT_FIELDS if each.rules.decided == "text")
"""What a page says of itself each time that it is read. The author is not among these: a page
that no longer names its author still has one.
"""
CRAWL_FIELDS = tuple(each.name for each in DOCUMENT_FIELDS if each.rules.decided == "crawl")
"""Where and when a document was found, and what its publisher did to it. Reading its page again
leaves them as they are: a better reading is not an edit.
"""
MAX_VERSIONS = 20
"""How many of the newest versions of a document are kept, beside the first."""


@dataclass(frozen=True, kw_only=True)
class DocumentVersion:
    """A title and text that a document had before.

    The first is number 1.
    """

    number: int
    seen: datetime = field(metadata=rules(about="When Newsloom first read it."))
    title: str
    content: str


def kept_numbers(changes: int) -> tuple[int, ...]:
    """Return the numbers of the versions that are kept after so many changes, ascending."""
    newest = range(max(1, changes - MAX_VERSIONS + 1), changes + 1)
    if changes:
        return tuple(dict.fromkeys((1, *newest)))
    return ()


class FoundAt(NamedTuple):
    """A place in the order in which documents were found: by time, to the millisecond, then by
    id.
    """

    moment: datetime
    id: str = ""


@dataclass(frozen=True, kw_only=True)
class Filters:
    """Exact filters; an empty one does not filter.

    Published at ``after`` or later and earlier than ``before``, aware.

    A language includes its scripts and regions: "zh" finds "zh-hans" and "zh-hant".
    ``NO_LANGUAGE`` finds the documents whose language is not known.

    ``collected_since`` is the earliest time, aware and to the millisecond, at which the document
    was first found or, if it is a page of a thread, last grew.
    """

    source: tuple[str, ...] = ()
    site: tuple[str, ...] = ()
    channel: tuple[str, ...] = ()
    lang: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    tag: tuple[str, ...] = ()
    author: tuple[str, ...] = ()
    person: tuple[str, ...] = ()
    org: tuple[str, ...] = ()
    place: tuple[str, ...] = ()
    after: datetime | None = None
    before: datetime | None = None
    collected_since: datetime | None = None


Sort: TypeAlias = Literal["relevance", "time", "collected"]
CopyMode: TypeAlias = Literal["each", "once"]
NAME_KINDS = tuple(NAME_FIELDS)
"""The facets and filters of names."""
LIST_FACETS = ("tag", "author", *NAME_KINDS)
"""The facets of which a document may have several values."""
EXACT_FACETS = ("source", "site", "channel", "lang", "kind")
"""The facets of which a document has one value, in the field of that name."""
NO_LANGUAGE = "und"
"""The value by which facets count, and filters and queries find, the documents whose ``lang`` is ""
(*undetermined* in BCP 47).
"""
FACETS = (*EXACT_FACETS, *LIST_FACETS, "day", "month")
FACET_VALUES = 20
"""The most values of a facet in the answer to a search."""
Aliases: TypeAlias = Mapping[str, Mapping[str, str]]
"""For each kind of names, which other spellings mean which name. That name is no spelling of a
third one.
"""


@dataclass(frozen=True, kw_only=True)
class SearchRequest:
    """A search.

    An empty query matches everything. ``cursor`` comes from an earlier ``SearchPage`` of the same
    order.

    ``sort`` "time" is newest publication first, undated documents last; "collected" is last found
    first.

    ``copies`` "once" finds and counts the matches with one ``Document.group`` as one hit, the first
    of them in the order: the pages of a thread, and the articles with one ``copy_id``. Facets and
    days count a group once for each value that one of its matches has. Documents without a group
    are each found. An export always has every match.

    ``facets`` asks for facets and the number of undated matches, ``periods`` whether "day" and
    "month" are among them.

    ``first`` are the ids of matches that come first by relevance, in this order.

    ``aliases`` are the other spellings that facets and series of names count as one name; query and
    filters name each spelling. A store may miss a name if none of its spellings is among the most
    frequent ones.
    """

    query: Query
    filters: Filters = field(default_factory=Filters)
    sort: Sort = "relevance"
    size: int = 20
    cursor: str = ""
    facets: bool = True
    periods: bool = True
    copies: CopyMode = "each"
    first: tuple[str, ...] = ()
    aliases: Aliases = field(default_factory=dict)

    def spellings(self, name: str, value: str) -> list[str]:
        """Return a value of a facet with its other spellings."""
        others = self.aliases.get(name, {})
        return [value, *(each for each, meant in others.items() if meant == value)]


@dataclass(frozen=True, kw_only=True)
class Vector:
    """The meaning of a text as a direction: whole numbers from -127 to 127, a byte each.

    Its length says nothing. Vectors of different models cannot be compared.
    """

    model: str
    values: bytes


class DocumentNames(NamedTuple):
    """Whom and what a document names, the most frequent first."""

    people: tuple[str, ...] = ()
    organisations: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


Filled_co = TypeVar("Filled_co", covariant=True)
Filled = TypeVar("Filled")
Make: TypeAlias = Callable[[Sequence[Document]], Iterable[Filled]]
"""Makes for each of some documents what it lacks."""


@dataclass(frozen=True)
class Filling(Generic[Filled_co]):
    """What documents get after they are written, and what makes it: ``by`` is its version."""

    by: str


class Names(Filling[DocumentNames]):
    """The names in documents; ``by`` a recogniser."""


class Vectors(Filling[Vector]):
    """The vectors of documents; ``by`` a model. Those of another model are kept as long as a store
    likes.
    """


class Neighbour(NamedTuple):
    """A document, and the cosine of its vector and another one."""

    id: str
    likeness: float


@dataclass(frozen=True, kw_only=True)
class Fragment:
    """A piece of text with its marked ranges: [start, end) in characters, ascending, not
    touching.
    """

    text: str
    marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Hit:
    """A found document without its content, with the title and snippets to show.

    ``copies`` is the number of other matches that are not shown because they have the text of an
    article; 0 if each is a hit. ``pages`` is the number of pages of a thread that match, this one
    among them; 1 if each is a hit.

    ``comments`` are the snippets of its comments in which words were found that the query asks for
    in comments.
    """

    document: Document
    title: Fragment
    snippets: tuple[Fragment, ...]
    score: float
    copies: int = 0
    pages: int = 1
    comments: tuple[Fragment, ...] = ()


@dataclass(frozen=True, kw_only=True)
class HitsPage:
    """One page of hits. ``cursor`` is "" on the last page.

    ``ranked`` is None if all matches are in the order that was asked for. A store may rank only so
    many, those that were written last; the others follow by date.
    """

    hits: tuple[Hit, ...]
    cursor: str
    ranked: int | None = None


@dataclass(frozen=True, kw_only=True)
class MatchCounts:
    """How many documents match, and with which values.

    ``facets`` has, for each name in FACETS, at most FACET_VALUES (value, count) by descending
    count; for "day" the newest 400 ISO days in ascending order, and for "month" the newest 400
    months (2026-11) in ascending order. ``undated`` counts the matches with an unknown date, which
    are on no day; it is 0 without facets.

    ``exact`` is False if the store only estimates so large a total, ``facets_exact`` if it only
    estimates the largest counts of values or days.
    """

    total: int
    facets: Mapping[str, tuple[tuple[str, int], ...]]
    undated: int = 0
    exact: bool = True
    facets_exact: bool = True


@dataclass(frozen=True, kw_only=True)
class SearchPage(HitsPage, MatchCounts):
    """One page of hits, with the counts of all matches."""


@dataclass(frozen=True, kw_only=True)
class TimeCounts:
    """Matches by time bucket.

    ``values``: for each value that was named; ``others``: those with none of them.
    """

    totals: tuple[int, ...]
    values: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    others: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class NarrowedCount:
    """How many matches match another query too, and how many of these are in each time bucket."""

    total: int
    buckets: tuple[int, ...] = ()


CitedKind: TypeAlias = Literal["site", "page"]


@dataclass(frozen=True, kw_only=True)
class Cited:
    """A site, or a page in the form of ``storage.keys.place_of``, that documents cite.

    ``documents`` cite it, of so many ``sources``.
    """

    value: str
    sources: int
    documents: int


Counts: TypeAlias = tuple[tuple[str, int], ...]
"""Values with the number of matches that have each."""
Counted = TypeVar("Counted")
Counted_co = TypeVar("Counted_co", covariant=True)


class Aggregation(Generic[Counted_co]):
    """What to count of the matches of a search, for ``Documents.aggregate``, and what its counts
    are.
    """


@dataclass(frozen=True)
class ByValue(Aggregation[Counts]):
    """One facet as ``search`` counts it: the ``most`` values, 1,000 at most, by descending count.

    ``name`` is one of FACETS except "day" and "month".
    """

    name: str
    most: int = FACET_VALUES


@dataclass(frozen=True)
class ByDay(Aggregation[Mapping[date, Mapping[str, int]]]):
    """Those published on each day of a time zone with each value of a field, for all values.

    ``name`` is one of FACETS except LIST_FACETS, "day" and "month". Days without matches and
    documents with an unknown date are left out.
    """

    name: str
    zone: tzinfo = UTC


@dataclass(frozen=True)
class ByTime(Aggregation[TimeCounts]):
    """Those published in each time bucket, from one edge up to the next.

    Attributes:
        edges: At least two aware times, ascending, to the millisecond. Matches outside are not
            counted.
        name: The field of ``values``: one of FACETS except "day" and "month".
        values: The values to count one by one; without any, only the totals are counted. A document
            with several tags or names, or a group of copies with several values, counts for each of
            them.
    """

    edges: Sequence[datetime]
    name: str = ""
    values: Sequence[str] = ()


@dataclass(frozen=True)
class ByQuery(Aggregation[list[NarrowedCount]]):
    """Those that match each of some queries too, 100 at most, as a search for both counts; and how
    many of these were published in each time bucket. ``edges`` as in ``ByTime``; none for no
    buckets.
    """

    queries: Sequence[Query]
    edges: Sequence[datetime] = ()


@dataclass(frozen=True)
class ByCited(Aggregation[list[Cited]]):
    """What the matches cite, what most sources cite first, then what most documents do.

    Only query and filters of the request matter; ``most`` is at most 1,000. Where the matches cite
    very many, a store may miss what few documents cite, and numbers of sources above 100 may be
    estimates.
    """

    kind: CitedKind
    most: int


@dataclass(frozen=True)
class PublicationSpan(Aggregation[tuple[datetime, datetime] | None]):
    """When the first and the last match were published; None if no match has a known date."""


@dataclass(frozen=True, kw_only=True)
class DocumentsInfo:
    """Number of documents and bytes on disk.

    ``outdated``: documents from an older version are indexed in another way than queries are read,
    so that some queries miss them until ``reindex`` has run. ``read_only``: the store takes no
    documents, as when a disk of its servers is full; searches go on.
    """

    documents: int
    size_bytes: int
    outdated: bool = False
    read_only: bool = False


@dataclass(frozen=True, kw_only=True)
class ReindexProgress:
    """How many of the documents to index again are in the new index."""

    done: int
    total: int


class Documents(Protocol):
    """A document store.

    Raises ``storage.errors.Unavailable`` if it does not answer, ``Refused`` if it refuses.
    """

    def write(self, documents: Sequence[Document]) -> None:
        """Store all documents, durable on return and searchable soon after; replace those with a
        known id.

        After an error, any part may be stored, and writing again is safe.
        """

    def get(self, document_id: str) -> Document | None:
        """Return the document with its whole content as it was written last, or None.

        It does not wait for ``refresh``: what a worker decides by a stored document must not depend
        on when searches see it.
        """

    def keep_versions(self, document: Document, versions: Sequence[DocumentVersion]) -> None:
        """Keep earlier texts of a document, durable on return; replace those with a known number.

        Drop what is no longer kept after the last of them. The text of ``document`` itself is not
        written: write it afterwards. If the caller dies before that, the same change gets the same
        number again.
        """

    def versions(self, document: Document) -> tuple[DocumentVersion, ...]:
        """Return the kept versions of a document by number, up to its ``changes``; they live as
        long as it does.
        """

    def articles_found(
        self, after: FoundAt, before: datetime, source_ids: Collection[int], limit: int
    ) -> list[Document]:
        """Return the first articles of these sources found after a place and before a time, without
        their content.

        They are in the order of ``FoundAt``, so that the place of the last one continues after it.
        """

    def move_copies(self, old: str, new: str) -> None:
        """Give all documents with one ``copy_id`` another.

        Safe to repeat; it sees everything written before.
        """

    def of_copy_group(self, copy_id: str) -> list[Document]:
        """Return the documents with a ``copy_id``."""

    def thread(self, thread_id: str) -> list[Document]:
        """Return the pages of a thread in order of page number."""

    def matching_pages(
        self, request: SearchRequest, threads: Collection[str], most: int
    ) -> Mapping[str, list[Document]]:
        """Return the matches among the pages of each of these threads, of those that have any: the
        first ``most`` in order of page number, with their posts.

        Only query and filters of the request matter; ``threads`` are at most 100, ``most`` is.
        """

    def search(self, request: SearchRequest) -> SearchPage:
        """Return one page of hits and the counts.

        Every adapter returns the same for the same documents and query.
        """

    def find_hits(self, request: SearchRequest) -> HitsPage:
        """Return the hits of ``search`` without the cost of counting.

        ``facets`` and ``periods`` do not matter.
        """

    def matching_ids(self, request: SearchRequest, limit: int) -> list[str]:
        """Return the ids of the first matches in the order that was asked for, each copy for
        itself.

        ``limit`` is at most 10,000. Size and cursor do not matter.
        """

    def draw(
        self, request: SearchRequest, start: str, count: int, *, characters: int = 0
    ) -> list[Document]:
        """Return the matches by id, from ``start`` on and then from the first one, with so many
        ``characters`` of their content.

        At most ``count`` of them, which is at most 10,000. Ids are hashes: a ``start`` by chance
        gives documents by chance, and the same ``start`` the same ones. Only query and filters of
        the request matter.
        """

    def count_matches(self, request: SearchRequest) -> MatchCounts:
        """Return the counts of ``search`` without the cost of finding hits.

        Sort, size and cursor do not matter.
        """

    def aggregate(self, request: SearchRequest, by: Aggregation[Counted]) -> Counted:
        """Return counts of the matches, without the cost of finding and sorting hits.

        Sort, size and cursor of the request do not matter.
        """

    def export(self, request: SearchRequest) -> Iterator[Document]:
        """Yield every matching document with its content, oldest collected first, without holding
        all in memory.
        """

    def fill(self, filling: Filling[Filled], make: Make[Filled], limit: int) -> int:
        """Give at most ``limit`` documents that have not got something what is made for them.

        Return how many were looked at: 0 if no searchable document is left. Those that were written
        last come first. A document that is written again loses what it got. If the caller is
        killed, or if two do the same at once, nothing is lost.
        """

    def count_unfilled(self, filling: Filling[object]) -> int:
        """Return how many documents have not got something."""

    def vectors(self, model: str, ids: Collection[str]) -> Mapping[str, Vector]:
        """Return the vectors of these documents by id, of those that have one of this model."""

    def nearest(self, vector: Vector, request: SearchRequest, count: int) -> list[Neighbour]:
        """Return at most ``count`` matches of a request whose vectors are nearest, the nearest
        first.

        Only query and filters of the request matter. A store may miss a few that are less near.
        """

    def similar(self, document_id: str, count: int) -> list[Document]:
        """Return at most ``count`` documents on the same matter without their content, near copies
        first.

        They include neither the document itself nor other pages of its thread. The result is empty
        if the document does not exist or no other shares enough of its key terms. Adapters agree on
        near copies; the order of the others may differ.
        """

    def similar_words(self, word: str, count: int) -> list[str]:
        """Return at most ``count`` indexed words that ``word`` may be a misspelling of, the most
        likely first.

        ``word`` is an analysed word of four letters or more. The words begin with the same letter
        and differ in one letter, or two from eight letters on. Adapters may look at only the most
        frequent words.
        """

    def drop_before(self, day: date) -> int:
        """Drop the months that ended before ``day``; return how many months were dropped."""

    def erase(self, ids: Collection[str]) -> int:
        """Remove these documents with their earlier texts and vectors; return how many there were.

        Safe to repeat, and it sees everything written before. Bytes of their texts may be left in
        files until ``scrub``.
        """

    def erase_comments(self, ids: Collection[str]) -> int:
        """Remove all comments out of these documents, with the places of their pages in the
        archive, which show them too; return how many comments there were.

        All else of a document stays, its vector too. Each document changes at once; what somebody
        else writes at the same time is not lost. Safe to repeat, and it sees everything written
        before. Bytes of the comments may be left in files until ``scrub``.
        """

    def scrub(self) -> None:
        """Leave nothing in the store's files of what was removed or replaced; searches and writes
        may wait meanwhile.

        Raises ``storage.errors.Unavailable`` while something may be left: repeating it goes on.
        """

    def reindex(self, *, everything: bool = False) -> Iterator[ReindexProgress]:
        """Build a new index beside the old one from the documents, then use it; yield the progress.

        Searches and writes go on meanwhile, in other processes too. Only what is outdated is built,
        or ``everything``. It may stop or be killed at any point: nothing is lost or found twice,
        and repeating it finishes the work.
        """

    def restoring(self, database: str) -> AbstractContextManager[None]:
        """Let no backup be restored for another database during the block; roles do not ask.

        ``database`` tells it from others. It keeps others of its own away, so the trace of one that
        was killed is taken over. Raises Refused on entering if another one is under way.
        """

    def refresh(self) -> None:
        """Make everything written so far searchable now (for tests and demos)."""

    def info(self) -> DocumentsInfo:
        """Return the size of the store."""

    def close(self) -> None:
        """Release connections and files."""
