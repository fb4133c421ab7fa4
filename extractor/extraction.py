"""The entry point: from the bytes of a page to an article, a page of a thread, or the reason why it
is neither.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime

from extractor.algorithms import OURS, Algorithms
from extractor.article import ArticleDraft, judge, judge_later, read_draft
from extractor.barriers.barrier import SHORT_NOTE, find_barrier, find_barrier_in_posts
from extractor.errors import NotHtml, UndecodableBytes
from extractor.fields.metadata import read_metadata, stating
from extractor.fields.title import find_title
from extractor.forum.thread import read_if_thread, read_thread
from extractor.page import dom
from extractor.page.decode import decode
from extractor.page.page import Page
from extractor.page.scripts import script_language
from extractor.page.sniff import refuse_other_bytes, refuse_other_text
from extractor.results import (
    Article,
    Body,
    Extraction,
    Hints,
    Post,
    Rejection,
    RejectionReason,
    Thread,
)
from extractor.rights import codes_of, read_rights
from extractor.stand_in import better_text
from extractor.validity import check_doubtful_thread

_MIN_TEXT = 25
"""Fewest characters of a lone post: less may be the line that tells who wrote it."""
_ONLY_LINKED = 0.9
"""Least share of a line in links for it to be only a link: signs such as "»" may be beside it."""


def extract(
    body: bytes,
    url: str,
    headers: Mapping[str, str],
    hints: Hints,
    algorithms: Algorithms = OURS,
) -> Extraction:
    """Return what the page at ``url`` contains, with the text of ``hints`` if that is the better
    one.

    Nothing that a page contains raises an error.
    """
    result = _extract(body, url, headers, hints, algorithms)
    if hints.content:
        return better_text(result, dom.join(url, ""), hints)
    return result


def _extract(
    body: bytes, url: str, headers: Mapping[str, str], hints: Hints, algorithms: Algorithms
) -> Extraction:
    page = _open_or_refuse(body, url, headers, hints)
    if isinstance(page, Rejection):
        stated = read_rights(headers, {})
        return replace(page, rights=codes_of(stated), rights_stated=stated)
    stated = read_rights(headers, page.metadata.meta)
    result = _read(page, hints, algorithms)
    return replace(result, rights=codes_of(stated), rights_stated=stated)


def _read(page: Page, hints: Hints, algorithms: Algorithms) -> Extraction:
    if hints.kind == "thread":
        found = read_thread(page, *algorithms.posts)
        return _of_one_post(page, found, hints, algorithms) or _explained(
            page, found, algorithms.body[1]
        )
    if hints.kind == "" and (thread := read_if_thread(page, *algorithms.posts)):
        return check_doubtful_thread(thread, page) or _shown(page, thread, algorithms.body[1])
    return judge(read_draft(page, hints, *algorithms.body))


def _of_one_post(
    page: Page, found: Thread | Rejection, hints: Hints, algorithms: Algorithms
) -> Thread | None:
    """Return a thread of one post if no part of the page looks like one, or only the line that
    tells who wrote it and when, but its text as a whole is that of an article: the mail of an
    archive has no frame, and its head has no form of its own.
    """
    posts = found.posts if isinstance(found, Thread) else ()
    # The text below such a line may look like another post, one without author and time.
    heads = [post for post in posts if post.author or post.published] or posts
    if len(heads) > 1 or any(len(post.body) >= _MIN_TEXT for post in heads):
        return None
    article = judge(read_draft(page, replace(hints, kind=""), *algorithms.body))
    if not isinstance(article, Article) or any(
        (post.author, post.published) != (article.author, article.published) for post in heads
    ):
        return None
    post = Post(
        body=article.content,
        author=article.author,
        published=article.published,
        links=article.links,
    )
    return Thread(
        url=article.url,
        canonical_url=article.canonical_url,
        title=article.title,
        posts=(post,),
        thread_url=article.canonical_url,
        lang=article.lang,
        site_name=article.site_name,
        algorithm=article.algorithm,
        encoding=article.encoding,
        kind_confidence=found.kind_confidence,
        confidence=article.confidence,
    )


def _explained(page: Page, result: Extraction, find_body: Callable[[Page], Body]) -> Extraction:
    """Return the barrier that hides the posts of a thread, if there are none and the page says
    why.
    """
    if isinstance(result, Thread):
        return _shown(page, result, find_body)
    if not isinstance(result, Rejection) or result.reason is not RejectionReason.NO_POSTS:
        return result
    barrier = find_barrier(page, find_body(page).text)
    if barrier:
        return replace(barrier, kind=result.kind, kind_confidence=result.kind_confidence)
    return result


def _shown(page: Page, thread: Thread, find_body: Callable[[Page], Body]) -> Thread | Rejection:
    """Return the thread, or the barrier that it is: a message to guests has the frame of a post, or
    stands above one.

    What a member wrote at some time is no such message, even if it is about logins. The text of a
    single post may be a line of the frame, so the message is looked for on the whole page.
    """
    if any(post.author and post.published for post in thread.posts):
        return thread
    texts = [post.body for post in thread.posts]
    if len(texts) > 1 or len(texts[0]) > SHORT_NOTE:
        text = "\n".join(texts)
    else:
        text = find_body(page).text
    barrier = find_barrier_in_posts(page, text)
    if barrier:
        return replace(barrier, kind=thread.kind, kind_confidence=thread.kind_confidence)
    return thread


def extract_later_page(
    body: bytes, url: str, headers: Mapping[str, str], hints: Hints
) -> Article | Rejection:
    """Return the part of an article that a later page of it contains, for ``extractor.joining``."""
    draft = read_article_draft(body, url, headers, hints, is_later=True)
    if isinstance(draft, Rejection):
        return draft
    return judge_later(draft)


def read_article_draft(
    body: bytes,
    url: str,
    headers: Mapping[str, str],
    hints: Hints,
    algorithms: Algorithms = OURS,
    *,
    is_later: bool = False,
) -> ArticleDraft | Rejection:
    """Read the page as an article, whether or not it is one; ``is_later`` if its first page has led
    to this one.

    The draft shows what a rejected page would have said. Only bytes that are not a page are
    rejected.
    """
    page = _open_or_refuse(body, url, headers, hints)
    if isinstance(page, Rejection):
        return page
    return read_draft(page, hints, *algorithms.body, is_later=is_later)


def lines_of_page(
    body: bytes, url: str, headers: Mapping[str, str], charset: str
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the lines that a page shows, with single blanks, and those that are only a link."""
    hints = Hints(collected=datetime.now(UTC), charset=charset)
    page = _open_or_refuse(body, url, headers, hints)
    if isinstance(page, Rejection):
        return frozenset(), frozenset()
    lines = [" ".join(text.split()) for text in page.blocks.texts]
    links = {
        line
        for line, text, linked in zip(lines, page.blocks.texts, page.blocks.linked, strict=True)
        if linked >= _ONLY_LINKED * len(text)
    }
    return frozenset(lines), frozenset(links)


def _open_or_refuse(
    body: bytes, url: str, headers: Mapping[str, str], hints: Hints
) -> Page | Rejection:
    if not body or body.isspace():
        return Rejection(reason=RejectionReason.EMPTY, detail="the answer is empty")
    try:
        return open_page(body, url, headers, hints)
    except UndecodableBytes as error:
        return Rejection(reason=RejectionReason.CHARSET, detail=str(error))
    except NotHtml as error:
        return Rejection(reason=RejectionReason.NOT_HTML, detail=str(error))


def open_page(body: bytes, url: str, headers: Mapping[str, str], hints: Hints) -> Page:
    """Return the page that algorithms work on. Its address is "" if ``url`` is not a valid one.

    Raises:
        UndecodableBytes: No encoding turns the bytes into text.
        NotHtml: The bytes are not HTML.
    """
    url = dom.join(url, "")
    refuse_other_bytes(body)
    decoded = decode(body, headers, hints.charset)
    refuse_other_text(decoded.text)
    root = dom.parse(decoded.text, decoded.utf8)
    found = stating(root)
    metadata, scripts = read_metadata(root, url, found), tuple(found["script"])
    dom.prune(root)
    title = find_title(root, metadata, dom.squeeze(hints.title))
    top = dom.body_of(root)
    return Page(
        url=url,
        encoding=decoded.encoding,
        root=root,
        body=top,
        metadata=metadata,
        title=title,
        lang=script_language(title + dom.first_text(top)) or metadata.lang,
        collected=hints.collected,
        scripts=scripts,
        style_sheets=tuple(found["style"]),
        time_zone=hints.time_zone,
        post_layout=hints.post_layout,
    )
