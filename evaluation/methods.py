"""The evaluated methods: algorithms of Newsloom and rival libraries, with one form of call and
answer.

A page of a forum is read as a thread, any other page as an article, because production knows this
of a source. The kind that a page is taken for without that knowledge is measured separately
(``guess_kind``).
"""

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from pathlib import Path

from evaluation.algorithms import BODIES, POSTS, choose
from evaluation.datasets import COLLECTED, Gold, LabelledPage
from evaluation.rivals import RivalInput, load_rival
from extractor.algorithms import Algorithms
from extractor.article import judge
from extractor.errors import UndecodableBytes
from extractor.extraction import extract, read_article_draft
from extractor.forum.reply_reading import posts_of_thread
from extractor.page.decode import decode
from extractor.results import Hints, Post, Rejection, Thread

OURS = "newsloom"
"""The production extractor: the default algorithm of each kind of page."""
_SMALL_URL = "http://small.invalid/2024/03/05/ferry.html"
_SMALL_PAGE = b"""<html lang=en><head><title>The ferry runs again</title></head>
<body><h1>The ferry runs again</h1><p>Tuesday, 5 March 2024</p>
<p>The boats to the islands will leave every hour, and twice an hour at noon.</p>
</body></html>"""
"""A page without interest, which each method reads once before its time is taken."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a method says about a page; None for what it does not look for. ``ms`` is CPU time.

    ``dated`` is true if it looks for a date. ``refused`` names why production would reject the
    page, whose text is measured all the same.
    """

    ms: float | None = None
    text: str = ""
    title: str | None = None
    author: str | None = None
    published: datetime | None = None
    dated: bool = False
    image: str | None = None
    posts: tuple[Post, ...] | None = None
    confidence: float | None = None
    refused: str = ""


@dataclass(frozen=True)
class Method:
    """A method by the name it is listed under, and whether it reads threads, articles or both."""

    name: str
    is_rival: bool = False

    @property
    def algorithms(self) -> Algorithms:
        """What finds text and posts."""
        return choose(self.name)

    def reads(self, page: LabelledPage) -> bool:
        """Return whether it can read such pages: an algorithm for posts cannot read articles."""
        return (
            self.is_rival
            or self.name == OURS
            or self.name in (POSTS if page.kind == "forum" else BODIES)
        )


def find_methods(algorithms: tuple[str, ...], rivals: tuple[str, ...]) -> list[Method]:
    """Return the named methods, or the production extractor if there are none.

    Raises:
        UnknownAlgorithm, UnknownRival: There is no method of that name.
        RivalMissing: The library is not installed.
    """
    for name in algorithms:
        choose(name)
    for name in rivals:
        load_rival(name)
    ours = list(algorithms) or [OURS]
    return [*(Method(name) for name in ours), *(Method(name, is_rival=True) for name in rivals)]


def ask(method: Method, page: LabelledPage, html: bytes) -> Answer:
    """Return the method's answer for a page. Any error of the method passes through."""
    _warm_up(method)
    return _ask(method, page, html)


@cache
def _warm_up(method: Method) -> None:
    """Let a method load what it needs before its time is taken.

    Its answer for so small a page does not matter.
    """
    for kind in ("article", "forum"):
        page = LabelledPage(
            set="", id="", url=_SMALL_URL, kind=kind, lang="", country="", site="",
            collected=COLLECTED, gold=Gold(), html=Path(),
        )  # fmt: skip
        with suppress(Exception):
            _ask(method, page, _SMALL_PAGE)


def _ask(method: Method, page: LabelledPage, html: bytes) -> Answer:
    if method.is_rival:
        return _ask_rival(method.name, page, html)
    if page.kind == "forum":
        return _ask_for_thread(method, page, html)
    return _ask_for_article(method, page, html)


def guess_kind(page: LabelledPage, html: bytes) -> str:
    """Return the kind that the production extractor gives a page on its own: a value of
    ``extractor.results.Kind``.
    """
    result = extract(html, page.url, {}, Hints(collected=page.collected))
    return str(result.kind)


def _ask_for_article(method: Method, page: LabelledPage, html: bytes) -> Answer:
    hints = Hints(collected=page.collected, kind="article")
    started = time.process_time()
    draft = read_article_draft(html, page.url, {}, hints, method.algorithms)
    result = draft if isinstance(draft, Rejection) else judge(draft)
    ms = _since(started)
    if isinstance(draft, Rejection):
        return Answer(ms=ms, refused=draft.reason)
    return Answer(
        ms=ms,
        text=draft.body.text,
        title=draft.title,
        author=draft.author,
        published=draft.date_evidence[0].value if draft.date_evidence else None,
        dated=True,
        image=draft.image,
        confidence=draft.body.confidence,
        refused=result.reason if isinstance(result, Rejection) else "",
    )


def _ask_for_thread(method: Method, page: LabelledPage, html: bytes) -> Answer:
    hints = Hints(collected=page.collected, kind="thread")
    if (longer := page.read_longer()) is not None:
        seen = extract(longer, page.url, {}, hints, method.algorithms)
        hints = replace(hints, post_layout=seen.layout if isinstance(seen, Thread) else None)
    started = time.process_time()
    result = extract(html, page.url, {}, hints, method.algorithms)
    ms = _since(started)
    if not isinstance(result, Thread):
        return Answer(
            ms=ms,
            posts=(),
            refused=result.reason if isinstance(result, Rejection) else str(result.kind),
        )
    # Replies nested in posts are optional, as in the measure of posts.
    posts = posts_of_thread(result.posts)
    text = "\n".join(part for post in posts for part in (post.quoted, post.body) if part)
    return Answer(
        ms=ms, text=text, title=result.title, posts=result.posts, confidence=result.confidence
    )


def _ask_rival(name: str, page: LabelledPage, html: bytes) -> Answer:
    read = load_rival(name)
    source = RivalInput(_decoded(html), page.url, page.lang, page.kind == "forum")
    started = time.process_time()
    found = read(source)
    return Answer(
        ms=_since(started),
        text=found.text,
        title=found.title,
        author=found.author,
        published=found.published,
        dated=found.dated,
        image=found.image,
    )


def _decoded(html: bytes) -> str:
    """Return the page's text, decoded as well as possible."""
    try:
        return decode(html, {}, "").text
    except UndecodableBytes:
        return html.decode("utf-8", "replace")


def _since(started: float) -> float:
    return 1000 * (time.process_time() - started)
