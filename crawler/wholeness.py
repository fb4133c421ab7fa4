"""Whether a response that ended before its stated end has its whole page. Pure.

Some servers state a Content-Length that is too large, or leave the last chunk out. Browsers show
such pages. The end of the document tells them from those that were cut on the way.
"""

import json
import re

_TAIL = 512
"""Bytes behind the end of a document: blanks, comments, a line of a cache."""
_END = re.compile(
    rb"</\s*(?:html|rss|feed|rdf:RDF|urlset|sitemapindex|opml)\s*>(?:\s|<!--.*?-->|\0)*",
    re.IGNORECASE | re.DOTALL,
)


def is_whole(body: bytes) -> bool:
    """Return whether a decompressed body ends where its document ends."""
    tail = body[-_TAIL:]
    if any(_END.fullmatch(tail, found.start()) for found in re.finditer(rb"</", tail)):
        return True
    # JSON ends with its last bracket, so that what parses is whole.
    return body.lstrip()[:1] in (b"{", b"[") and _is_json(body)


def _is_json(body: bytes) -> bool:
    try:
        json.loads(body)
    except (ValueError, RecursionError):
        return False
    return True
