"""Serve a forum: find the board or thread page that a request names, and fill it."""

import re

from fakeweb.forums.page import BoardPage, BoardRow, ForumStyle, ThreadPage
from fakeweb.forums.registry import STYLES
from fakeweb.model import Site
from fakeweb.world import World


def style_of(site: Site) -> ForumStyle:
    """Return the markup style of a forum."""
    return STYLES[site.layout]


def board_path(site: Site, page: int = 1) -> str:
    """Return the path of a board's page, counted from 1."""
    style = style_of(site)
    template = style.board_first if page == 1 else style.board_later
    return template.format(page=page, skip=(page - 1) * style.threads_per_page)


def thread_path(site: Site, index: int, page: int = 1) -> str:
    """Return the path of a thread's page, counted from 1."""
    style = style_of(site)
    template = style.thread_first if page == 1 else style.thread_later
    return template.format(n=index + 1, page=page, skip=(page - 1) * style.posts_per_page)


def page_counts(world: World, site: Site, index: int) -> int:
    """Return how many pages a thread has."""
    return max(1, -(-len(world.thread(site, index).times) // style_of(site).posts_per_page))


def board_count(world: World, site: Site) -> int:
    """Return how many pages the board has."""
    return max(1, -(-world.count(site) // style_of(site).threads_per_page))


def forum_page(world: World, site: Site, target: str) -> str | None:
    """Return the HTML of the board or thread page at a path with query, or None if there is
    none.
    """
    if target == "/":
        target = board_path(site)
    style = style_of(site)
    found = re.search(style.thread_number, target)
    if found and 0 < int(found[1]) <= world.count(site):
        index = int(found[1]) - 1
        page = _page(style, target, style.posts_per_page, counts=style.counts_posts)
        known = page <= page_counts(world, site, index) and thread_path(site, index, page) == target
        return _thread(world, site, index, page) if known else None
    skips = "{skip}" in style.board_later
    page = _page(style, target, style.threads_per_page, counts=skips)
    known = page <= board_count(world, site) and board_path(site, page) == target
    return _board(world, site, page) if known else None


def _page(style: ForumStyle, target: str, length: int, *, counts: bool) -> int:
    found = re.search(style.page_number, target)
    if not found:
        return 1
    return int(found[1]) // length + 1 if counts else max(1, int(found[1]))


def _board(world: World, site: Site, page: int) -> str:
    style = style_of(site)
    order = sorted(
        range(world.count(site)),
        key=lambda index: (world.thread(site, index).times[-1], index),
        reverse=True,
    )
    shown = order[(page - 1) * style.threads_per_page : page * style.threads_per_page]
    return style.board(
        BoardPage(
            site=site,
            rows=tuple(_row(world, site, index) for index in shown),
            previous_path=board_path(site, page - 1) if page > 1 else "",
            next_path=board_path(site, page + 1) if page < board_count(world, site) else "",
            now=world.now(),
        )
    )


def _row(world: World, site: Site, index: int) -> BoardRow:
    moments = world.thread(site, index).times
    first = world.prose.post(site, index, 1, moments[0])
    last = world.prose.post(site, index, len(moments), moments[-1])
    return BoardRow(
        path=thread_path(site, index),
        title=world.title(site, index),
        author=first.author,
        started=moments[0],
        replies=len(moments) - 1,
        last_author=last.author,
        last_time=moments[-1],
    )


def _thread(world: World, site: Site, index: int, page: int) -> str:
    style, moments = style_of(site), world.thread(site, index).times
    start = (page - 1) * style.posts_per_page
    posts = world.posts(site, index, start, start + style.posts_per_page)
    answered = {post.quoted for post in posts if post.quoted is not None}
    pages = page_counts(world, site, index)
    return style.thread(
        ThreadPage(
            site=site,
            title=world.title(site, index),
            board_path=board_path(site),
            posts=tuple(posts),
            quoted={
                floor: world.prose.post(site, index, floor, moments[floor - 1])
                for floor in answered
            },
            previous_path=thread_path(site, index, page - 1) if page > 1 else "",
            next_path=thread_path(site, index, page + 1) if page < pages else "",
            page=page,
            pages=pages,
            now=world.now(),
        )
    )
