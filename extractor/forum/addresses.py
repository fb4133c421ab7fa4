"""What addresses of threads, boards and front pages look like."""

import re
from collections.abc import Iterable

_THREAD = re.compile(
    r"foru[mn]|foren|foros?(?![a-z])|thread|(?:show|view)topic|topics?(?:\W{0,2}\d|\.\w)|discuss"
    r"|bbs|talk(?![a-z])|"
    r"(?<![a-z])(?:boards?|community|answers)(?![a-z])|/questions?(?![a-z])|/[td]/|/comments/"
    r"|/posts?/\d{5,20}+(?!/[^/]{1,50}-)|tieba|"
    r"luntan|keskustel|diskussion|pipermail/|/read\.cgi/|/res/\d{3,}\.html?|/issues/\d{1,9}/?(?:$"
    r"|[?#])|/item\?id=\d",
    re.IGNORECASE,
)
"""What addresses of threads contain and those of articles rarely do.

A numbered topic is a thread; a named one is a list of articles. A board is not a keyboard.
"""
_SIGNS = (
    "foru", "foren", "foro", "thread", "topic", "discuss", "bbs", "talk", "board", "community",
    "answers", "/question", "/t/", "/d/", "/comments/", "/post", "tieba", "luntan", "keskustel",
    "diskussion", "pipermail/", "/read.cgi/", "/res/", "/issues/", "/item?id=",
)  # fmt: skip
"""Of these, every such address in ASCII and lower case has one. Searching for each takes far less
time.
"""
_SLUG = re.compile(
    r"(?<=[^/]/)(?![^/]*(?:show|view)(?:topic"
    r"|thread))(\d*)[^/?#]*?(?:[^\W\d_]+[-_]){2,}[^\W\d_]+[^/?#]*"
)
"""A title in the path of an address, of three words and more: "peace-talk-in-vienna" is no forum.
"""
_BOARD = re.compile(
    r"(?:view|show)forum|forumdisplay|/forum-\d+-\d|[?&;](?:board|fid)=\d|"
    r"//[^/?#]+/?(?:index\.\w{2,5})?$",
    re.IGNORECASE,
)
"""What addresses of a board, the list of its threads, contain, and of front pages."""
_TOPIC = re.compile(r"[?&;](?:topic|tid)=", re.IGNORECASE)
"""What addresses of a thread may contain beside its board."""
_DATED = re.compile(r"/(?:19|20)\d\d[-/](?:0[1-9]|1[0-2])(?:[-/]\d\d)?/")
_SECTION = re.compile(
    r"(?<=[^/])/(?:boards?|community|answers|talk|discuss(?:ions?)?)(?=/)", re.IGNORECASE
)
_MAX_URL_LENGTH = 500
"""Characters of an address that are searched: bounds the cost of the patterns."""
_MAX_PATH_LENGTH = 100
"""The same of a path."""


def is_like_thread(url: str, *, titled: bool = True) -> bool:
    """Return whether an address is like that of a thread; if ``titled``, the title in it may say
    so.
    """
    start = url[:_MAX_URL_LENGTH]
    if _DATED.search(start):
        # Papers date their addresses, and call a section "community" or "talk".
        start = _SECTION.sub("/", start)
    said = start if titled else _SLUG.sub(r"\1", start)
    return bool(_THREAD.search(said)) and not is_board(start)


def is_board(url: str) -> bool:
    """Return whether an address is that of a board, the list of its threads, or of a front page."""
    start = url[:_MAX_URL_LENGTH]
    return bool(_BOARD.search(start)) and not _TOPIC.search(start)


def share_of_forum(page: str, links: Iterable[str]) -> float:
    """Return the share of the different links within a page's site whose paths are like those of
    forums.

    Args:
        page: The address of the page.
        links: Absolute addresses.
    """
    host = page[:_MAX_URL_LENGTH].partition("//")[2].partition("/")[0]
    if not host:
        return 0.0
    here = (f"http://{host}/", f"https://{host}/")
    paths: set[str] = set()
    for link in links:
        if link.startswith(here):
            path = link[link.index("/", len("https://")) :]
            paths.add(path[:_MAX_PATH_LENGTH])
    if not paths:
        return 0.0
    # Most pages have few of the signs: the others need not be looked for in every path.
    everything = "\n".join(paths).lower()
    signs = [sign for sign in _SIGNS if sign in everything]
    return sum(_is_forum_path(path, signs) for path in paths) / len(paths)


def _is_forum_path(path: str, signs: list[str]) -> bool:
    lowered = path.lower()
    if path.isascii() and not any(sign in lowered for sign in signs):
        return False
    # A title may say "forum", too. The "x" is the host, without which no folder is a title.
    return bool(_THREAD.search(path) and _THREAD.search(_SLUG.sub(r"\1", f"x{path}")))
