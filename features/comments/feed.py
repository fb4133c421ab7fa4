"""The comments in a feed of the comments below one article."""

from datetime import datetime

from extractor.lists.feeds import read_entries
from extractor.results import Headers, Post
from features.comments.bounds import kept


def read_comments(
    body: bytes,
    url: str,
    headers: Headers,
    collected: datetime,
    charset: str = "",
    *,
    time_zone: str = "",
) -> tuple[Post, ...]:
    """Return the comments in a feed, in its order. Raises what ``read_entries`` raises."""
    return kept(read_entries(body, url, headers, collected, charset, time_zone=time_zone))
