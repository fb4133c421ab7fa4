"""What extraction takes and gives: plain frozen values, the only types of this package that others see."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Kind(StrEnum):
    """What a page is: one text with an author and a day, the posts of a discussion, links to other pages, or none."""

    ARTICLE = "article"
    THREAD = "thread"
    LISTING = "listing"
    OTHER = "other"


class RejectionReason(StrEnum):
    """Why a page is no document. The values are a subset of ``storage.outcomes.Outcome``."""

    NOT_HTML = "not_html"
    CHARSET = "charset"
    EMPTY = "empty"
    NO_TITLE = "no_title"
    NO_DATE = "no_date"
    TOO_SHORT = "too_short"
    NO_POSTS = "no_posts"
    LISTING = "listing"


@dataclass(frozen=True, kw_only=True)
class Hints:
    """What is known about a page before it is read.

    ``collected`` is the time of the fetch (aware, UTC); relative times are resolved against it and nothing
    later is believed. ``kind`` is "article", "thread", or "" to decide from the page. ``algorithm`` is a name
    of ``extractor.registry``, or "" for the default of the kind. ``charset`` overrides every declaration.
    ``title``, ``published``, ``author`` come from the feed or list that led here; ``published_rough`` says that the
    time is one of the "3 hours ago" kind, which any date of the page itself beats.
    """

    collected: datetime
    kind: str = ""
    algorithm: str = ""
    charset: str = ""
    title: str = ""
    published: datetime | None = None
    published_rough: bool = False
    author: str = ""


@dataclass(frozen=True, kw_only=True)
class DateEvidence:
    """One date that the page or its list offers.

    ``source``: json-ld, meta, feed, time, text, search, url. ``role``: "published" or "modified". ``exact`` if it
    tells the time of day, else a day; ``ambiguous`` if day and month could be read the other way round as well.
    """

    value: datetime
    source: str
    raw: str
    role: str = "published"
    exact: bool = True
    ambiguous: bool = False


@dataclass(frozen=True, kw_only=True)
class Paragraph:
    """One block of a body. ``kind``: paragraph, heading, item (of a list), quote, row (of a table), code."""

    text: str
    kind: str = "paragraph"


@dataclass(frozen=True, kw_only=True)
class Body:
    """What an algorithm takes for the text of a page.

    ``confidence`` is the F1 of words to be expected without gold, from 0 to 1, or None where the algorithm has no
    opinion of itself. ``links`` are those inside the text.
    """

    paragraphs: tuple[Paragraph, ...] = ()
    confidence: float | None = None
    links: tuple["Link", ...] = ()

    @property
    def text(self) -> str:
        """The paragraphs, one a line."""
        return "\n".join(paragraph.text for paragraph in self.paragraphs)


@dataclass(frozen=True, kw_only=True)
class Article:
    """A news article or blog post.

    ``content``: paragraphs separated by one newline, the same as the texts of ``paragraphs``. ``modified`` is None
    where the page names no later change. ``image`` is the URL of the lead image, ``next_url`` that of the article's
    next page, ``links`` what its text links to. ``kind`` is what the page looks like, ARTICLE where the operator says
    so; ``kind_confidence``, the probability of that, and ``confidence`` (see ``Body``) run from 0 to 1.
    """

    url: str
    canonical_url: str
    title: str
    content: str
    published: datetime
    date_evidence: tuple[DateEvidence, ...]
    author: str = ""
    lang: str = ""
    site_name: str = ""
    tags: tuple[str, ...] = ()
    algorithm: str = ""
    encoding: str = ""
    paragraphs: tuple[Paragraph, ...] = ()
    modified: datetime | None = None
    image: str = ""
    next_url: str = ""
    links: tuple["Link", ...] = ()
    kind: Kind = Kind.ARTICLE
    kind_confidence: float = 1.0
    confidence: float | None = None


@dataclass(frozen=True, kw_only=True)
class Post:
    """One post of a thread.

    ``floor`` is its number in the thread from 1, ``quoted`` the text it answers, ``reply_to`` the author of that.
    """

    body: str
    author: str = ""
    published: datetime | None = None
    floor: int | None = None
    quoted: str = ""
    reply_to: str = ""


@dataclass(frozen=True, kw_only=True)
class Thread:
    """One page of a forum thread.

    ``thread_url`` is its first page; ``next_url`` is empty on the last; ``page_urls`` are the pages it links to.
    """

    url: str
    canonical_url: str
    title: str
    posts: tuple[Post, ...]
    thread_url: str
    page: int = 1
    next_url: str = ""
    lang: str = ""
    site_name: str = ""
    algorithm: str = ""
    encoding: str = ""
    page_urls: tuple[str, ...] = ()
    kind: Kind = Kind.THREAD
    kind_confidence: float = 1.0
    confidence: float | None = None


@dataclass(frozen=True, kw_only=True)
class Rejection:
    """The page is no document, and why. ``detail`` is for people: what was found and what was asked."""

    reason: RejectionReason
    detail: str = ""
    kind: Kind = Kind.OTHER
    kind_confidence: float = 0.0


Extraction = Article | Thread | Rejection


@dataclass(frozen=True, kw_only=True)
class Link:
    """A link worth following, found on a feed, list, board or sitemap.

    ``version`` changes when a known thread has grown (reply count, last reply time as the board shows them);
    it is empty for articles, which are fetched once.
    """

    url: str
    title: str = ""
    published: datetime | None = None
    author: str = ""
    version: str = ""


@dataclass(frozen=True, kw_only=True)
class Listing:
    """What a fetched list gave: its links in page order, the next list page if any, what could not be read."""

    links: tuple[Link, ...] = ()
    next_url: str = ""
    children: tuple[str, ...] = ()
    problem: str = ""


Headers = Mapping[str, str]
