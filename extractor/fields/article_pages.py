"""Find the pages of an article on several pages: links to the article's own address with other
numbers.

Words and relations mislead here: blogs also call the next *article* "next" and mark it with
``rel=next``. The form of the addresses is reliable: ``/story/17.html`` continues at
``/story/17_2.html``, ``/story/17/2`` or ``/story/17.html?page=2``. A later page must also link back
to the pages before it, so that ``/story-8.html`` is not taken for a page of ``/story-7.html``. The
links must be labelled with the number or a short word, because links to other articles have titles.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from urllib.parse import parse_qsl, unquote, urlsplit

from extractor.compiled import links as compiled
from extractor.page.dom import Element, join, squeeze

_MAX_PAGES = 50
"""Articles have fewer pages. Larger numbers in addresses count articles or replies."""
_MIN_ID_DIGITS = 4
"""Fewest digits of a number that is not read as a page's, but as that of an article."""
_MAX_LINKS = 3_000
"""Links of a page that are looked at: bounds what one page costs."""
_MAX_ADDRESS_LENGTH = 2048
"""Longer addresses are scripts or data."""
_NAMES = "page p pg pn paged pageno page_no pagenum page_num pagenumber currentpage seite pagina"
_PARAMETERS = frozenset(_NAMES.split())
_FROM_ZERO = frozenset(("start", "limitstart"))
"""Parameters of Joomla, which counts the pages of an article from zero."""
_IN_PATH = re.compile(
    r"(?P<stem>.*?[^/_-])(?:[/_-]p(?:age)?[/_-]?|[/_-])(?P<number>\d{1,3})(?:\.[a-z]{3,5}|/|)"
)
_NUMBERS = re.compile(r"\d+")
_CHINESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_SHORT_LABEL = 15
"""Most characters of a label such as "Next page"."""
_SHORT_CHINESE_LABEL = 6
"""The same of a Chinese one."""
_MAX_LABEL_LENGTH = 30
"""Most characters of a label with the number of the page. Longer ones are titles of other articles.
"""
_DIGIT = re.compile(r"\d")
_COMMENTS = re.compile(r"comment|respond|reply|disqus", re.IGNORECASE)
_Parts = tuple[str, str, list[tuple[str, str]]]
"""Host, path and query of an address."""
_Article = tuple[str, str, tuple[tuple[str, str], ...]]
"""The same without what tells the pages of an article apart."""


@dataclass(frozen=True)
class ArticlePages:
    """The pages of an article, as one of them links to the others.

    Attributes:
        number: The number of this page, from 1.
        count: The greatest number that is linked, at least ``number``.
        next_url: The absolute URL of the next page, "" if there is none.
        first_url: That of the first page, "" on the first page, and where a number at the end of
            the address may be part of the article's name, as in ``/our-trip-2``.
    """

    number: int = 1
    count: int = 1
    next_url: str = ""
    first_url: str = ""


@dataclass(frozen=True)
class _Place:
    """The article's address without its page number, and that number.

    ``named``: the number is behind a hyphen, where it may belong to the article's name.
    """

    article: _Article
    number: int
    named: bool = field(default=False, compare=False)


def find_pages(
    links: Iterable[Element], base: str, url: str, canonical_url: str, *, is_later: bool = False
) -> ArticlePages:
    """Return the pages of the article.

    Args:
        links: The page's ``a`` elements.
        base: The address that their links are relative to.
        url: The address of the page.
        canonical_url: The address that the page prefers.
        is_later: True for a page that was found through the page before it. Such a page need not
            link back.
    """
    own = list(filter(None, map(_parts, dict.fromkeys((url, canonical_url)))))
    here = list(filter(None, map(_unnumbered, own)))
    numbered = list(filter(None, map(_numbered, own)))
    tails = {place.article[1].rpartition("/")[2] for place in (*here, *numbered)}
    offered: dict[_Place, str] = {}
    linked: dict[_Article, str] = {}
    for element, href in _hrefs(links, tails, bool(numbered)):
        address = join(base, href)
        parts = _parts(address)
        if parts is None:
            continue
        if whole := _unnumbered(parts):
            linked.setdefault(whole.article, address)
        if (place := _numbered(parts)) and _is_label(element, place.number):
            offered.setdefault(place, address)
    later = [place for place in numbered if place.number > 1]
    if not is_later:
        later = [place for place in later if _leads_back(place, linked, offered)]
    # A later page may name the first one as its canonical address.
    for place in later or here:
        if following := offered.get(_Place(place.article, place.number + 1)):
            return _pages(place, following, linked, offered)
    if later:
        return _pages(later[0], "", linked, offered)
    return ArticlePages()


def _pages(
    place: _Place, following: str, linked: dict[_Article, str], offered: dict[_Place, str]
) -> ArticlePages:
    first = ""
    if place.number > 1 and not place.named:
        first = linked.get(place.article) or offered.get(_Place(place.article, 1), "")
    numbers = (each.number for each in offered if each.article == place.article)
    return ArticlePages(
        number=place.number,
        count=max(place.number, *numbers, 1),
        next_url=following.partition("#")[0],
        first_url=first.partition("#")[0],
    )


def _is_label(element: Element, number: int) -> bool:
    """Return whether a link is labelled like one of a pager: "2", "Page 2", "Next".

    Other articles have their titles.
    """
    text = squeeze("".join(islice(element.itertext(), _MAX_LABEL_LENGTH)))  # type: ignore[arg-type]
    short = _SHORT_CHINESE_LABEL if _CHINESE.search(text) else _SHORT_LABEL
    if len(text) <= short:
        return True
    return len(text) <= _MAX_LABEL_LENGTH and str(number) in _NUMBERS.findall(text)


def _hrefs(
    links: Iterable[Element], tails: set[str], unnumbered: bool
) -> Iterator[tuple[Element, str]]:
    """Yield the links that may lead to a page of the same article, with their addresses as they are
    written.

    Links without a number are included if ``unnumbered``.
    """
    find = compiled.numbered if compiled else numbered_in_python
    for element, href in find(links, tails, unnumbered, _MAX_LINKS, _MAX_ADDRESS_LENGTH):
        if not _COMMENTS.search(href):
            yield element, href.strip()


def numbered_in_python(
    links: Iterable[Element], tails: Iterable[str], unnumbered: bool, most: int, longest: int
) -> list[tuple[Element, str]]:
    """Return the links with one of the ``tails`` in their address, and a digit behind it unless
    ``unnumbered``.

    This is what ``extractor.compiled.links`` must do too.
    """
    found = []
    for element in islice(links, most):
        href = element.get("href") or ""
        if not href or len(href) > longest:
            continue
        place = max((href.find(tail) + len(tail) for tail in tails if tail in href), default=0)
        if (place or href[:1] == "?") and (unnumbered or _DIGIT.search(href, place)):
            found.append((element, href))
    return found


def _leads_back(place: _Place, linked: dict[_Article, str], offered: dict[_Place, str]) -> bool:
    """Return whether the pages before this one are linked, as in a pager; articles with small
    numbers lack such links.
    """
    if place.article not in linked and _Place(place.article, 1) not in offered:
        return False
    between = range(2, place.number)
    return all(_Place(place.article, number) in offered for number in between)


def _unnumbered(parts: _Parts) -> _Place | None:
    """Read an address as that of a first page; None for front pages."""
    host, path, query = parts
    stem, dot, ending = path.rpartition(".")
    if dot and ending.isalpha() and "/" not in ending:
        plain = stem
    else:
        plain = path.rstrip("/")
    if plain:
        return _Place((host, plain, tuple(query)), 1)
    return None


def _numbered(parts: _Parts) -> _Place | None:
    """Read an address as that of a numbered page; None if no number in it can be a page's."""
    host, path, query = parts
    for name, value in query:
        is_from_zero = name.lower() in _FROM_ZERO
        is_page = is_from_zero or name.lower() in _PARAMETERS
        if not is_page or not value.isdecimal() or len(value) >= _MIN_ID_DIGITS:
            continue
        plain = _unnumbered((host, path, []))
        if plain is None:
            return None
        others = tuple(pair for pair in query if pair[0] != name)
        return _placed((host, plain.article[1], others), int(value) + is_from_zero)
    found = _IN_PATH.fullmatch(path)
    if found is None:
        return None
    named = path[found.start("number") - 1] == "-"
    return _placed((host, found["stem"], tuple(query)), int(found["number"]), named)


def _placed(article: _Article, number: int, named: bool = False) -> _Place | None:
    if 0 < number <= _MAX_PAGES:
        return _Place(article, number, named)
    return None


def _parts(address: str) -> _Parts | None:
    """Return host, path and query of a web address; None for front pages and broken addresses."""
    if len(address) > _MAX_ADDRESS_LENGTH:
        return None
    try:
        parts = urlsplit(address)
        query = parse_qsl(parts.query) if parts.query else []
    except ValueError:
        return None
    path = unquote(parts.path)
    if parts.scheme not in ("http", "https") or not path.strip("/"):
        return None
    own = sorted(pair for pair in query if not pair[0].startswith("utm_"))
    return parts.netloc.lower(), path, own
