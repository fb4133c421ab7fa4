"""A page as a tree: parsing, walking, and the text a reader sees."""

import re
from collections.abc import Iterator
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
UNSEEN_TAGS = ("script", "style", "template", "svg", "iframe", "object", "math", "canvas", "head")
"""Tags whose content no reader sees as text."""
_MANY_ATTRIBUTES = 5_000
"""Signs of equality in a page from which on single tags are searched for too many attributes."""
_LONG_TAG = re.compile(r"<[^<>]{20000}")
_ATTRIBUTES = re.compile(
    r"""<[a-zA-Z][^\s<>/]*+(?:[\s/]++[^\s=<>/"']++(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"']*+))?+){1000,}+"""
)
_WHITE = re.compile(r"[^\S\u3000]+")
BREAK = "\0"
"""Between two lines while they are gathered; no parsed text can hold it."""


def parse(text: str) -> Element:
    """The root of the page's tree, comments left out; depth beyond libxml2's bound of 2,048 is cut off.

    Raises ``NotHtml`` if there is nothing to parse.
    """
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True, no_network=True, recover=True
    )
    if text.count("=") > _MANY_ATTRIBUTES or _LONG_TAG.search(text):
        text = _ATTRIBUTES.sub("<x", text)  # libxml2's time is quadratic in the attributes of one tag
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), parser)
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
    try:
        absolute = urljoin(base, link.strip())
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


def lines(top: Element, inline: str = "", blocks: frozenset[str] = BLOCK_TAGS) -> list[str]:
    """The visible text under ``top``, one string for what stands between two ``blocks`` (line breaks among them).

    ``inline`` is put where an inline tag begins or ends; a blank keeps apart what only a style sheet separates.
    """
    parts: list[str] = []
    for event, element in walk(top):
        parts.append(BREAK if element.tag in blocks else inline)
        if event == "end":
            text = element.tail if element is not top else None
        else:
            text = element.text if element.tag not in UNSEEN_TAGS else None
        if text:
            parts.append(text)
    return split_lines(parts)


def first_text(top: Element, length: int = 500) -> str:
    """About so many characters from the start of the visible text, for a guess at its script."""
    parts: list[str] = []
    for event, element in walk(top):
        text = element.text if event == "start" and element.tag not in UNSEEN_TAGS else None
        if text and not text.isspace():
            parts.append(text[:length])
            length -= len(text)
            if length <= 0:
                break
    return " ".join(parts)


def split_lines(parts: list[str]) -> list[str]:
    """The lines that text and ``BREAK`` marks make, white space folded, empty ones left out."""
    return [line for raw in "".join(parts).split(BREAK) if (line := squeeze(raw))]


def visible_text(element: Element) -> str:
    """The visible text of an element on one line."""
    return " ".join(lines(element))


def squeeze(text: str) -> str:
    """White space, no-break spaces too, folded to single blanks, none at the ends; ideographic space inside is kept."""
    return _WHITE.sub(" ", text).strip() if "\u3000" in text else " ".join(text.split())
