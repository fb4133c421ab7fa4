"""Input and output of extraction: plain frozen values, the only types of this package that other
packages use.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property


class Kind(StrEnum):
    """What a page is: one text with an author and a day, the posts of a discussion, links to other
    pages, or none.
    """

    ARTICLE = "article"
    THREAD = "thread"
    LISTING = "listing"
    OTHER = "other"


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

    Attributes:
        post: The path of the elements that hold posts, with the class names that all of them have.
            If a post is a run of siblings, it is the path of the first of them.
        run: The number of siblings that make a post; 1 if one element holds it.
        opening: The path of an opening post in another place, else "".
        timed, named: Whether posts show a time and a name.
    """

    post: str
    run: int = 1
    opening: str = ""
    timed: bool = False
    named: bool = False


@dataclass(frozen=True, kw_only=True)
class Hints:
    """What is known about a page before it is read.

    Attributes:
        collected: The time of the fetch (aware, UTC). Relative times count from it, later times are
            not believed.
        kind: "article", "thread", or "" to decide from the page.
        algorithm: A name of ``extractor.registry``, or "" for the default of the kind.
        charset: An encoding that overrides every declaration.
        title, published, author: What the feed or list that led to the page says.
        published_rough: ``published`` is relative, such as "3 hours ago", so that any date on the
            page takes precedence.
        require_date: Reject an article that names no date of publication.
        time_zone: The name of the zone, such as "Europe/Berlin", of times for which the page names
            none; "" for the zone of the site's country or language.
        content: The whole text of the article as the feed has it, one paragraph a line.
        post_layout: Where the posts of this site's threads are, if longer threads have shown it.
    """

    collected: datetime
    kind: str = ""
    algorithm: str = ""
    charset: str = ""
    title: str = ""
    published: datetime | None = None
    published_rough: bool = False
    author: str = ""
    require_date: bool = False
    time_zone: str = ""
    content: str = ""
    post_layout: PostLayout | None = None


@dataclass(frozen=True, kw_only=True)
class DateEvidence:
    """One date from the page or from the list that led to it.

    Attributes:
        source: json-ld, meta, feed, time, text, search, url or script.
        role: "published" or "modified".
        exact: The time of day is known; otherwise only the day is.
        ambiguous: Day and month could be read the other way round as well.
    """

    value: datetime
    source: str
    raw: str
    role: str = "published"
    exact: bool = True
    ambiguous: bool = False


@dataclass(frozen=True, kw_only=True)
class Paragraph:
    """One block of a body.

    ``kind``: paragraph, heading, item (of a list), quote, row (of a table), code.
    """

    text: str
    kind: str = "paragraph"


@dataclass(frozen=True, kw_only=True)
class Body:
    """The text that an algorithm finds on a page.

    ``confidence`` is the expected F1 of the words, from 0 to 1, or None if the algorithm does not
    estimate it. ``links`` are the links inside the text.
    """

    paragraphs: tuple[Paragraph, ...] = ()
    confidence: float | None = None
    links: tuple["Link", ...] = ()

    @cached_property
    def text(self) -> str:
        """The paragraphs, one per line."""
        return "\n".join(paragraph.text for paragraph in self.paragraphs)


@dataclass(frozen=True, kw_only=True)
class Article:
    """A news article or blog post.

    Attributes:
        content: The texts of ``paragraphs``, separated by one newline.
        published: The time of publication, None if neither the page nor its list names one.
        modified: The time of a later change, None if the page names none.
        image: The URL of the lead image.
        next_url: The URL of the article's next page.
        first_url: The URL of its first page, if this is a later one.
        whole_url: A URL that shows all its pages on one, such as a print view.
        pages: How many of its pages ``content`` has.
        page_count: How many pages it has, as far as they are linked.
        text_source: Where ``content`` comes from: "page" or "feed".
        text_reason: Why it comes from the feed.
        links: What the text links to.
        kind: What the page looks like, or ARTICLE if the operator says so.
        kind_confidence: The probability of ``kind``, from 0 to 1.
        confidence: The expected F1 of the text, see ``Body``.
    """

    url: str
    canonical_url: str
    title: str
    content: str
    published: datetime | None
    date_evidence: tuple[DateEvidence, ...] = ()
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
    first_url: str = ""
    whole_url: str = ""
    pages: int = 1
    page_count: int = 1
    text_source: str = "page"
    text_reason: str = ""
    links: tuple["Link", ...] = ()
    kind: Kind = Kind.ARTICLE
    kind_confidence: float = 1.0
    confidence: float | None = None


@dataclass(frozen=True, kw_only=True)
class Post:
    """One post of a thread.

    ``floor`` is its number in the thread from 1, ``quoted`` the text that it answers, and
    ``reply_to`` the author of that text.
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

    ``thread_url`` is the first page, ``next_url`` is empty on the last page, and ``page_urls`` are
    the pages that this page links to. ``layout`` is what the page shows of the site's layout, None
    if its posts are few or unlike, or were found by a known layout. ``overrules_layout``: what the
    known one describes is not the posts.
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
    layout: PostLayout | None = None
    overrules_layout: bool = False


@dataclass(frozen=True, kw_only=True)
class Rejection:
    """The page is not a document. ``detail`` tells people what was found and what was expected."""

    reason: RejectionReason
    detail: str = ""
    kind: Kind = Kind.OTHER
    kind_confidence: float = 0.0


Extraction = Article | Thread | Rejection


@dataclass(frozen=True, kw_only=True)
class Link:
    """A link worth following, found on a feed, list, board or sitemap.

    ``version`` changes when a known thread grows (reply count, time of the last reply as the board
    shows them). It is empty for articles, which are fetched once. ``content`` is the whole text of
    the article, one paragraph a line, if the list carries it.
    """

    url: str
    title: str = ""
    published: datetime | None = None
    author: str = ""
    version: str = ""
    content: str = ""


@dataclass(frozen=True)
class Hub:
    """A server that tells when a feed has changed (W3C WebSub), and the address under which it
    knows the feed.
    """

    address: str
    topic: str


@dataclass(frozen=True, kw_only=True)
class Listing:
    """The content of a fetched list: its links in page order, the next list page if any, and what
    could not be read.
    """

    links: tuple[Link, ...] = ()
    next_url: str = ""
    children: tuple[str, ...] = ()
    problem: str = ""
    hub: Hub | None = None


Headers = Mapping[str, str]
