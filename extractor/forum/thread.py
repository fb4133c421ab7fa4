"""A page of a thread: its posts, found by an algorithm of the registry and completed, and its place in the thread."""

from collections.abc import Callable

from extractor.anchors import as_list_page
from extractor.body.boxes import is_comments
from extractor.dom import Element, visible_text
from extractor.forum.openings import find_opening, find_single
from extractor.forum.pages import place_of
from extractor.forum.posts import read_posts
from extractor.forum.times import post_times
from extractor.page import Page
from extractor.paging import next_page
from extractor.results import Reason, Rejection, Thread
from extractor.text import dense_length

FEWEST_POSTS = 2
LEAST_TEXT = 0.3
"""Share of a page's text outside links that the posts of a thread hold."""


def read_thread(page: Page, name: str, find_posts: Callable[[Page], list[Element]]) -> Thread | Rejection:
    """The page read as one of a thread, even if it has a single post."""
    return _read(page, name, find_posts(page))


def _read(page: Page, name: str, found: list[Element]) -> Thread | Rejection:
    elements = _with_lone_posts(page, found)
    around = as_list_page(page.root, page.url, page.encoding)
    here = page.metadata.canonical_url
    place = place_of(here, [anchor.url for anchor in around.anchors], len(elements))
    posts = read_posts(elements, page.clock, place.page)
    if not page.title:
        return Rejection(reason=Reason.NO_TITLE, detail="the thread has no title")
    if not posts:
        return Rejection(reason=Reason.NO_POSTS, detail=f"no post among {len(elements)} elements with a time")
    return Thread(
        url=page.url,
        canonical_url=here,
        title=page.title,
        posts=posts,
        thread_url=place.first_url,
        page=place.page,
        next_url=next_page(around),
        lang=page.lang,
        site_name=page.metadata.site_name,
        algorithm=name,
        encoding=page.encoding,
    )


def read_if_thread(page: Page, name: str, find_posts: Callable[[Page], list[Element]]) -> Thread | None:
    """The page as one of a thread if it looks like one; readers' comments under an article do not make one."""
    if page.metadata.says_article:
        return None
    posts = find_posts(page)
    if len(posts) < FEWEST_POSTS or any(map(is_comments, (*posts, *posts[0].iterancestors()))):
        return None
    thread = _read(page, name, posts)
    return thread if isinstance(thread, Thread) and _looks_like_thread(page, thread) else None


def _looks_like_thread(page: Page, thread: Thread) -> bool:
    """Whether enough posts have author and time, and hold enough of the page's text."""
    complete = sum(bool(post.author and post.published) for post in thread.posts)
    if complete < max(FEWEST_POSTS, len(thread.posts) / 2):
        return False
    in_posts = sum(dense_length(post.body) + dense_length(post.quoted) for post in thread.posts)
    links = sum(dense_length(visible_text(link)) for link in page.body.iter("a"))
    return in_posts >= LEAST_TEXT * (dense_length(visible_text(page.body)) - links)


def _with_lone_posts(page: Page, elements: list[Element]) -> list[Element]:
    """The posts with the opening one if that stands apart; where there are none, the only post of the page."""
    anchors = post_times(page.body, page.clock)
    lone = find_opening(elements, anchors) if elements else find_single(page.body, anchors)
    return elements if lone is None else [lone, *elements]
