"""Pages that only lead to another address: the Refresh header, and ``meta http-equiv=refresh``
(HTML standard, 4.2.5.3). Pure.
"""

import html
import re
from collections.abc import Mapping
from urllib.parse import urldefrag, urljoin

from extractor.errors import UndecodableBytes
from extractor.page.decode import decode

MAX_SECONDS = 5
"""After a longer delay a page loads itself again, or leads on when it was read."""
_MAX_BYTES = 32_768
"""Part of a page that is searched: its head, and a short body."""
_REFRESH = re.compile(
    r"""\s*(?:(?P<seconds>\d++|(?=\.))[\d.]*+(?=[\s;,])|(?=;?\s*url\s*=))[\s;,]*"""
    r"""(?:url\s*=\s*)?(?P<quote>["']?)(?P<url>.*)""",
    re.IGNORECASE | re.DOTALL | re.ASCII,
)
_COMMENT = re.compile(r"<!--.*?(?:-->|$)", re.DOTALL)
_SCRIPT = re.compile(r"<(script|style|template)\b.*?(?:</\1|$)", re.IGNORECASE | re.DOTALL)
_NOSCRIPT = re.compile(r"<noscript\b.*?(?:</noscript|$)", re.IGNORECASE | re.DOTALL)
_META = re.compile(r"<meta[\s/][^>]{0,1000}>", re.IGNORECASE)
_BASE = re.compile(r"<base\s[^>]{0,1000}>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_MOVES = re.compile(r"\blocation(?:\.href)?\s*(?:=[^=]|\.(?:replace|assign)\s*\()", re.IGNORECASE)


def refresh_target(url: str, headers: Mapping[str, str], body: bytes) -> str:
    """Return where a page leads at once, "" if it stays.

    Args:
        url: Where the page was fetched.
        headers: With names in lower case.
        body: The page, decompressed.
    """
    if target := _target(url, url, headers.get("refresh", "")):
        return target
    head = body[:_MAX_BYTES]
    # Nearly no page has one, and to decode each of them costs time.
    if b"refresh" not in head.lower():
        return ""
    try:
        text = _COMMENT.sub("", decode(head, headers).text)
    except UndecodableBytes:
        return ""
    base = _base_of(text, url)
    targets = (target for each in _in_page(text) if (target := _target(url, base, each)))
    return next(targets, "")


def _base_of(text: str, url: str) -> str:
    """Return what the addresses of a page are relative to (HTML standard, 2.4.3)."""
    stated = (_attributes(base).get("href", "") for base in _BASE.findall(text))
    try:
        return urljoin(url, html.unescape(next(filter(None, stated), "")).strip())
    except ValueError:
        return url


def _attributes(tag: str) -> dict[str, str]:
    # One of the three ways to quote a value has it; the other two are empty.
    return {name.lower(): "".join(values) for name, *values in _ATTRIBUTE.findall(tag)}


def _in_page(text: str) -> list[str]:
    """Return the refreshes that a page states.

    One for readers without scripts counts if a script moves those with scripts, too: other pages
    tell such readers only that they need scripts.
    """
    moves_by_script = any(_MOVES.search(script[0]) for script in _SCRIPT.finditer(text))
    text = _SCRIPT.sub("", text)
    if not moves_by_script:
        text = _NOSCRIPT.sub("", text)
    attributes = map(_attributes, _META.findall(text))
    return [
        html.unescape(each.get("content", ""))
        for each in attributes
        if each.get("http-equiv", "").strip().lower() == "refresh"
    ]


def _target(url: str, base: str, stated: str) -> str:
    """Return the absolute address of a refresh; "" if it is late, or leads to the page itself."""
    found = _REFRESH.fullmatch(stated)
    if not found or not found["url"] or float(found["seconds"] or 0) > MAX_SECONDS:
        return ""
    address = found["url"]
    # Pages write more behind the closing quote, which is no part of the address.
    if found["quote"]:
        address = address.partition(found["quote"])[0]
    try:
        target = urljoin(base, address.strip())
    except ValueError:
        return ""
    is_web = target.lower().startswith(("http://", "https://"))
    return target if is_web and urldefrag(target)[0] != urldefrag(url)[0] else ""
