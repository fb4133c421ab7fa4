"""What extraction takes and gives: plain frozen values, the only types of this package that others see."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Reason(StrEnum):
    """Why a page is no document. The values are a subset of ``storage.outcomes.Outcome``."""

    NOT_HTML = "not_html"
    CHARSET = "charset"
    EMPTY = "empty"
    NO_TITLE = "no_title"
    NO_DATE = "no_date"
    TOO_SHORT = "too_short"
    NO_POSTS = "no_posts"


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
class DateCandidate:
    """One date that the page or its list offers. ``source``: json-ld, meta, feed, time, text, search, url."""

    value: datetime
    source: str
    raw: str


@dataclass(frozen=True, kw_only=True)
class Article:
    """A news article or blog post. ``content``: paragraphs separated by one newline."""

    url: str
    canonical_url: str
    title: str
    content: str
    published: datetime
    date_evidence: tuple[DateCandidate, ...]
    author: str = ""
    lang: str = ""
    site_name: str = ""
    tags: tuple[str, ...] = ()
    algorithm: str = ""
    encoding: str = ""


@dataclass(frozen=True, kw_only=True)
class Post:
    """One post of a thread. ``floor`` is its number in the thread from 1, ``quoted`` the text it answers."""

    body: str
    author: str = ""
    published: datetime | None = None
    floor: int | None = None
    quoted: str = ""


@dataclass(frozen=True, kw_only=True)
class Thread:
    """One page of a forum thread. ``thread_url`` is its first page; ``next_url`` is empty on the last."""

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


@dataclass(frozen=True, kw_only=True)
class Rejection:
    """The page is no document, and why. ``detail`` is for people: what was found and what was asked."""

    reason: Reason
    detail: str = ""


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
