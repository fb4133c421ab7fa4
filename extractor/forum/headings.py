"""The headings and links around the texts of a page, and the heading of its posts."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise

from extractor.fields.untitled import is_title
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record
from extractor.languages.tables import alternatives
from extractor.page.dom import join, squeeze
from extractor.page.page import Page

MAX_TITLE_LENGTH = 300
"""Characters of a title that are read, as in ``extractor.fields.title``."""
MAX_LEAVES = 2_000
"""Most texts before the first post that are read. Bounds the time for pages with huge menus."""
MAX_LEAVES_IN_HEAD = 30
"""Most texts of a post that are read: its head, not its words."""
REPLY = re.compile(rf"^(?:{alternatives('titles.reply')})\s?[:：]\s*", re.IGNORECASE)
"""What forum software puts before the title of an answer."""
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5"})
_MAX_LEVELS = 4
"""Most elements around a text that may be its heading or link. Wider ones hold other texts, too."""
_LABEL = re.compile(rf"(?:{alternatives('titles.topic')})\s?[:：]?", re.IGNORECASE)
"""The label of a title, in a cell or element of its own."""
_MENU_TAGS = frozenset({"a", "option", "button"})
_NO_HEADING = re.compile(r"[.。:：]$")
"""The end of a sentence or of a label."""
_COMPARED = 3
"""Later posts whose headings are compared with that of the first. They are alike."""
_AROUND = " »›>|·-–—"
"""Signs of a path around its parts."""


def leaves(outline: PageOutline, start: int, end: int) -> Iterator[int]:
    """Yield the texts from node ``start`` to before node ``end``."""
    return (node for node in range(start, end) if not outline.tags[node])


def around(page: Page, outline: PageOutline, node: int) -> tuple[str, bool]:
    """Return the tag of the heading that a text is in, or "", and whether the text is a link to
    another page.
    """
    rank, is_elsewhere = "", False
    node = outline.parents[node]
    for _ in range(_MAX_LEVELS):
        if node < 0:
            break
        if outline.tags[node] in HEADINGS:
            rank = outline.tags[node]
        if outline.tags[node] == "a":
            target = join(page.base, outline.attributes[node].get("href", "")).partition("#")[0]
            is_elsewhere = target not in (page.url.partition("#")[0], page.metadata.canonical_url)
        node = outline.parents[node]
    return rank, is_elsewhere


def labelled_title(outline: PageOutline, first: Record) -> str:
    """Return the text behind the label of a title, before the posts or in the first one, or "".

    Labels and texts in links are those of menus.
    """
    before = islice(leaves(outline, 0, first[0]), MAX_LEAVES)
    head = islice(leaves(outline, *first), MAX_LEAVES_IN_HEAD)
    plain = [node for node in (*before, *head) if not _is_of_menu(outline, node)]
    texts = (squeeze(outline.texts[node][:MAX_TITLE_LENGTH]) for node in plain)
    labelled = (REPLY.sub("", text) for label, text in pairwise(texts) if _LABEL.fullmatch(label))
    return next(filter(is_title, labelled), "")


def _is_of_menu(outline: PageOutline, node: int) -> bool:
    return outline.tags[outline.parents[node]] in _MENU_TAGS


def heading_of_posts(
    page: Page, outline: PageOutline, records: Sequence[Record], title: str
) -> str:
    """Return the last heading of the highest rank before the text of the posts, or "".

    Headings in the first post count if later posts have no others, which would be names.
    """
    first = records[0]
    later = (_headings(page, outline, *record) for record in records[1 : 1 + _COMPARED])
    inside = list(islice(_headings(page, outline, *first), 1))
    others = {REPLY.sub("", text) for _, text in chain.from_iterable(later)}
    if len(records) == 1 or not others <= {text for _, text in inside}:
        inside = []
    before = _headings(page, outline, 0, first[0])
    headings = [(rank, text) for rank, text in (*before, *inside) if text != title]
    highest = min((rank for rank, _ in headings), default="")
    return next((text for rank, text in reversed(headings) if rank == highest), "")


def _headings(page: Page, outline: PageOutline, start: int, end: int) -> Iterator[tuple[str, str]]:
    """Yield the rank and text of the headings from node ``start`` to before node ``end`` that may
    be titles.

    Links to other pages are none.
    """
    most = MAX_LEAVES if start == 0 else MAX_LEAVES_IN_HEAD
    for node in islice(leaves(outline, start, end), most):
        text = squeeze(outline.texts[node][:MAX_TITLE_LENGTH]).strip(_AROUND)
        if not is_title(text) or _NO_HEADING.search(text):
            continue
        rank, is_elsewhere = around(page, outline, node)
        if rank and not is_elsewhere:
            yield rank, text
