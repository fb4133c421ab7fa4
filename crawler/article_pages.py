"""Decide which page of an article to read next, and carry the pages read so far from job to job.

Pure.

Each page of an article has a job of its own, so that it waits for its host's turn and is retried
like any page. The job carries the text of the pages before it. The last one stores the document:
nothing is stored by halves.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from crawler.citations import citations
from crawler.comments import merged_comments
from crawler.headers import same_site
from crawler.packing import pack_bytes, unpack_bytes
from extractor.joining import as_far_as_read, is_other_day, is_same_headline, join_pages, take_whole
from extractor.results import Article, Post, Rejection
from storage.keys import canonical_address, canonical_url, is_web_url

if TYPE_CHECKING:
    from pydantic import TypeAdapter

MAX_ARTICLE_PAGES = 20
"""The first included. Articles have two to five pages; a site that leads on and on is a trap."""


@dataclass(frozen=True, kw_only=True)
class PagesRead:
    """An article as far as it was read.

    Attributes:
        article: Has the text of all pages so far.
        fetched_url: Where the first page was fetched.
        urls: The canonical URLs that were asked for, the first page's first.
        archived: The places of their records; a page that was not kept has none.
        at_comments: The feed of the comments was asked for last. It is read after the last page.
    """

    article: Article
    fetched_url: str
    urls: tuple[str, ...]
    archived: tuple[str, ...] = ()
    at_comments: bool = False

    def kept_at(self, places: Sequence[str]) -> "PagesRead":
        """Return the same with the places of further records."""
        return replace(self, archived=(*self.archived, *places))

    def asked(self, url: str) -> "PagesRead":
        """Return the same with a further address."""
        return replace(self, urls=(*self.urls, canonical_url(url)))


def first_page(article: Article, fetched_url: str) -> PagesRead:
    """Return what is read after the first page."""
    own = canonical_address(fetched_url)
    return PagesRead(article=article, fetched_url=fetched_url, urls=(own,))


def next_address(read: PagesRead, most_pages: int) -> str:
    """Return the address to read next, "" if there is none that may be read.

    A view of the whole article comes first: it costs one request. Follow links only within the
    site, each once.
    """
    if not read.article.next_url or len(read.urls) >= most_pages:
        return ""
    addresses = (read.article.whole_url, read.article.next_url)
    return next((url for url in addresses if url and _may_follow(read, url)), "")


def comments_address(read: PagesRead) -> str:
    """Return the feed of the comments, once, "" if there is none that may be read."""
    url = read.article.comments_url
    if url and not read.at_comments and _may_follow(read, url):
        return url
    return ""


def with_comments(read: PagesRead, comments: Sequence[Post]) -> PagesRead:
    """Return what is read with the comments of the feed."""
    found = merged_comments(read.article.comments, comments)
    return replace(read, article=replace(read.article, comments=found))


def without_comments(read: PagesRead) -> PagesRead:
    """Return what is read without its comments, for a job that is to carry its text."""
    return replace(read, article=replace(read.article, comments=()))


def with_page(read: PagesRead, page: Article | Rejection) -> PagesRead:
    """Return what is read after the page that was asked for last."""
    article = read.article
    if _is_at_whole(read):
        whole = take_whole(article, page) if isinstance(page, Article) else None
        return replace(read, article=whole or replace(article, whole_url=""))
    if isinstance(page, Rejection) or not is_same_headline(article, page):
        return without_page(read)
    if is_other_day(article, page):
        return replace(read, article=replace(article, next_url="", page_count=article.pages))
    return replace(read, article=join_pages(article, page))


def without_page(read: PagesRead) -> PagesRead:
    """Return what is read if the page that was asked for last cannot be had."""
    article = read.article
    if read.at_comments:
        return read
    if _is_at_whole(read):
        return replace(read, article=replace(article, whole_url=""))
    return read


def finished(read: PagesRead) -> Article:
    """Return the article to store."""
    return as_far_as_read(read.article)


def pack(read: PagesRead) -> str:
    """Return the pages as text for a job."""
    # Nothing that is stored needs the other links.
    kept = citations(read.article.links, read.fetched_url)
    small = replace(read, article=replace(read.article, links=kept))
    return pack_bytes(_adapter().dump_json(small))


def unpack(text: str) -> PagesRead:
    """Return the pages that a job carries."""
    return _adapter().validate_json(unpack_bytes(text))


def _may_follow(read: PagesRead, url: str) -> bool:
    is_on_site = is_web_url(url) and same_site(url, read.fetched_url)
    return is_on_site and canonical_url(url) not in read.urls


def _is_at_whole(read: PagesRead) -> bool:
    """Return whether the view of the whole article was asked for last."""
    whole = read.article.whole_url
    return is_web_url(whole) and read.urls[-1] == canonical_url(whole)


@cache
def _adapter() -> "TypeAdapter[PagesRead]":
    # Most jobs carry no pages, and pydantic takes long to load.
    from pydantic import TypeAdapter

    return TypeAdapter(PagesRead)
