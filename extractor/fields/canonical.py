"""The address that a page prefers (RFC 6596), unless its template plainly left it wrong."""

import re
from collections.abc import Iterable
from urllib.parse import SplitResult, unquote, urlsplit

from extractor.page.dom import join

_FRONT_PAGE = re.compile(r"/?(?:(?:index|home|default|main|start)(?:\.\w{2,5})?/?)?", re.IGNORECASE)
# What templates show in place of a value that they do not have.
_UNFILLED = re.compile(
    r"[{}<>]|%[sd]\b|\$\w+|(?:^|[/=]):?(?:undefined|null|nan|none|slug|permalink|\[object[^/]*)"
    r"(?:\.\w+)?(?=[/?&]|$)|/:\w+",
    re.IGNORECASE,
)


def preferred_url(stated: Iterable[str], base: str, url: str) -> str:
    """Return the first of the ``stated`` addresses that may be the page's own, or ``url``, where
    the page is.

    Templates that name the site's front page on each article, or whose value is missing, are common
    mistakes.
    """
    here = urlsplit(url)
    for link in stated:
        absolute = join(base, link) if link.strip() else ""
        if absolute and _may_be_preferred(urlsplit(absolute), here):
            return absolute
    return url


def _may_be_preferred(named: SplitResult, here: SplitResult) -> bool:
    if named.scheme not in ("http", "https") or not named.netloc:
        return False
    if (named.path, named.query) == (here.path, here.query):
        return True
    if _is_front_page(named) and not _is_front_page(here):
        return False
    return not _UNFILLED.search(unquote(f"{named.path}?{named.query}"))


def _is_front_page(parts: SplitResult) -> bool:
    return not parts.query and _FRONT_PAGE.fullmatch(parts.path) is not None
