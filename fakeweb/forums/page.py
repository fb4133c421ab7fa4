"""The input of a forum style, and the pieces that styles share."""

from collections.abc import Callable
from dataclasses import dataclass

from fakeweb import times
from fakeweb.hidden import post_boxes
from fakeweb.layouts.page import label, safe
from fakeweb.model import Site, ThreadPost


@dataclass(frozen=True)
class BoardRow:
    """A thread as its board lists it; times are seconds since 1970."""

    path: str
    title: str
    author: str
    started: int
    replies: int
    last_author: str
    last_time: int


@dataclass(frozen=True)
class BoardPage:
    """One page of a board; the path of a missing neighbour is empty."""

    site: Site
    rows: tuple[BoardRow, ...]
    previous_path: str
    next_path: str
    now: int


@dataclass(frozen=True)
class ThreadPage:
    """One page of a thread; ``quoted`` has the posts that others reply to, by floor."""

    site: Site
    title: str
    board_path: str
    posts: tuple[ThreadPost, ...]
    quoted: dict[int, ThreadPost]
    previous_path: str
    next_path: str
    page: int
    pages: int
    now: int

    def answered(self, post: ThreadPost) -> ThreadPost | None:
        """Return the post that a post replies to, None for none."""
        return None if post.quoted is None else self.quoted[post.quoted]


@dataclass(frozen=True)
class ForumStyle:
    """One engine's markup and addresses.

    Addresses are templates: ``first`` is that of page 1, ``later`` of the others, with ``n``
    (thread number from 1), ``page`` and ``skip`` (posts or threads before the page).
    ``thread_pattern`` is for sources; ``thread_number`` finds ``n`` and ``page_number`` the page in
    a path with its query, in posts instead of pages if ``counts_posts``.
    """

    board_first: str
    board_later: str
    thread_first: str
    thread_later: str
    thread_pattern: str
    thread_number: str
    page_number: str
    counts_posts: bool
    board: Callable[[BoardPage], str]
    thread: Callable[[ThreadPage], str]
    posts_per_page: int = 10
    threads_per_page: int = 15


def when(site: Site, epoch: int, style: str = "") -> str:
    """Return a time as the forum prints it, or in another style."""
    return times.STYLES[style or site.dates](times.local(epoch, site.zone))


def words_of(site: Site, post: ThreadPost) -> str:
    """Return the words of a post as HTML; on some hosts with boxes that no one sees."""
    return safe(post.body) + (
        post_boxes(site, post.floor) if "hidden-boxes" in site.features else ""
    )


def pager(previous_label: str, previous_path: str, next_label: str, next_path: str) -> str:
    """Return links to the neighbouring pages."""
    before = (
        f'<a href="{previous_path}" class="prev">{previous_label}</a> ' if previous_path else ""
    )
    return before + (
        f'<a href="{next_path}" class="nxt" rel="next">{next_label}</a>' if next_path else ""
    )


def neighbours(page: BoardPage | ThreadPage) -> str:
    """Return links to the neighbouring pages, in words of the site."""
    site = page.site
    return pager(label(site, "previous"), page.previous_path, label(site, "next"), page.next_path)
