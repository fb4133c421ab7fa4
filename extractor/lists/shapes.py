"""What the form of an address and of a link's text says about the page behind it."""

import re
from functools import lru_cache
from urllib.parse import parse_qsl, urlsplit

from extractor.page.text import CJK, words

_DIGITS = re.compile(r"\d+")
_DATE = re.compile(
    r"(?:19|20)\d\d[/_-]?(?:0[1-9]|1[0-2]|[1-9](?=[/_-]))(?:[/_-]?(?:[0-2]\d|3[01]"
    r"|[1-9](?!\d)))?(.*)",
    re.DOTALL,
)
_LONG_NUMBER = re.compile(r"\d{6,}")
_SLUG = re.compile(r"[^\W_]+(?:[-_][^\W_]+){2,}")
_LONG_SLUG = re.compile(r"[^\W_]+(?:[-_][^\W_]+){4,}")
_OTHER_SECTIONS = (
    "tag tags author authors category categories search login logout register signup user users "
    "member profile account cart feed rss page comment comments calendar print share about contact"
)
_FILES = "jpg jpeg png gif webp svg ico pdf mp3 mp4 webm zip gz doc docx xls xlsx ppt pptx"
_FILE_ENDINGS = tuple(f".{ending}" for ending in _FILES.split())
NEVER_ARTICLES = frozenset(_OTHER_SECTIONS.split())
_PEOPLE_AND_SECTIONS = (
    "tag tags author authors category categories login signup register member members profile "
    "profiles"
)
_NO_ARTICLE_FOLDERS = frozenset(_PEOPLE_AND_SECTIONS.split())
"""Folders of people, tags, sections and accounts. On 58 labelled lists, links below them were taken
for articles on four sites, and none was one.
"""
_SECOND_LEVEL = frozenset(("co", "com", "org", "net", "gov", "edu", "ac", "ne", "or", "go", "gob"))

STRONG = 2
WEAK = 1
NONE = 0

Shape = tuple[str, ...]


@lru_cache(maxsize=4096)
def shape_of(url: str) -> Shape:
    """Return the form that addresses of one kind share.

    Placeholders replace digits, slugs and section names.
    """
    parts = urlsplit(url)
    *sections, last = parts.path.strip("/").split("/")
    stem, dot, ending = last.rpartition(".")
    folders = [_masked(section, word="w") for section in sections]
    if dot and ending.isalpha():
        leaf = f"{_masked(stem)}.{ending}"
    else:
        leaf = _masked(last, word="w")
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    query = sorted(f"{name}={_DIGITS.sub('0', value)}" for name, value in pairs)
    return (parts.netloc, *folders, leaf, *query)


def address_evidence(url: str) -> int:
    """Rate how likely an address is an article's: a date, long number or slug is strong, any number
    is weak.
    """
    parts = urlsplit(url)
    segments = parts.path.lower().strip("/").split("/")
    if not NEVER_ARTICLES.isdisjoint(segments):
        return NONE
    rest = f"{segments[-1]}?{parts.query}"
    if is_dated(parts.path) or _LONG_NUMBER.search(rest) or _LONG_SLUG.search(rest):
        return STRONG
    if _DIGITS.search(rest) or _SLUG.search(segments[-1]):
        return WEAK
    return NONE


def is_dated(path: str) -> bool:
    """Return whether the path of an address names a day or a month, and a page below it."""
    dated = _DATE.search(path)
    return bool(dated and dated[1].strip("/_-."))


def leads_to_file(path: str) -> bool:
    """Return whether the path of an address is a picture's or a document's, not a page's."""
    return path.lower().endswith(_FILE_ENDINGS)


def leads_to_section(path: str) -> bool:
    """Return whether the path of an address is that of a person, a tag, a section or an account."""
    folders = path.lower().split("/")[:-1]
    return not _NO_ARTICLE_FOLDERS.isdisjoint(folders)


@lru_cache(maxsize=4096)
def weight(text: str) -> int:
    """Weigh the text of a link: an East Asian character counts 1, a word 2, a number 0."""
    counted = [word for word in words(text) if not word.isdigit()]
    if text.isascii():
        return 2 * len(counted)
    return sum(1 if CJK.match(word) else 2 for word in counted)


def same_site(host: str, other: str) -> bool:
    """Return whether two host names belong together, as ``news.example.org`` and
    ``sport.example.org`` do.
    """
    if host == other:
        return True
    domain = _domain(host)
    return other == domain or other.endswith(f".{domain}")


def _domain(host: str) -> str:
    labels = host.removeprefix("www.").split(".")
    is_number = host.replace(".", "").isdigit() or ":" in host  # IPv4 or IPv6
    if is_number or len(labels) < 3:
        return ".".join(labels)
    # In some countries the second level is that of companies or schools: "co.uk".
    has_second_level = len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL
    return ".".join(labels[-3:] if has_second_level else labels[-2:])


def _masked(segment: str, word: str = "") -> str:
    if _SLUG.fullmatch(segment):
        return "slug"
    if word and segment.isalpha():
        return word
    return _DIGITS.sub("0", segment)
