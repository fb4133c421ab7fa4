"""The boards of a forum, as its front page links them: addresses formed like that of a board that
is known.

No engine is known here. What sets the boards of a forum apart is in their addresses: a number, or a
name below one folder.
"""

import re
from urllib.parse import parse_qsl, urljoin, urlsplit

from extractor.lists.anchors import ListPage, open_page
from extractor.lists.shapes import weight
from extractor.results import Headers, Link

_DIGITS = re.compile(r"\d+")
_NAMED_NUMBER = re.compile(r"[^/]*[^\W\d][^/]*([.-])\d+")
"""A name with its number behind it: ``local-sport.7``."""
_SCRIPT = re.compile(r"\.\w{2,5}$")
_SESSION = frozenset({"s", "sid", "phpsessid", "jsessionid", "session", "page", "start", "st"})
"""Parameters that name a visitor or a later page, not a board."""
_Form = tuple[object, ...]


def front_of(board: str) -> str:
    """Return the address of the front page of the forum that a board belongs to.

    Scripts of a forum are in its folder; addresses without a script are taken for those of a forum
    that is its whole site.
    """
    parts = urlsplit(board)
    is_script = bool(parts.query or _SCRIPT.search(parts.path))
    return urljoin(board, "." if is_script else "/")


def board_links(page: ListPage, board: str) -> tuple[Link, ...]:
    """Return the links of a page whose addresses are formed like that of a board, each once."""
    form = _form(board)
    found: dict[str, Link] = {}
    for anchor in page.anchors:
        url = _without_session(anchor.url)
        if _form(url) == form and weight(anchor.text) > 0:
            found.setdefault(url, Link(url=url, title=anchor.text))
    return tuple(found.values())


def read_boards(
    body: bytes, url: str, headers: Headers, board: str, charset: str = ""
) -> tuple[Link, ...]:
    """Return the boards that the front page of a forum at ``url`` shows, in page order.

    Raises:
        UndecodableBytes: No encoding turns the bytes into text.
        NotHtml: The bytes are not HTML.
    """
    return board_links(open_page(body, headers, url, charset), board)


def _form(url: str) -> _Form:
    """Return what the addresses of all boards of a forum have in common."""
    parts = urlsplit(url)
    *folders, last = parts.path.rstrip("/").split("/")
    if last.isdigit() and folders[1:]:
        # /c/local-sport/7: the name changes with the number.
        folders[-1] = "*" if folders[2:] else folders[-1]
    return parts.netloc, tuple(folders), _variable(last, bool(folders[1:])), _query(parts.query)


def _variable(name: str, has_folder: bool) -> str:
    """Return the last part of a path without what differs from board to board."""
    if named := _NAMED_NUMBER.fullmatch(name):
        is_only_number = len(_DIGITS.findall(name)) == 1 and named[1] == "."
        return "*.0" if is_only_number else _DIGITS.sub("0", name)
    if _DIGITS.search(name) or _SCRIPT.search(name):
        return _DIGITS.sub("0", name)
    return "*" if has_folder else name


def _query(query: str) -> tuple[tuple[str, str], ...]:
    given = sorted(parse_qsl(query, keep_blank_values=True))
    return tuple(
        (name, "0" if value.isdigit() else "*")
        for name, value in given
        if name.lower() not in _SESSION
    )


def _without_session(url: str) -> str:
    address, mark, query = url.partition("?")
    kept = [part for part in query.split("&") if part.partition("=")[0].lower() not in _SESSION]
    if kept and mark:
        return address + mark + "&".join(kept)
    return address
