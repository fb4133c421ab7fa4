"""Input and output of extraction: plain frozen values, the only types of this package that other
packages use.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import Any


class Kind(StrEnum):
    """What a page is: one text with an author and a day, the posts of a discussion, links to other
    pages, or none. A short post is no page: a list carries all of it.
    """

    ARTICLE = "article"
    THREAD = "thread"
    LISTING = "listing"
    OTHER = "other"
    POST = "post"


class RejectionReason(StrEnum):
    """Why a page is not a document. The values are a subset of ``storage.outcomes.Outcome``."""

    NOT_HTML = "not_html"
    CHARSET = "charset"
    EMPTY = "empty"
    NO_TITLE = "no_title"
    NO_DATE = "no_date"
    TOO_SHORT = "too_short"
    NO_POSTS = "no_posts"
    LISTING = "listing"
    DOUBTFUL = "doubtful"
    CHALLENGE = "challenge"
    CONSENT = "consent"
    LOGIN = "login"
    PAYWALL = "paywall"
    SOFT_404 = "soft_404"
    SCRIPT_SHELL = "script_shell"


@dataclass(frozen=True, kw_only=True)
class PostLayout:
    """Where the posts of a site are, learned from its long threads; see ``extractor.forum.layout``.

    A path has a line for an element and for each of those around it, from the inside out: its tag,
    and its class names in alphabetical order.
    """

    #: The path of the elements that hold posts, with the class names that all of them have. If a
    #: post is a run of siblings, it is the path of the first of them.
    post: str
    #: The number of siblings that make a post; 1 if one element holds it.
    run: int = 1
    #: The path of an opening post in another place, else "".
    opening: str = ""
    #: Whether posts show a time and a name.
    timed: bool = False
    named: bool = False


@dataclass(frozen=True, kw_only=True)
class Hints:
    """What is known about a page before it is read."""

    #: The time of the fetch (aware, UTC). Relative times count from it, later times are not
    #: believed.
    collected: datetime
    #: "article", "thread", or "" to decide from the page.
    kind: str = ""
    #: An encoding that overrides every declaration.
    charset: str = ""
    #: What the feed or list that led to the page says.
    title: str = ""
    published: datetime | None = None
    #: ``published`` is relative, such as "3 hours ago", so that any date on the page takes
    #: precedence.
    published_rough: bool = False
    author: str = ""
    #: Reject an article that names no date of publication.
    require_date: bool = False
    #: The name of the zone, such as "Europe/Berlin", of times for which the page names none; "" for
    #: the zone of the site's country or language.
    time_zone: str = ""
    #: The whole text of the article as the feed has it, one paragraph a line.
    content: str = ""
    #: What ``content`` links to, if it is a short post.
    links: tuple["Link", ...] = ()
    #: Where the posts of this site's threads are, if longer threads have shown it.
    post_layout: PostLayout | None = None
    #: Reads the comments below an article, see ``hooks.answers.CommentReader.on_page``. None if
    #: they are not wanted.
    read_comments: Callable[..., Mapping[str, Any]] | None = None
    #: The feed of the comments, as the list that led to the page declares it.
    comments_url: str = ""


@dataclass(frozen=True, kw_only=True)
class DateEvidence:
    """One date from the page or from the list that led to it."""

    value: datetime
    #: json-ld, meta, feed, time, text, list, url or script.
    source: str
    raw: str
    #: "published" or "modified".
    role: str = "published"
    #: The time of day is known; otherwise only the day is.
    exact: bool = True
    #: Day and month could be read the other way round as well.
    ambiguous: bool = False


@dataclass(frozen=True, kw_only=True)
class Paragraph:
    """One block of a body."""

    text: str
    #: paragraph, heading, item (of a list), quote, row (of a table) or code.
    kind: str = "paragraph"


@dataclass(frozen=True, kw_only=True)
class Body:
    """The text that an algorithm finds on a page."""

    paragraphs: tuple[Paragraph, ...] = ()
    #: The expected F1 of the words, from 0 to 1, None if the algorithm does not estimate it.
    confidence: float | None = None
    #: The links inside the text.
    links: tuple["Link", ...] = ()

    @cached_property
    def text(self) -> str:
        """The paragraphs, one per line."""
        return "\n".join(paragraph.text for paragraph in self.paragraphs)


@dataclass(frozen=True, kw_only=True)
class Article:
    """A news article or blog post."""

    url: str
    canonical_url: str
    title: str
    #: The texts of ``paragraphs``, separated by one newline.
    content: str
    #: The time of publication, None if neither the page nor its list names one.
    published: datetime | None
    date_evidence: tuple[DateEvidence, ...] = ()
    author: str = ""
    lang: str = ""
    site_name: str = ""
    tags: tuple[str, ...] = ()
    algorithm: str = ""
    encoding: str = ""
    paragraphs: tuple[Paragraph, ...] = ()
    #: The time of a later change, None if the page names none.
    modified: datetime | None = None
    #: The URL of the lead image.
    image: str = ""
    #: The URL of the article's next page.
    next_url: str = ""
    #: The URL of its first page, if this is a later one.
    first_url: str = ""
    #: A URL that shows all its pages on one, such as a print view.
    whole_url: str = ""
    #: How many of its pages ``content`` has.
    pages: int = 1
    #: How many pages it has, as far as they are linked.
    page_count: int = 1
    #: Where ``content`` comes from: "page", "feed", or "teaser" for the beginning that a page shows
    #: before a paywall.
    text_source: str = "page"
    #: Why it comes from the feed, or is only the beginning.
    text_reason: str = ""
    #: What the text links to.
    links: tuple["Link", ...] = ()
    #: The comments below it, in page order, if the hints ask for them.
    comments: tuple["Post", ...] = ()
    #: The feed of its comments, "" if neither the page nor its list declares one.
    comments_url: str = ""
    #: What the page says about the use of its text (``extractor.rights``).
    rights: tuple[str, ...] = ()
    #: Which header, element or file says so: statements of ``extractor.rights``.
    rights_stated: tuple[str, ...] = ()
    #: What the page looks like, or ARTICLE if the operator says so.
    kind: Kind = Kind.ARTICLE
    #: The probability of ``kind``, from 0 to 1.
    kind_confidence: float = 1.0
    #: The expected F1 of the text, see ``Body``.
    confidence: float | None = None


@dataclass(frozen=True, kw_only=True)
class Post:
    """One post of a thread."""

    body: str
    author: str = ""
    published: datetime | None = None
    #: Its number in the thread, from 1.
    floor: int | None = None
    #: The text that it answers.
    quoted: str = ""
    #: The author of that text.
    reply_to: str = ""
    #: What its own words link to.
    links: tuple["Link", ...] = ()
    #: The post that it is nested in, as an index into the posts of its page; None for a post of the
    #: thread itself. It comes before this one.
    parent: int | None = None


@dataclass(frozen=True, kw_only=True)
class Thread:
    """One page of a forum thread."""

    url: str
    canonical_url: str
    title: str
    #: In page order; a reply that is nested in a post follows it.
    posts: tuple[Post, ...]
    #: The first page of the thread.
    thread_url: str
    #: The number of this page; the first is 1.
    page: int = 1
    #: "" on the last page.
    next_url: str = ""
    lang: str = ""
    site_name: str = ""
    algorithm: str = ""
    encoding: str = ""
    #: The pages of the thread that this page links to.
    page_urls: tuple[str, ...] = ()
    #: What the page says about the use of its text (``extractor.rights``).
    rights: tuple[str, ...] = ()
    #: Which header, element or file says so: statements of ``extractor.rights``.
    rights_stated: tuple[str, ...] = ()
    kind: Kind = Kind.THREAD
    #: The probability of ``kind``, from 0 to 1.
    kind_confidence: float = 1.0
    #: The expected F1 of the posts' text, from 0 to 1, None if the algorithm does not estimate it.
    confidence: float | None = None
    #: What the page shows of the site's layout. None if its posts are few or unlike, or were found
    #: by a known layout.
    layout: PostLayout | None = None
    #: What the known layout describes is not the posts.
    overrules_layout: bool = False


@dataclass(frozen=True, kw_only=True)
class Rejection:
    """The page is not a document. ``detail`` tells people what was found and what was expected."""

    reason: RejectionReason
    detail: str = ""
    kind: Kind = Kind.OTHER
    kind_confidence: float = 0.0
    #: What the page says about the use of its text (``extractor.rights``).
    rights: tuple[str, ...] = ()
    #: Which header, element or file says so: statements of ``extractor.rights``.
    rights_stated: tuple[str, ...] = ()


Extraction = Article | Thread | Rejection


@dataclass(frozen=True, kw_only=True)
class Link:
    """A link worth following, found on a feed, list, board or sitemap."""

    url: str
    title: str = ""
    published: datetime | None = None
    author: str = ""
    #: Changes when a known thread grows (reply count, time of the last reply as the board shows
    #: them), or a sitemap (the ``lastmod`` of its index), or tells mails of one Message-ID apart;
    #: "" for articles, which are fetched once.
    version: str = ""
    #: The whole text of the article, one paragraph a line, if the list carries it.
    content: str = ""
    #: ``content`` is a short post, and the address shows no more than that.
    is_post: bool = False
    #: The name of a feed's entry, which stays while its address changes; "" for none.
    entry: str = ""
    #: The feed of the comments below the page, "" for none.
    comments_url: str = ""
    #: What ``content`` links to, if it is a short post.
    links: tuple["Link", ...] = ()
    #: The site that published it, if its address names none: the domain of a mail's sender.
    site: str = ""


@dataclass(frozen=True)
class Hub:
    """A server that tells when a feed has changed (W3C WebSub), and the address under which it
    knows the feed.
    """

    address: str
    topic: str


@dataclass(frozen=True, kw_only=True)
class Listing:
    """The content of a fetched list: its links in page order, the next list page if any, the
    sitemaps of an index, those that changed last first, what could not be read, and what was left
    out on purpose (``note``).
    """

    links: tuple[Link, ...] = ()
    next_url: str = ""
    children: tuple[Link, ...] = ()
    problem: str = ""
    hub: Hub | None = None
    note: str = ""


Headers = Mapping[str, str]
