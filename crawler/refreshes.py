"""Pages that only lead to another address: the Refresh header, and ``meta http-equiv=refresh``
(HTML standard, 4.2.5.3). Pure.
"""

import html
import re
from collections.abc import Mapping
from urllib.parse import urldefrag, urljoin

MAX_SECONDS = 5.0
"""After a longer delay a page loads itself again, or leads on when it was read."""
_MAX_BYTES = 32_768
"""Part of a page that is searched: its head, and a short body."""
_REFRESH = re.compile(
    r"""\s*(?P<seconds>\d*\.?\d*)[\s;,]*(?:url\s*=\s*)?(?P<quote>["']?)(?P<url>.*)""",
    re.IGNORECASE | re.DOTALL,
)
_COMMENT = re.compile(r"<!--.*?(?:-->|$)", re.DOTALL)
_SCRIPT = re.compile(r"<(script|style|template)\b.*?(?:</\1|$)", re.IGNORECASE | re.DOTALL)
_NOSCRIPT = re.compile(r"<noscript\b.*?(?:</noscript|$)", re.IGNORECASE | re.DOTALL)
_META = re.compile(r"<meta\s[^>]{0,1000}>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_MOVES = re.compile(r"\blocation(?:\.href)?\s*(?:=[^=]|\.(?:replace|assign)\s*\()", re.IGNORECASE)


def refresh_target(url: str, headers: Mapping[str, str], body: bytes) -> str:
    """Return where a page leads at once, "" if it stays.

    Args:
        url: Where the page was fetched.
        headers: With names in lower case.
        body: The page, decompressed.
    """
    stated = [headers.get("refresh", "")]
    head = body[:_MAX_BYTES]
    if b"refresh" in head.lower():
        stated += _in_page(head.decode("latin-1"))
    targets = (target for each in stated if (target := _target(url, each)))
    return next(targets, "")


def _in_page(text: str) -> list[str]:
    """Return the refreshes that a page states.

    One for readers without scripts counts if a script moves those with scripts, too: other pages
    tell such readers only that they need scripts.
    """
    text = _COMMENT.sub("", text)
    moves_by_script = any(_MOVES.search(script[0]) for script in _SCRIPT.finditer(text))
    text = _SCRIPT.sub("", text)
    if not moves_by_script:
        text = _NOSCRIPT.sub("", text)
    found = []
    for meta in _META.findall(text):
        # One of the three ways to quote a value has it; the other two are empty.
        attributes = {name.lower(): "".join(values) for name, *values in _ATTRIBUTE.findall(meta)}
        if attributes.get("http-equiv", "").strip().lower() == "refresh":
            found.append(html.unescape(attributes.get("content", "")))
    return found


def _target(url: str, stated: str) -> str:
    """Return the absolute address of a refresh; "" if it is late, or leads to the page itself."""
    found = _REFRESH.fullmatch(stated)
    if not found or not found["url"] or float(found["seconds"].strip(".") or 0) > MAX_SECONDS:
        return ""
    address = found["url"]
    if found["quote"]:
        address = address.partition(found["quote"])[0]
    try:
        target = urljoin(url, address.strip())
    except ValueError:
        return ""
    is_web = target.lower().startswith(("http://", "https://"))
    return target if is_web and urldefrag(target)[0] != urldefrag(url)[0] else ""
