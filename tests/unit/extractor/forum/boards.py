"""Pages of a plain board, whose posts a test may change."""

from collections.abc import Sequence

from extractor.results import Thread
from tests.unit.extractor.forum.engines import ENTRIES, TITLE
from tests.unit.extractor.samples import read_thread


def thread_of(posts: Sequence[str], lang: str = "en") -> Thread:
    """Return what is read from a page with these posts."""
    shown = "".join(posts)
    page = f"<html lang={lang}><head><title>{TITLE}</title></head><body><h1>{TITLE}</h1><div>{shown}</div>"
    return read_thread(page, "http://forum.example.org/t/17", kind="thread")


def post_of(author: str, body: str, when: str) -> str:
    """Return a post."""
    return (
        f'<div class="post"><a class="username" href="/member/{author}">{author}</a> <span class="date">{when}</span>'
        f'<div class="text">{body}</div></div>'
    )


def all_posts(change: str = "{}") -> list[str]:
    """Return the posts of all entries, each body put into ``change``."""
    return [
        post_of(entry.author, change.format(entry.body), f"{entry.when:%Y-%m-%d %H:%M}")
        for entry in ENTRIES
    ]
