"""Forum boards: find the threads of a page by patterns, by the addresses of known engines, or by
repetition.
"""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from urllib.parse import parse_qsl, urlsplit

from extractor.languages.tables import alternatives
from extractor.lists.anchors import Anchor, ListPage, open_page
from extractor.lists.board_rows import has_replies, is_thread_row, row_state, rows_around
from extractor.lists.paging import next_page
from extractor.lists.patterns import Patterns
from extractor.lists.shapes import Shape, shape_of, weight
from extractor.lists.threads import engine_of, is_first_page, tidied
from extractor.page import dom
from extractor.results import Headers, Link, Listing

_MIN_ALIKE = 3
"""Fewer rows that are alike make no table of threads."""
_MAX_WEIGHT = 30
"""Largest weight of one title, so that one long text does not outweigh many titles."""
_PEOPLE = (
    "user users member members memberlist profile space uid home people author u viewpro username"
)
_TOPICS = "category categories tag tags node go search"
_SCRIPTS = "forum forums board boards forumdisplay viewforum login register fid"
_NO_FOLDERS = frozenset(f"{_PEOPLE} {_TOPICS}".split())
_NO_NAMES = frozenset(f"{_PEOPLE} {_TOPICS} {_SCRIPTS}".split())
"""Names of scripts and parameters."""
_FORUM_ADDRESS = re.compile(
    r"forum|board|\bbbs\b|thread|topic|discuss|communit|question", re.IGNORECASE
)
_FORUM_TITLE = re.compile(alternatives("boards.names"), re.IGNORECASE)

_Threads = dict[Hashable, list[Anchor]]
"""The links to each thread."""


def read_board(
    body: bytes, url: str, headers: Headers, *, patterns: Iterable[str] = (), charset: str = ""
) -> Listing:
    """Return the threads in page order, each with the growth that its row tells, and the next page
    of the board.

    Raises:
        UndecodableBytes: No encoding turns the bytes into text.
        NotHtml: The bytes are not HTML.
        UnusablePattern: A pattern is invalid or too slow.
    """
    chosen = Patterns(tuple(patterns))
    page = open_page(body, headers, url, charset)
    threads = _fitting(page.anchors, chosen) if chosen else _threads(page)
    links = []
    for head, row in _with_rows(threads):
        state = "" if row is None else row_state(row, head.element)
        links.append(Link(url=tidied(head.url), title=head.text, version=state))
    return Listing(links=tuple(links), next_url=next_page(page))


def is_board(page: ListPage) -> bool:
    """Return whether the rows of a page are those of a board.

    Most of them tell replies and views without any text, or replies if the page's address or
    title is that of a forum.
    """
    rows = [(head.element, row) for head, row in _with_rows(_threads(page)) if row is not None]
    if len(rows) < _MIN_ALIKE:
        return False
    if 2 * sum(is_thread_row(row, title) for title, row in rows) > len(rows):
        return True
    if not _FORUM_ADDRESS.search(page.url) and not _FORUM_TITLE.search(_title(page)):
        return False
    return 2 * sum(has_replies(row, title) for title, row in rows) > len(rows)


def _title(page: ListPage) -> str:
    return next((element.text or "" for element in page.root.iter("title")), "")


def _threads(page: ListPage) -> _Threads:
    return _of_known_engine(page.anchors) or _alike(page)


def _with_rows(threads: _Threads) -> list[tuple[Anchor, dom.Element | None]]:
    """Return the link that stands for each thread, and its row."""
    heads = [_head(anchors) for anchors in threads.values()]
    return list(zip(heads, rows_around([head.element for head in heads]), strict=True))


def _fitting(anchors: Iterable[Anchor], patterns: Patterns) -> _Threads:
    """Group links by what a pattern matches in them, or by thread if the address is of a known
    engine.
    """
    threads: _Threads = defaultdict(list)
    for anchor in anchors:
        matched = patterns.matched(anchor.url, anchor.href)
        if matched is not None:
            threads[engine_of(anchor.url) or matched].append(anchor)
    return threads


def _of_known_engine(anchors: Iterable[Anchor]) -> _Threads:
    """Return the threads of the engine with the most threads here; none if no thread has a
    title.
    """
    engines: dict[int, _Threads] = defaultdict(lambda: defaultdict(list))
    for anchor in anchors:
        known = engine_of(anchor.url)
        if known:
            engines[known[0]][known[1]].append(anchor)
    titled: list[_Threads] = []
    for threads in engines.values():
        # A board shows the title of each of its threads.
        titled.append({key: links for key, links in threads.items() if _have_text(links)})
    return max(titled, key=len, default={})


def _have_text(anchors: Iterable[Anchor]) -> bool:
    return any(weight(anchor.text) for anchor in anchors)


def _alike(page: ListPage) -> _Threads:
    """Return the links of the form with the most text, each in a row of its own: what a board
    repeats is threads.
    """
    groups: dict[Shape, _Threads] = defaultdict(lambda: defaultdict(list))
    host = urlsplit(page.url).netloc
    for anchor in page.anchors:
        parts = urlsplit(anchor.url)
        if parts.netloc != host or _leads_elsewhere(parts.path, parts.query):
            continue
        is_number = anchor.text.isdigit()  # of a later page of a thread
        if not is_number and is_first_page(anchor.url):
            groups[shape_of(anchor.url)][anchor.url].append(anchor)
    best = max(groups.values(), key=_worth, default={})
    return best if _worth(best) else {}


def _leads_elsewhere(path: str, query: str) -> bool:
    """Return whether an address is that of a member, a topic or a board, not of a thread."""
    *folders, last = path.lower().strip("/").split("/")
    script = last.partition(".")[0]
    parameters = [name.lower() for name, _ in parse_qsl(query, keep_blank_values=True)]
    is_in_folder = not _NO_FOLDERS.isdisjoint(folders[-1:])
    return is_in_folder or not _NO_NAMES.isdisjoint((script, *parameters))


def _worth(threads: _Threads) -> int:
    """Return the weight of the titles that have a row of their own, 0 for too few."""
    heads = [head for head, row in _with_rows(threads) if row is not None]
    weights = [min(weight(head.text), _MAX_WEIGHT) for head in heads]
    titled = sum(map(bool, weights))
    return sum(weights) if titled >= _MIN_ALIKE else 0


def _head(anchors: Sequence[Anchor]) -> Anchor:
    """Return the link that stands for a thread: one to its first page if possible, and of these the
    longest text.
    """
    return max(
        anchors,
        key=lambda anchor: (is_first_page(anchor.url), weight(anchor.text), len(anchor.text)),
    )
