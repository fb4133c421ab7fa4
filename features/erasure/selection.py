"""By what the pages of an erasure are chosen. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from storage.documents.port import Filters, SearchRequest
from storage.documents.query import parse
from storage.documents.query_tokens import QUOTES, quoted
from storage.documents.query_tree import Query
from storage.keys import host_name, site_of

DEFAULT_MAX = 1_000
"""More documents than that are erased only if somebody says how many at most: a typing error in a
query must not empty the collection.
"""


MAX_NAMED = 10_000
"""The most documents that are named one by one."""


class SelectionKind(StrEnum):
    """What the words of a selection name. Stored, so a name must not change."""

    DOCUMENT = "document"
    ADDRESS = "address"
    SITE = "site"
    AUTHOR = "author"
    SOURCE = "source"
    QUERY = "query"


class ErasedTexts(StrEnum):
    """Which texts of an author are erased."""

    ALL = "all"
    DOCUMENTS = "documents"
    COMMENTS = "comments"


class SelectionError(Exception):
    """Nothing can be erased so; ``code`` says why, and ``value`` is what is wrong."""

    def __init__(self, code: "SelectionProblem", value: str = "") -> None:
        self.code, self.value = code, value
        super().__init__(f"{code}: {value}")


class SelectionProblem(StrEnum):
    """Why a selection is refused."""

    EMPTY = "empty"
    EVERYTHING = "everything"
    NO_ADDRESS = "no_address"
    NO_SITE = "no_site"
    UNKNOWN_SITE = "unknown_site"
    UNKNOWN_SOURCE = "unknown_source"
    UNKNOWN_DOCUMENT = "unknown_document"
    QUOTED = "quoted"
    TOO_MANY = "too_many"
    TOO_MANY_ARTICLES = "too_many_articles"
    TOO_MANY_COMMENTS = "too_many_comments"
    NOTHING = "nothing"
    ONLY_COMMENTS = "only_comments"
    ONLY_DOCUMENTS = "only_documents"
    NO_COMMENTS = "no_comments"


@dataclass(frozen=True, kw_only=True)
class ErasureSelection:
    """The pages to erase: of these documents or addresses, or of one site, author or source, or
    those that a query finds.
    """

    kind: SelectionKind
    values: tuple[str, ...]
    #: Documents with nearly the same text are erased too.
    with_copies: bool = False
    most: int = DEFAULT_MAX
    #: Of an author: whole documents, comments below articles that stay, or both.
    texts: ErasedTexts = ErasedTexts.ALL

    @property
    def with_comments(self) -> bool:
        """Return whether comments go out of articles that stay."""
        return self.kind is SelectionKind.AUTHOR and self.texts is not ErasedTexts.DOCUMENTS

    @property
    def with_documents(self) -> bool:
        """Return whether whole documents go."""
        return self.kind is not SelectionKind.AUTHOR or self.texts is not ErasedTexts.COMMENTS

    @property
    def subject(self) -> str:
        """The site or source that the order remembers; "" for what may name a person or a page."""
        if self.kind in (SelectionKind.SITE, SelectionKind.SOURCE):
            return self.values[0]
        return ""


def selection_of(
    kind: SelectionKind,
    values: Iterable[str],
    *,
    with_copies: bool = False,
    most: int = DEFAULT_MAX,
    texts: ErasedTexts = ErasedTexts.ALL,
) -> ErasureSelection:
    """Return a selection. Raises SelectionError for one that names nothing."""
    named = tuple(dict.fromkeys(filter(None, (each.strip() for each in values))))
    if not named:
        raise SelectionError(SelectionProblem.EMPTY, kind)
    if kind is SelectionKind.SITE:
        named = (_site(named[0]),)
    if kind is SelectionKind.AUTHOR and not set(QUOTES).isdisjoint(named[0]):
        raise SelectionError(SelectionProblem.QUOTED, named[0])
    return ErasureSelection(
        kind=kind, values=named, with_copies=with_copies, most=most, texts=texts
    )


def _site(value: str) -> str:
    """Return the name of a site, as documents have it, from it or from any address on it."""
    try:
        return site_of(f"//{host_name(value)}")
    except ValueError:
        raise SelectionError(SelectionProblem.NO_SITE, value) from None


def request_of(selection: ErasureSelection) -> SearchRequest:
    """Return the search for the documents of a site, an author, a source or a query.

    Raises SelectionError, and QueryError for a query that cannot be read.
    """
    [value, *_] = selection.values
    if selection.kind is SelectionKind.SITE:
        return SearchRequest(query=Query(), filters=Filters(site=(value,)), facets=False)
    if selection.kind is SelectionKind.SOURCE:
        return SearchRequest(query=Query(), filters=Filters(source=(value,)), facets=False)
    if selection.kind is SelectionKind.AUTHOR:
        text = f"author:{quoted(value)}"
    else:
        text = value
    query = parse(text)
    if query.root is None:
        raise SelectionError(SelectionProblem.EVERYTHING)
    return SearchRequest(query=query, facets=False)
