"""A page as a tree: parsing, walking, and the text a reader sees."""

import re
from collections.abc import Iterator
from itertools import islice
from urllib.parse import urljoin, urlsplit

from lxml import etree

from extractor.errors import NotHtml

Element = etree._Element

_BLOCKS = (
    "address article aside blockquote body br button caption center dd details dialog div dl dt fieldset figcaption "
    "figure footer form frameset h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol option optgroup p pre "
    "section select summary table tbody td textarea tfoot th thead tr ul"
)
BLOCK_TAGS = frozenset(_BLOCKS.split())
"""Tags that begin and end a line of text."""
UNSEEN_TAGS = frozenset({"script", "style", "template", "svg", "iframe", "object", "math", "canvas", "head"})
"""Tags whose content no reader sees as text."""
_MANY_ATTRIBUTES = 5_000
"""Signs of equality in a page from which on single tags are searched for too many attributes."""
_LONG_TAG = 10_000
_MOST_PIECES = 200
"""Pieces of text within an element, as a link has a few of."""
_DOCUMENT_END = re.compile(r"</(?:body|html)\s*>", re.IGNORECASE)
_ATTRIBUTES = re.compile(
    r"""<[a-zA-Z][^\s<>/]*+(?:[\s/]++[^\s=<>/"']++(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"']*+))?+){1000,}+"""
)
_WHITE = re.compile(r"[^\S\u3000]+")
Step = tuple[bool, str, str, Element]
"""Of a walk: whether an element starts or ends, its tag, the text right behind that tag, and the element."""
_SIMPLE_ADDRESS = re.compile(r"https?://[\w.-]+/[\w/.~%+-]*(?:\?[\w=&.~%+-]+)?", re.ASCII)
"""Most absolute links: joining leaves them as they are, and takes longer than all else that is done with them."""
BREAK = "\0"
"""Between two lines while they are gathered; no parsed text can hold it."""


def parse(text: str, utf8: bytes | None = None) -> Element:
    """The root of the page's tree, comments left out; depth beyond libxml2's bound of 2,048 is cut off.

    ``utf8`` is the same text as bytes, if it is at hand.

    What stands behind an early ``</html>``, as in old pages, belongs to the tree. Raises ``NotHtml`` if there is
    nothing to parse.
    """
    if text.count("=") > _MANY_ATTRIBUTES or _has_long_tag(text):
        text, utf8 = _ATTRIBUTES.sub("<x", text), None  # libxml2's time is quadratic in the attributes of one tag
    root = _tree(utf8 or _encoded(text))
    if root.getnext() is not None:  # libxml2 begins a second document behind the end of the first
        root = _tree(_encoded(_DOCUMENT_END.sub("", text)))
    return root


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _has_long_tag(text: str) -> bool:
    """Whether one of the stretches that ``text`` is cut into is free of angles, as every tag of two stretches has."""
    ends = range(_LONG_TAG, len(text) + 1, _LONG_TAG)
    return any(text.find("<", end - _LONG_TAG, end) < 0 and text.find(">", end - _LONG_TAG, end) < 0 for end in ends)


def _tree(utf8: bytes) -> Element:
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True, no_network=True, recover=True
    )
    try:
        root = etree.fromstring(utf8, parser)
    except etree.LxmlError as error:
        raise NotHtml(f"no HTML could be parsed: {error}") from error
    if root is None:
        raise NotHtml("the page holds no element and no text")
    return root


def prune(root: Element, *more: str) -> None:
    """Removes for good what no reader sees (but the head), and the tags in ``more``; the text behind them stays."""
    etree.strip_elements(root, *(tag for tag in UNSEEN_TAGS if tag != "head"), *more, with_tail=False)


def body_of(root: Element) -> Element:
    """The page's body, or the root where there is none (framesets, fragments)."""
    body = root.find("body")
    return root if body is None else body


def base_url(root: Element, url: str) -> str:
    """What relative links of the page are relative to (HTML standard, 4.2.3: the first ``base`` with ``href``)."""
    for base in root.iter("base"):
        href = base.get("href")
        if href:
            return join(url, href)
    return url


def join(base: str, link: str) -> str:
    """``link`` made absolute; "" where it is no valid address."""
    link = link.strip()
    if _SIMPLE_ADDRESS.fullmatch(link):
        return link
    try:
        absolute = urljoin(base, link)
        urlsplit(absolute)
    except ValueError:
        return ""
    return absolute


def walk(top: Element) -> Iterator[tuple[str, Element]]:
    """("start", element) and ("end", element) in document order, without recursion; unseen elements are skipped."""
    walker = etree.iterwalk(top, events=("start", "end"))
    for event, element in walker:
        if element.tag in UNSEEN_TAGS and event == "start":
            walker.skip_subtree()
        yield event, element


def steps(top: Element) -> list[Step]:
    """The walk through a tree for those who go it several times: asking lxml costs far more than a list."""
    found = [
        (event == "start", element.tag, (element.text if event == "start" else element.tail) or "", element)
        for event, element in etree.iterwalk(top, events=("start", "end"))
    ]
    return [*found[:-1], (False, top.tag, "", top)]  # the text behind the top is none of its own


def lines(top: Element, inline: str = "", blocks: frozenset[str] = BLOCK_TAGS) -> list[str]:
    """The visible text under ``top``, one string for what stands between two ``blocks`` (line breaks among them).

    ``inline`` is put where an inline tag begins or ends; a blank keeps apart what only a style sheet separates.
    """
    return lines_of(steps(top), inline, blocks)


def lines_of(walked: list[Step], inline: str = "", blocks: frozenset[str] = BLOCK_TAGS) -> list[str]:
    """The same for a tree that was walked."""
    parts: list[str] = []
    unseen = 0
    for starts, tag, leaf, _ in walked:
        if tag in UNSEEN_TAGS:
            unseen += 1 if starts else -1
        if not unseen:
            parts.append(BREAK if tag in blocks else inline)
            parts.append(leaf)
    return split_lines(parts)


def first_text(top: Element, length: int = 500) -> str:
    """About so many characters from the start of the visible text, for a guess at its script."""
    parts: list[str] = []
    walker = etree.iterwalk(top, events=("start",))
    for _, element in walker:
        if element.tag in UNSEEN_TAGS:
            walker.skip_subtree()
            continue
        text = element.text
        if text and not text.isspace():
            parts.append(text[:length])
            length -= len(text)
            if length <= 0:
                break
    return " ".join(parts)


def start_of_text(element: Element) -> str:
    """The text within an element as it stands, of its first pieces.

    Links that are never closed lie within each other; to read each to its end would take the square of the page.
    """
    return "".join(islice(element.itertext(), _MOST_PIECES))  # type: ignore[arg-type]


def split_lines(parts: list[str]) -> list[str]:
    """The lines that text and ``BREAK`` marks make, white space folded, empty ones left out."""
    return [squeeze(raw) for raw in "".join(parts).split(BREAK) if raw and not raw.isspace()]


def visible_text(element: Element) -> str:
    """The visible text of an element on one line."""
    return " ".join(lines(element))


def squeeze(text: str) -> str:
    """White space, no-break spaces too, folded to single blanks, none at the ends; ideographic space inside is kept."""
    return _WHITE.sub(" ", text).strip() if "\u3000" in text else " ".join(text.split())
