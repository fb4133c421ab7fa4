"""Read how far a thread has grown from its row on a board: its replies and the last one's time."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from extractor.languages.tables import alternatives
from extractor.lists.anchors import absolute
from extractor.lists.threads import is_later_page
from extractor.page import dom

_ROW_TAGS = frozenset(("tr", "li", "tbody", "dl", "article"))
_SHARED = -1
_COUNT = r"(\d[\d,. ]*[kKmM万萬千]?)"
_REPLIES = rf"(?:{alternatives('boards.replies')})"
_VIEWS = rf"(?:{alternatives('boards.views')})"
_BARE = re.compile(rf"[\s(（\[【]*{_COUNT}[\s)）\]】/]*")
_LABELLED = re.compile(
    rf"{_REPLIES}数?[\s:：(（]*{_COUNT}[)）]?|{_COUNT}\s*(?:条|個|个|件の)?{_REPLIES}",
    re.IGNORECASE,
)
_WORDS = {
    "replies": re.compile(f"{_REPLIES}数?", re.IGNORECASE),
    "views": re.compile(f"{_VIEWS}数?", re.IGNORECASE),
}
_MARKED = {
    "replies": re.compile(
        rf"repl|\bposts?\b|comment|answer|count_livid|rep_num|{_REPLIES}", re.IGNORECASE
    ),
    "views": re.compile(rf"view|hits|click|\bread|{_VIEWS}", re.IGNORECASE),
}
_DATED = re.compile(
    r"(?:19|20)\d\d\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d"
    r"|(?<![\d-])\d{1,2}[-/月]\d{1,2}日?\s+\d{1,2}:\d\d"
    r"|[^\W\d_]{3,}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s(?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th|\.)?\s(?:de\s)?[^\W\d_]{3,}\.?,?\s"
    r"(?:de\s)?(?:19|20)\d\d",
)
_MAX_MOMENT_LENGTH = 80
"""Most characters of a text that tells a time. Longer ones are words of a post with a date."""
_MAX_COUNT_LENGTH = 40
"""Most characters of a text that tells a number of replies. Longer ones are words of a post."""
_MAX_ROW_TEXT = 120
"""Most characters of one text in a thread's row beside its title. Longer ones are teasers."""
_NEAR_ELEMENTS = 2
"""Elements around a text whose classes and titles tell what it is. Wider ones hold other texts."""


@dataclass(frozen=True)
class _Piece:
    """A piece of a row's text, and the classes and titles of its element and the ones around it."""

    text: str
    marks: str


def rows_around(titles: Sequence[dom.Element]) -> list[dom.Element | None]:
    """Return the largest element around each title that contains no other one, or None."""
    owners: dict[dom.Element, int] = {}
    for index, title in enumerate(titles):
        for ancestor in title.iterancestors():
            owner = owners.setdefault(ancestor, index)
            if owner == _SHARED:
                break
            if owner != index:
                owners[ancestor] = _SHARED
    return [_row(title, index, owners) for index, title in enumerate(titles)]


def row_state(row: dom.Element, title: dom.Element) -> str:
    """Return the replies and the time of the last one as the row writes them, "" for neither.

    Only what a reply changes is included: no number of views, and no time such as "3 minutes ago",
    "today" or "12:30" alone.
    """
    pieces = list(_pieces(row, title))
    last_time = ""
    for piece in pieces:
        if len(piece.text) <= _MAX_MOMENT_LENGTH and _DATED.search(piece.text):
            last_time = piece.text
    return dom.squeeze(f"{_replies(pieces)} {last_time}")


def has_replies(row: dom.Element, title: dom.Element) -> bool:
    """Return whether the row tells a number of replies."""
    return bool(_replies(list(_pieces(row, title))))


def is_thread_row(row: dom.Element, title: dom.Element) -> bool:
    """Return whether the row tells two numbers, as of replies and views, and has no text.

    News lists show a number of comments, and a teaser.
    """
    pieces = list(_pieces(row, title))
    if any(len(piece.text) > _MAX_ROW_TEXT for piece in pieces):
        return False
    counts = [piece for piece in pieces if _BARE.fullmatch(piece.text) or _labelled(piece.text)]
    return len(counts) > 1


def _row(title: dom.Element, number: int, owners: dict[dom.Element, int]) -> dom.Element | None:
    row = None
    for ancestor in title.iterancestors():
        if owners[ancestor] != number:
            return row
        row = ancestor
    # The only thread of a page owns the whole page: take the nearest element that can be a row.
    return next(title.iterancestors(*_ROW_TAGS), title.getparent())


def _pieces(row: dom.Element, title: dom.Element) -> Iterator[_Piece]:
    """Yield the row's texts in document order, without the title and links to later pages."""
    marks: list[str] = []  # of the elements around the text, the innermost last
    skipped: dom.Element | None = None  # the element whose texts are left out, while inside it
    for event, element in dom.walk(row):
        if event == "start":
            marks.append(f"{element.get('class') or ''} {element.get('title') or ''}")
            if skipped is None and _is_no_piece(element, title):
                skipped = element
            texts = [*_moments_of(element), element.text or ""]
        else:
            marks.pop()
            if skipped is element:
                skipped = None
            # What follows the row itself is not in it.
            texts = [] if element is row else [element.tail or ""]
        if skipped is None:
            nearest = " ".join(marks[-_NEAR_ELEMENTS:])
            yield from (_Piece(text, nearest) for text in map(dom.squeeze, texts) if text)


def _is_no_piece(element: dom.Element, title: dom.Element) -> bool:
    return element is title or element.tag in dom.UNSEEN_TAGS or _leads_inside(element)


def _moments_of(element: dom.Element) -> list[str]:
    """Return the times in attributes: a board may show "3 minutes ago" and have the time there."""
    values = (element.get("title") or "", element.get("datetime") or "")
    return [value for value in values if _DATED.search(dom.squeeze(value))]


def _leads_inside(element: dom.Element) -> bool:
    """Return whether this is a link to a later page, whose number does not count replies."""
    if element.tag != "a" or not (element.text or "").strip().isdigit():
        return False
    url = absolute("http://x/", element.get("href") or "")
    return bool(url) and is_later_page(url)


def _replies(pieces: Sequence[_Piece]) -> str:
    numbers: list[str] = []
    for index, piece in enumerate(pieces):
        if len(piece.text) > _MAX_COUNT_LENGTH:
            continue
        count = _labelled(piece.text)
        if count:
            return count
        bare = _BARE.fullmatch(piece.text)
        if not bare:
            continue
        kind = _kind(pieces, index)
        if kind == "replies":
            return bare[1].strip()
        if not kind:
            numbers.append(bare[1].strip())
    # A thread is viewed at least as often as it is answered.
    return min(numbers[:2], key=_value, default="")


def _labelled(text: str) -> str:
    found = _LABELLED.fullmatch(text)
    groups = filter(None, found.groups()) if found else ()
    return next(iter(groups), "").strip()


def _kind(pieces: Sequence[_Piece], index: int) -> str:
    """Return what a bare number counts: "replies", "views", or "" if nothing around it says so."""
    for kind, names in _MARKED.items():
        if names.search(pieces[index].marks):
            return kind
    before = pieces[index - 1].text if index else ""
    if index + 1 < len(pieces):
        after = pieces[index + 1].text
    else:
        after = ""
    # Only a colon ties a label to the number after it. Others come after their number.
    label = before.rstrip(":： ") if before.endswith((":", "：")) else after
    for kind, words in _WORDS.items():
        if words.fullmatch(label):
            return kind
    return ""


def _value(count: str) -> float:
    digits = re.sub(r"[^\d.]", "", count.replace(",", "")).strip(".")
    factor = {"k": 1e3, "m": 1e6, "万": 1e4, "萬": 1e4, "千": 1e3}.get(count[-1:].lower(), 1)
    # Two dots part thousands: "1.234.567".
    if digits.count(".") > 1:
        digits = digits.replace(".", "")
    return float(digits) * factor
