"""The shape of a URL: what remains when all that tells one page from another is replaced by its
kind. Pure.
"""

import re
from collections.abc import Callable
from urllib.parse import parse_qsl, urlsplit

_DATE = re.compile(r"(?:19|20)\d\d[-_.]?(?:0?[1-9]|1[0-2])(?:[-_.]?(?:0?[1-9]|[12]\d|3[01]))?\Z")
_NUMBERS = re.compile(r"\d+")
_LETTERS, _DIGITS = re.compile(r"[A-Za-z]"), re.compile(r"\d")
_TOKEN = re.compile(r"[A-Za-z0-9_~+=-]{10,}\Z")
_SESSION = re.compile(
    r"(?i)\(?[a-z]{0,3}\([a-z0-9]{8,}\)\)?\Z|;?(?:jsessionid|phpsessid|sid|sessionid|session)=.*\Z"
)
_WORDS_OF_SLUG = 3
_MAX_SEGMENTS = 12


def fine_shape(url: str) -> str:
    """Return the path with each segment as itself or as its kind, and the names of the query.

    A session id, a number, a date and a headline are kinds. ``/s-81f2c0aa93/news/5.html?day=3`` has
    the shape ``/{id}/news/{number}.html?day``.
    """
    return _shape(url, _kind)


def coarse_shape(url: str) -> str:
    """Return the first segment of the path, the number of the others, and the names of the query.

    It brings together the combinations of filters that a shop or an archive writes into its paths.
    """
    return _shape(url, lambda place, segment: _kind(place, segment) if place == 0 else "*")


def _shape(url: str, kind_of: Callable[[int, str], str]) -> str:
    parts = urlsplit(url)
    segments = [segment for segment in parts.path.split("/") if segment]
    kinds = [kind_of(index, segment) for index, segment in enumerate(segments[:_MAX_SEGMENTS])]
    rest = ["…"] if len(segments) > _MAX_SEGMENTS else []
    names = sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)})[
        :_MAX_SEGMENTS
    ]
    return "/" + "/".join([*kinds, *rest]) + ("?" + "&".join(names) if names else "")


def _kind(_place: int, segment: str) -> str:
    stem, dot, ending = segment.rpartition(".")
    if not dot or len(ending) > 5 or not ending.isalpha():
        stem, dot, ending = segment, "", ""
    return _kind_of_stem(stem) + dot + ending


def _kind_of_stem(stem: str) -> str:
    if _SESSION.search(stem):
        return "{id}"
    if _DATE.match(stem):
        return "{date}"
    if stem.isdecimal():
        return "{number}"
    words = [word for word in re.split(r"[-_]", stem) if word]
    # "item-5f3a9c" is an id as well as "5f3a9c".
    if len(words) <= 2 and _is_token(words[-1] if words else ""):
        return "{id}"
    if len(words) > _WORDS_OF_SLUG or not stem.isascii():
        return "{words}"
    return _NUMBERS.sub("{number}", stem)


def _is_token(text: str) -> bool:
    return (
        bool(_TOKEN.match(text))
        and len(_LETTERS.findall(text)) >= 2
        and len(_DIGITS.findall(text)) >= 2
    )
