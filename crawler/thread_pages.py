"""Whether the page that a thread's "Next" leads to goes on with the thread, and the numbers of its
posts.

Some pagers never end and show the last page again; others lead to the next topic. Pure.
"""

from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from hashlib import blake2b

from extractor.forum.topics import AddressTopic, topic_of
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
    # Forums answer the address of a page behind the last one with the last one.
    if {*_digests(thread)} <= {*job.posts_before.split()}:
        return "it has only posts of the page before it"
    if topic_of(url, job.thread_url) is not AddressTopic.SAME and not _alike(
        job.title, thread.title
    ):
        return f"it is a page of another topic, {thread.title[:_MAX_TITLE]}"
    return ""


def numbered(posts: Sequence[Post], before: int) -> tuple[Post, ...]:
    """Return the posts of a page with numbers that run on from ``before``, the last one of the page
    before it.

    Numbers that the page prints stay if they do: some forums print none on later pages, others
    begin anew on each. The opening post may be repeated on top of each page, as number 1. Replies
    nested in posts have no number. ``before`` is 0 on the first page, and on a page that was read
    without those before it: nothing is known then.
    """
    printed = [post.floor for post in posts if post.parent is None]
    if not before or _run_on(printed, before):
        return tuple(posts)
    number, result = before, []
    for post in posts:
        if post.parent is None:
            number += 1
            post = replace(post, floor=number)
        result.append(post)
    return tuple(result)


def last_number(posts: Sequence[Post], before: int) -> int:
    """Return the number of the last of a page's numbered posts; ``before`` if none has one."""
    return max((post.floor for post in posts if post.floor is not None), default=before)


def _run_on(printed: Sequence[int | None], before: int) -> bool:
    # Some forums repeat the opening post on each page.
    if len(printed) > 1 and printed[0] == 1:
        after_opening = printed[1:]
    else:
        after_opening = printed
    return all(number is not None and number > before for number in after_opening)


def _digests(thread: Thread) -> list[str]:
    return [_digest(post) for post in thread.posts if post.parent is None]


def _digest(post: Post) -> str:
    text = f"{post.author}\n{post.body}"
    return blake2b(text.encode("utf-8", "replace"), digest_size=_DIGITS // 2).hexdigest()


def _alike(one: str, other: str) -> bool:
    first, second = sorted((one.casefold()[:_MAX_TITLE], other.casefold()[:_MAX_TITLE]), key=len)
    return first in second or SequenceMatcher(None, first, second).ratio() >= _MIN_ALIKE
