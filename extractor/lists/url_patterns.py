r"""Propose URL patterns for a list page from its own links.

Links whose paths have segments of the same kinds form a cluster. What all members share is copied;
what differs becomes a class: digits become ``\d+`` (with their number in a year, month or day),
everything else ``[^/]+``. A pattern is proposed if most of the links that it matches look like
articles, by their addresses and by the length of their texts.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from extractor.lists.anchors import ListPage
from extractor.lists.links import looks_like_article, matching
from extractor.lists.patterns import Patterns
from extractor.lists.shapes import leads_to_file, same_site, weight
from extractor.results import Link

MAX_PROPOSALS = 4
_MIN_LINKS = 3
_MAX_LINKS = 1_500
_MAX_WORDS = 8
"""Most words that are tried for one segment if its cluster mixes articles with other pages."""
_NEARLY = 0.9
"""A narrower pattern wins if it has this share of the best pattern's worth: it matches fewer wrong
links.
"""
_MIN_PRECISION = 0.5
_MAX_WEIGHT = 30
_DISTINCT_PATHS = 0.8
"""Share of distinct paths at and above which the query does not tell pages apart."""
_NUMBER = re.compile(r"\d+")
_TOKENS = re.compile(r"\d+|[^\W\d_]+|[\W_]")
_SPECIAL = re.compile(r"[.^$*+?{}\[\]\\|()]")
_SEPARATOR = re.compile(r"[-_]")
_SLUG = r"[^/-]+-[^/-]+-[^/]+"
_DAY = re.compile(r"(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])?)?")
_MONTH_OR_DAY = re.compile(r"(?:[0-2]\d|3[01])+")
_ANY_NUMBER = "0"
_SESSIONS = re.compile(r"(?:utm_\w+|\w*sess\w*|sid|spm|from|ref|source)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class PatternProposal:
    """A pattern and the links of the page that it matches, in page order.

    ``worth`` compares patterns of one page.
    """

    pattern: str
    links: tuple[Link, ...]
    worth: float


@dataclass(frozen=True)
class _Address:
    """The parts of a link's URL. ``segments`` are without parameters after a semicolon."""

    url: str
    host: str
    segments: tuple[str, ...]
    slash: bool
    parameters: bool
    query: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class _Choice:
    """A pattern, how many links it matches, the share that looks like articles, and the weight of
    their texts.
    """

    pattern: str
    taken: int
    precision: float
    worth: float


def propose_patterns(page: ListPage) -> tuple[PatternProposal, ...]:
    """Return patterns for the articles of a list page, the best one first; none if no cluster looks
    like articles.
    """
    texts = _texts(page)
    likely = {url for url, text in texts.items() if looks_like_article(url, text)}
    found: dict[str, float] = {}
    for cluster in _clusters(map(_address, texts)):
        pattern, worth = _best(cluster, texts, likely, urlsplit(page.url).netloc)
        if pattern:
            found[pattern] = max(worth, found.get(pattern, 0.0))
    best = sorted(found, key=lambda pattern: -found[pattern])[:MAX_PROPOSALS]
    proposals = (_proposal(page, texts, pattern, found[pattern]) for pattern in best)
    return tuple(proposal for proposal in proposals if proposal.links)


def _texts(page: ListPage) -> dict[str, str]:
    """Return the longest text that leads to each URL of the page's own site that can be a page."""
    here, host = page.url.partition("#")[0], urlsplit(page.url).hostname or ""
    texts: dict[str, str] = {}
    for anchor in page.anchors:
        if len(texts) >= _MAX_LINKS:
            break
        parts = urlsplit(anchor.url)
        is_page = not leads_to_file(parts.path)
        if is_page and anchor.url != here and same_site(host, parts.hostname or ""):
            texts[anchor.url] = max(texts.get(anchor.url, ""), anchor.text, key=len)
    return texts


def _address(url: str) -> _Address:
    parts = urlsplit(url)
    path, semicolon, _ = parts.path.partition(";")
    segments = tuple(segment for segment in path.split("/") if segment)
    query = tuple(parse_qsl(parts.query, keep_blank_values=True))
    return _Address(url, parts.netloc, segments, path.endswith("/"), bool(semicolon), query)


def _clusters(addresses: Iterable[_Address]) -> Iterator[list[_Address]]:
    """Yield the addresses of one form together, without clusters of fewer than three."""
    groups: dict[tuple[str, ...], list[_Address]] = defaultdict(list)
    for address in addresses:
        groups[_form(address)].append(address)
    for group in groups.values():
        if len({address.segments for address in group}) >= _DISTINCT_PATHS * len(group):
            yield from ([group] if len(group) >= _MIN_LINKS else [])
            continue
        by_query: dict[tuple[str, ...], list[_Address]] = defaultdict(list)
        for address in group:
            by_query[
                tuple(name for name, _ in address.query if not _SESSIONS.fullmatch(name))
            ].append(address)
        yield from (part for part in by_query.values() if len(part) >= _MIN_LINKS)


def _form(address: _Address) -> tuple[str, ...]:
    """Return host, kind of each segment, and ending of the last.

    After a number, last segments are all of one kind.
    """
    if not address.segments:
        return (address.host,)
    *folders, last = address.segments
    stem, ending = _split_ending(last)
    kinds = [_kind(folder) for folder in folders]
    return (address.host, *kinds, "*" if "number" in kinds else _kind(stem), ending)


def _kind(segment: str) -> str:
    if segment.isdigit():
        return "number"
    if len(_SEPARATOR.findall(segment)) > 1:
        return "slug"
    return "mixed" if any(character.isdigit() for character in segment) else "word"


def _split_ending(segment: str) -> tuple[str, str]:
    stem, dot, ending = segment.rpartition(".")
    return (
        (stem, ending.lower())
        if dot and stem and ending.isalpha() and len(ending) <= 5
        else (segment, "")
    )


def _best(
    cluster: Sequence[_Address], texts: Mapping[str, str], likely: set[str], here: str
) -> tuple[str, float]:
    """Return the pattern for the articles of a cluster: the general one, or one that fixes a word
    of the path.
    """
    choices = [_judged(_pattern(cluster, here), texts, likely)]
    if choices[0].precision < 1:
        choices += [_judged(_pattern(part, here), texts, likely) for part in _narrower(cluster)]
    most = max(choice.worth for choice in choices)
    best = min(
        (choice for choice in choices if choice.worth >= _NEARLY * most),
        key=lambda choice: choice.taken,
    )
    if best.taken * best.precision < _MIN_LINKS or best.precision < _MIN_PRECISION:
        return "", 0.0
    return best.pattern, best.worth


def _judged(pattern: str, texts: Mapping[str, str], likely: set[str]) -> _Choice:
    fits = re.compile(pattern).match
    taken = [url for url in texts if fits(url if pattern.startswith("http") else _path(url))]
    articles = [url for url in taken if url in likely]
    precision = len(articles) / len(taken) if taken else 0.0
    said = sum(min(weight(texts[url]), _MAX_WEIGHT) for url in articles)
    return _Choice(pattern, len(taken), precision, said * precision)


def _path(url: str) -> str:
    return url[url.find("/", url.find("://") + 3) :]


def _narrower(cluster: Sequence[_Address]) -> Iterator[list[_Address]]:
    """Yield the parts of a cluster that share a word of the path or the form of the last
    segment.
    """
    places = range(len(cluster[0].segments))
    for place in places:
        by_word: dict[str, list[_Address]] = defaultdict(list)
        for address in cluster:
            word = address.segments[place]
            by_word[word if place + 1 < len(places) else _NUMBER.sub(_ANY_NUMBER, word)].append(
                address
            )
        if len(by_word) > 1:
            largest = sorted(by_word.values(), key=len, reverse=True)[:_MAX_WORDS]
            yield from (part for part in largest if len(part) >= _MIN_LINKS)


def _pattern(cluster: Sequence[_Address], here: str) -> str:
    host = cluster[0].host
    start = "" if host == here else f"https?://{_escaped(host)}"
    path = "".join(f"/{part}" for part in _parts(cluster)) or "/"
    slashes = {address.slash for address in cluster}
    if path != "/":
        path += "" if slashes == {False} else "/" if slashes == {True} else "/?"
    return f"{start}{path}{_query(cluster)}"


def _parts(cluster: Sequence[_Address]) -> Iterator[str]:
    columns = list(zip(*(address.segments for address in cluster), strict=True))
    dated = False
    for number, column in enumerate(columns):
        ending = _shared_ending(column) if number + 1 == len(columns) else ""
        stems = [segment[: len(segment) - len(ending)] for segment in column]
        yield _segment(stems, dated=dated) + _escaped(ending)
        dated = dated or all(map(_DAY.fullmatch, stems))


def _shared_ending(segments: Sequence[str]) -> str:
    endings = {segment[len(_split_ending(segment)[0]) :] for segment in segments}
    return endings.pop() if len(endings) == 1 else ""


def _segment(values: Sequence[str], *, dated: bool) -> str:
    """Return the expression for one segment.

    Digits are written by their number, and letters literally if all are the same. If ``dated``, a
    year precedes the segment, so that two digits are a month or a day.
    """
    rows = [_TOKENS.findall(value) for value in dict.fromkeys(values)]
    forms = {tuple(_ANY_NUMBER if token.isdigit() else token for token in row) for row in rows}
    if len(forms) == 1:
        return "".join(
            _digits([row[place] for row in rows], dated=dated)
            if token == _ANY_NUMBER
            else _escaped(token)
            for place, token in enumerate(forms.pop())
        )
    if all(
        value.count("-") > 1 and not value.startswith("-") and "--" not in value for value in values
    ):
        return _SLUG
    return "[^/]+"


def _digits(values: Sequence[str], *, dated: bool) -> str:
    lengths = {len(value) for value in values}
    length = max(lengths)
    is_day = all(map(_DAY.fullmatch, values)) or (
        dated and all(map(_MONTH_OR_DAY.fullmatch, values))
    )
    is_padded = length > 1 and any(value.startswith("0") for value in values)
    return rf"\d{{{length}}}" if len(lengths) == 1 and (is_day or is_padded) else r"\d+"


def _query(cluster: Sequence[_Address]) -> str:
    """Return the end of the pattern: what tells pages apart, then nothing, or whatever decorates
    the address.
    """
    if len({address.segments for address in cluster}) >= _DISTINCT_PATHS * len(cluster):
        signs = [";"] * any(address.parameters for address in cluster)
        signs += [r"\?"] * any(address.query for address in cluster)
        return f"(?:{'|'.join((*signs, '$'))})" if signs else "$"
    shared = set.intersection(*({name for name, _ in address.query} for address in cluster))
    # Write a name once even if it occurs twice: what follows it is not part of the pattern.
    kept = [
        name for name in dict(cluster[0].query) if name in shared and not _SESSIONS.fullmatch(name)
    ]
    if not kept:
        return "$"
    pieces = (
        f"{_escaped(name)}={_value([dict(address.query)[name] for address in cluster])}"
        for name in kept
    )
    more = any(len(address.query) > len(kept) for address in cluster)
    return rf"\?{'&'.join(pieces)}{'(?:&|$)' if more else '$'}"


def _value(values: Sequence[str]) -> str:
    if len(set(values)) == 1:
        return _escaped(values[0])
    return r"\d+" if all(map(str.isdigit, values)) else "[^&]+"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda found: f"\\{found[0]}", text)


def _proposal(
    page: ListPage, texts: Mapping[str, str], pattern: str, worth: float
) -> PatternProposal:
    taken = dict.fromkeys(anchor.url for anchor in matching(page.anchors, Patterns((pattern,))))
    return PatternProposal(
        pattern=pattern,
        links=tuple(Link(url=url, title=texts.get(url, "")) for url in taken),
        worth=worth,
    )
