"""How many comments of an article are kept. Pure."""

from collections.abc import Iterable
from dataclasses import replace

from extractor.results import Post

MAX_COMMENTS = 500
"""Most comments that are kept of an article: more than a page shows, and than a reader reads."""
MAX_COMMENT_CHARACTERS = 10_000
"""Most characters of a comment. Sites that limit them allow less."""


def kept(posts: Iterable[Post]) -> tuple[Post, ...]:
    """Return those of these posts that are comments: the last ones, none longer than one may be.

    What has neither a name nor a time is no comment: forms and notes stand between them.
    """
    comments = [each for each in posts if each.body and (each.author or each.published)]
    return tuple(
        replace(each, body=each.body[:MAX_COMMENT_CHARACTERS]) for each in comments[-MAX_COMMENTS:]
    )
