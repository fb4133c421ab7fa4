"""A page as a tree: parse it, walk it, and read the text that a reader sees."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from urllib.parse import urljoin, urlsplit

import numpy as np
from lxml import etree

from extractor.compiled import links
from extractor.compiled import walk as compiled
from extractor.errors import NotHtml

Element = etree._Element

_BLOCKS = (
    "address article aside blockquote body br button caption center dd details dialog div dl dt "
    "fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hr html legend li "
    "main menu nav ol option optgroup p pre section select summary table tbody td textarea tfoot "
    "th thead tr ul"
)
BLOCK_TAGS = frozenset(_BLOCKS.split())
"""Tags that begin and end a line of text."""
UNSEEN_TAGS = frozenset(
    {"script", "style", "template", "svg", "iframe", "object", "math", "canvas", "head", "rp", "rt"}
)
"""Tags whose content no reader sees as text, or only as the reading above other characters."""
_IS_UNSEEN = dict.fromkeys(UNSEEN_TAGS, 1)
_NOT_INLINE = BLOCK_TAGS | UNSEEN_TAGS
_MANY_ATTRIBUTES = 5_000
"""Least number of equals signs in a page at which single tags are checked for too many attributes.
"""
_TOO_MANY = 1_000
"""Least number of attributes of a tag that are left out."""
_LONG_TAG = 10_000
"""Characters without any angle bracket that count as a very long tag, on which the parser is slow.
"""
_MAX_PIECES = 200
"""Most pieces of text that are read within an element. Links have a few."""
_DOCUMENT_END = re.compile(r"</(?:body|html)\s*>", re.IGNORECASE)
_ATTRIBUTES = re.compile(
    r"""<[a-zA-Z][^\s<>/]*+(?:[\s/]++[^\s=<>/"']++(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"']*+))?+)"""
    rf"{{{_TOO_MANY},}}+"
)
_WHITE = re.compile(r"[^\S\u3000]+")
Step = tuple[bool, str, str, Element]
"""A step of a walk: whether an element starts or ends, its tag, the text right after that tag, and
the element.
"""
_SIMPLE_ADDRESS = re.compile(r"https?://[\w.-]++/[\w/.~%+-]*+(?:\?[\w=&.~%+;:,/@!-]++)?+", re.ASCII)
"""Most absolute links. Joining leaves them unchanged and is the slowest thing done with them."""
_SIMPLE_PATH = re.compile(
    r"/[\w~%+-][\w/~%+-]*+(?:\.\w[\w/~%+-]*+)*+(?:\?[\w=&.~%+;:,/@!-]++)?+(?:#[\w.-]++)?+", re.ASCII
)
"""Most links to the same host. Nothing in them needs to be resolved: no part of the path begins
with a dot.
"""
_SIMPLE_NAME = re.compile(
    r"(?:\./)?+[\w~%+-][\w.~%+-]*+(?:\?[\w=&.~%+;:,/@!-]++)?+(?:#[\w.-]++)?+", re.ASCII
)
"""Most other links, to an address in the same folder."""
NO_ATTRIBUTES: Mapping[str, str] = {}
"""The attributes of most elements."""
BREAK = "\0"
"""Marks the end of a line while text is collected. Parsed text cannot contain it."""


def parse(text: str, utf8: bytes | None = None) -> Element:
    """Return the root of the page's tree without comments.

    Depth beyond libxml2's limit of 2,048 is cut off. Text after an early ``</html>``, as in old
    pages, is part of the tree.

    Args:
        text: The page.
        utf8: The same text as bytes, if the caller has it.

    Raises:
        NotHtml: There is nothing to parse.
    """
    utf8 = utf8 or _encoded(text)
    if (_count_of(b"=", utf8) > _MANY_ATTRIBUTES or _has_long_tag(text)) and has_crowded_tag(text):
        text = _ATTRIBUTES.sub(
            "<x", text
        )  # libxml2's time is quadratic in the attributes of one tag
        utf8 = _encoded(text)
    root = _tree(utf8)
    if root.getnext() is not None:  # libxml2 begins a second document after the end of the first
        del (
            root,
            utf8,
        )  # the tree of a large page takes 40 times its bytes, so there is only one at a time
        root = _tree(_encoded(_DOCUMENT_END.sub("", text)))
    return root


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _count_of(sign: bytes, body: bytes) -> int:
    """Do what ``body.count(sign)`` does for a single byte, in a quarter of the time."""
    return int(np.count_nonzero(np.frombuffer(body, np.uint8) == ord(sign)))


def has_crowded_tag(text: str) -> bool:
    """Return whether a tag has too many attributes."""
    return bool(_ATTRIBUTES.search(text))


def _has_long_tag(text: str) -> bool:
    """Return whether ``text`` may contain a very long tag.

    The text is cut into stretches. A tag as long as two of them fills one, which then has no angle
    bracket.
    """
    ends = range(_LONG_TAG, len(text) + 1, _LONG_TAG)
    return any(
        text.find("<", end - _LONG_TAG, end) < 0 and text.find(">", end - _LONG_TAG, end) < 0
        for end in ends
    )


def _tree(utf8: bytes) -> Element:
    parser = etree.HTMLParser(
        encoding="utf-8",
        remove_comments=True,
        remove_pis=True,
        huge_tree=True,
        no_network=True,
        recover=True,
        collect_ids=False,  # an index of ids takes 6 % of the time of parsing, and nothing uses it
    )
    try:
        root = etree.fromstring(utf8, parser)
    except etree.LxmlError as error:
        if getattr(error, "code", None) == etree.ErrorTypes.ERR_NO_MEMORY:
            raise MemoryError from error
        raise NotHtml(f"the HTML cannot be parsed: {error}") from error
    if root is None:
        raise NotHtml("the page contains no element and no text")
    return root


def prune(root: Element, *more: str) -> None:
    """Remove for good what no reader sees (except the head) and the tags in ``more``.

    The text after them stays.
    """
    etree.strip_elements(
        root, *(tag for tag in UNSEEN_TAGS if tag != "head"), *more, with_tail=False
    )


def body_of(root: Element) -> Element:
    """Return the page's body, or the root if there is none (framesets, fragments)."""
    body = root.find("body")
    return root if body is None else body


def base_url(root: Element, url: str) -> str:
    """Return the address that relative links refer to (HTML standard, 4.2.3: the first ``base``
    with ``href``).
    """
    for base in root.iter("base"):
        href = base.get("href")
        if href:
            return join(url, href)
    return url


def join(base: str, link: str) -> str:
    """Return ``link`` as an absolute URL, or "" if it is not a valid address.

    Nearly all links have one of three plain forms, which need not be taken apart: ``urljoin`` takes
    many times as long.
    """
    link = link.strip()
    if is_simple(link):
        return link
    if "\\" in link:
        # Before the query, it is a slash (WHATWG URL, 4.4).
        address, mark, query = link.partition("?")
        link = address.replace("\\", "/") + mark + query
    is_on_web = base.startswith(("http://", "https://"))
    try:
        if is_on_web and is_simple_path(link):
            return _host(base) + link
        if is_on_web and _SIMPLE_NAME.fullmatch(link):
            return _folder(base) + link.removeprefix("./")
        absolute = urljoin(base, link)
        urlsplit(absolute)  # raises for a bad port or bracket, too
    except ValueError:
        return ""
    return absolute


def is_simple(link: str) -> bool:
    """Return whether a link is absolute, its host is a plain name, and nothing in it needs to be
    resolved or escaped.
    """
    if links:
        return links.is_simple(link)
    return is_simple_in_python(link)


def is_simple_in_python(link: str) -> bool:
    """Do the same without compiled code. This is what ``extractor.compiled.links`` must do too."""
    return bool(_SIMPLE_ADDRESS.fullmatch(link))


def is_simple_path(link: str) -> bool:
    """Return whether a link is a plain path on the same host."""
    if links:
        return links.is_simple_path(link)
    return is_simple_path_in_python(link)


def is_simple_path_in_python(link: str) -> bool:
    """Do the same without compiled code. This is what ``extractor.compiled.links`` must do too."""
    return bool(_SIMPLE_PATH.fullmatch(link))


@lru_cache(maxsize=16)
def _host(base: str) -> str:
    here = urlsplit(base)
    return f"{here.scheme}://{here.netloc}"


@lru_cache(maxsize=16)
def _folder(base: str) -> str:
    """Return what links to the same folder begin with."""
    return urljoin(base, "x").removesuffix("x")


def host_of(url: str) -> str:
    """Return the host of an address, "" if there is none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def is_hidden(attributes: Mapping[str, str]) -> bool:
    """Return whether attributes hide an element."""
    return (
        "hidden" in attributes
        or attributes.get("aria-hidden") == "true"
        or "display:none" in attributes.get("style", "").replace(" ", "").lower()
    )


def attributes_of(element: Element) -> Mapping[str, str]:
    """Return the attributes of an element by name."""
    return dict(element.items()) or NO_ATTRIBUTES  # type: ignore[arg-type]


def walk(top: Element) -> Iterator[tuple[str, Element]]:
    """Yield ("start", element) and ("end", element) in document order, without recursion and unseen
    elements.
    """
    walker = etree.iterwalk(top, events=("start", "end"))
    for event, element in walker:
        if element.tag in UNSEEN_TAGS and event == "start":
            walker.skip_subtree()
        yield event, element


def steps(top: Element) -> list[Step]:
    """Return the walk through a tree as a list, for callers that need it several times: lxml is far
    slower.
    """
    found = [
        (
            event == "start",
            element.tag,
            (element.text if event == "start" else element.tail) or "",
            element,
        )
        for event, element in etree.iterwalk(top, events=("start", "end"))
    ]
    return [*found[:-1], (False, top.tag, "", top)]  # the text after the top is not its own


def lines(top: Element, inline: str = "", blocks: frozenset[str] = BLOCK_TAGS) -> list[str]:
    """Return the visible text below ``top``, one string for each stretch between two ``blocks`` or
    line breaks.

    Args:
        top: The element to read.
        inline: Inserted where an inline tag begins or ends. A blank separates what only a style
            sheet separates.
        blocks: Tags that end a line.
    """
    return lines_of(steps(top), inline, blocks)


def lines_of(
    walked: list[Step], inline: str = "", blocks: frozenset[str] = BLOCK_TAGS
) -> list[str]:
    """Return the lines of a tree that was already walked with ``steps``.

    The arguments are those of ``lines``.
    """
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
    """Return about ``length`` characters from the start of the visible text, to guess its
    script.
    """
    parts = compiled.read_first(top, _IS_UNSEEN, length) if compiled else None
    return " ".join(first_in_python(top, length) if parts is None else parts)


def first_in_python(top: Element, length: int) -> list[str]:
    """Return the pieces of that text. This is what ``extractor.compiled.walk`` must do too."""
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
    return parts


def start_of_text(element: Element) -> str:
    """Return the raw text of the first pieces within an element.

    Links that are never closed nest in each other. Reading each to its end would take quadratic
    time.
    """
    return "".join(islice(element.itertext(), _MAX_PIECES))  # type: ignore[arg-type]


def split_lines(parts: list[str]) -> list[str]:
    """Return the lines of text with ``BREAK`` marks: white space folded, empty lines removed."""
    return [squeeze(raw) for raw in "".join(parts).split(BREAK) if raw and not raw.isspace()]


def visible_text(element: Element) -> str:
    """Return the visible text of an element on one line."""
    if any(inner.tag in _NOT_INLINE for inner in element.iterdescendants()):
        return " ".join(lines(element))
    return "" if element.tag in UNSEEN_TAGS else squeeze("".join(element.itertext()))  # type: ignore[arg-type]


def squeeze(text: str) -> str:
    """Fold white space and no-break spaces to single blanks and strip them.

    Ideographic space inside stays.
    """
    if "\u3000" in text:
        return _WHITE.sub(" ", text).strip()
    return " ".join(text.split())
