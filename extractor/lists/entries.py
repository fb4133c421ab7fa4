"""Which addresses of a list lead to one entry: it may be linked to once by its title, once by its
number of comments, and once with a mark of where the reader came from.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator

_MAX_FORMS = 3
"""Most addresses that differ in their query alone and are one entry's. If there are more, the query
tells entries apart.
"""
_VIEW = re.compile(
    r"/(?:latest|unread|lastpost|newpost|comments?|replies|responses|disqus_thread|page[-/]?\d+)/?$",
    re.IGNORECASE,
)


def entries(urls: Collection[str]) -> dict[str, str]:
    """Return for each address the shortest one among them that leads to the same entry."""
    forms = Counter(_without_query(url) for url in urls)
    known = set(urls)
    return {url: _entry(url, known, forms) for url in urls}


def _entry(url: str, known: Collection[str], forms: Counter[str]) -> str:
    for shorter in _shorter(url, forms):
        if shorter in known:
            return shorter
    return url


def _shorter(url: str, forms: Counter[str]) -> Iterator[str]:
    """Yield the addresses, the shortest first, that would lead to the same entry if they are
    listed too.
    """
    bare = _without_query(url)
    if forms[bare] > _MAX_FORMS:
        bare = url
    entry = _VIEW.sub("", bare)
    for each in (entry, bare):
        yield each.rstrip("/")
        yield each.rstrip("/") + "/"


def _without_query(url: str) -> str:
    return url.partition("?")[0]
