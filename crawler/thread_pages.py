"""Whether the page that a thread's "Next" leads to goes on with the thread.

Some pagers never end and show the last page again; others lead to the next topic. Pure.
"""

from difflib import SequenceMatcher
from hashlib import blake2b

from extractor.forum.topics import Topic, topic_of
from extractor.results import Post, Thread
from scheduler.jobs import PageJob

_DIGITS = 8
"""Enough to tell the posts of two pages apart."""
_MIN_ALIKE = 0.6
"""Least likeness of the titles of two pages: one may have a page number or the board's name."""
_MAX_TITLE = 200


def posts_of(thread: Thread) -> str:
    """Return the posts of a page as a job for the next page carries them.

    Replies nested in them are left out: thousands of them would be more than a job holds.
    """
    return " ".join(_digests(thread))


def why_ended(job: PageJob, thread: Thread, url: str) -> str:
    """Return why a page, fetched at ``url``, is none of the thread that led to it; "" if it is."""
    if job.page < 2 or not job.posts_before:
        return ""
    if {*_digests(thread)} <= {*job.posts_before.split()}:
        return "it has only posts of the page before it"
    if topic_of(url, job.thread_url) is not Topic.SAME and not _alike(job.title, thread.title):
        return f"it is a page of another topic, {thread.title[:_MAX_TITLE]}"
    return ""


def _digests(thread: Thread) -> list[str]:
    return [_digest(post) for post in thread.posts if post.parent is None]


def _digest(post: Post) -> str:
    text = f"{post.author}\n{post.body}"
    return blake2b(text.encode("utf-8", "replace"), digest_size=_DIGITS // 2).hexdigest()


def _alike(one: str, other: str) -> bool:
    first, second = sorted((one.casefold()[:_MAX_TITLE], other.casefold()[:_MAX_TITLE]), key=len)
    return first in second or SequenceMatcher(None, first, second).ratio() >= _MIN_ALIKE
