r"""Propose URL patterns for a list page from its own links.

Links whose paths have segments of the same kinds form a cluster. What all members share is copied;
what differs becomes a class: digits become ``\d+`` (with their number in a year, month or day),
everything else ``[^/]+``. A pattern is proposed if the judge calls most of the links that it
matches articles.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from extractor.lists.anchors import ListPage
from extractor.lists.judge import Judgement, judged
from extractor.lists.links import matching
from extractor.lists.patterns import Patterns
from extractor.lists.shapes import leads_to_file, same_site, weight
from extractor.results import Link

MAX_PROPOSALS = 4
"""Patterns that a form can show beside each other."""
_MIN_LINKS = 3
"""Two links are alike by accident."""
_MAX_LINKS = 1_500
"""Links of a page that are compared: bounds what one page costs."""
_MAX_WORDS = 8
"""Most words that are tried for one segment if its cluster mixes articles with other pages."""
_NEARLY = 0.9
"""A narrower pattern wins if it has this share of the best pattern's worth: it matches fewer wrong
links.
"""
_MIN_PRECISION = 0.8
"""Least share of the links of a pattern that must lead to articles."""
_MIN_COVERED = 0.5
"""Least share of a page's articles that patterns must find together to be proposed. Those that find
fewer are worse advice than none.
"""
_MAX_WEIGHT = 30
"""Weight above which a longer text of a link is no better."""
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

    ``worth`` is the share of these links that lead to articles.
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
    """A pattern and the addresses that it matches."""

    pattern: str
    taken: frozenset[str]


def propose_patterns(page: ListPage) -> tuple[PatternProposal, ...]:
    """Return patterns for the articles of a list page; first the one that finds most of them.

    Each brings mostly links that those before it do not. There are none if the articles have no
    form in common: then a list is read best without patterns.
    """
    texts = _texts(page)
    found = judged(page).items()
    articles = {anchor.url for anchor, judgement in found if judgement is Judgement.ARTICLE}
    articles &= texts.keys()
    here = urlsplit(page.url).netloc
    choices: list[_Choice] = []
    for cluster in _clusters(map(_address, texts)):
        for choice in _choices(cluster, texts, here):
            if len(choice.taken & articles) >= _MIN_PRECISION * len(choice.taken):
                choices.append(choice)
    weights = {url: min(weight(texts[url]), _MAX_WEIGHT) or 1 for url in articles}
    chosen = _bringing_new(choices, weights)
    covered = frozenset[str]().union(*(choice.taken for choice in chosen))
    if len(covered & articles) < _MIN_COVERED * len(articles):
        return ()
    return tuple(_proposal(page, texts, choice, articles) for choice in chosen)


def _bringing_new(choices: Sequence[_Choice], weights: Mapping[str, int]) -> list[_Choice]:
    """Return the choices that one after another bring most text of articles."""
    chosen: list[_Choice] = []
    left = set(weights)
    covered: set[str] = set()
    while len(chosen) < MAX_PROPOSALS:
        bringing: list[tuple[int, _Choice]] = []
        for choice in choices:
            new = choice.taken & left
            is_mostly_new = 2 * len(choice.taken & covered) < len(choice.taken)
            if len(new) >= _MIN_LINKS and is_mostly_new:
                bringing.append((sum(weights[url] for url in new), choice))
        if not bringing:
            break
        # Of patterns that bring nearly as much, the narrowest takes least beside articles.
        most = max(worth for worth, _ in bringing)
        near = [choice for worth, choice in bringing if worth >= _NEARLY * most]
        best = min(near, key=lambda choice: len(choice.taken))
        chosen.append(best)
        left -= best.taken
        covered |= best.taken
    return chosen


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
        if len(group) < _MIN_LINKS:
            continue
        if len({address.segments for address in group}) >= _DISTINCT_PATHS * len(group):
            yield group
            continue
        # One script shows all pages: its parameters tell them apart.
        by_query: dict[tuple[str, ...], list[_Address]] = defaultdict(list)
        for address in group:
            names = (name for name, _ in address.query if not _SESSIONS.fullmatch(name))
            by_query[tuple(names)].append(address)
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
    last_kind = "*" if "number" in kinds else _kind(stem)
    return (address.host, *kinds, last_kind, ending)


def _kind(segment: str) -> str:
    if segment.isdigit():
        return "number"
    if len(_SEPARATOR.findall(segment)) > 1:
        return "slug"
    if any(character.isdigit() for character in segment):
        return "mixed"
    return "word"


def _split_ending(segment: str) -> tuple[str, str]:
    stem, _, ending = segment.rpartition(".")
    if stem and ending.isalpha() and len(ending) <= 5:
        return stem, ending.lower()
    return segment, ""


def _choices(cluster: Sequence[_Address], texts: Mapping[str, str], here: str) -> Iterator[_Choice]:
    """Yield the pattern of a cluster, and those that fix a word of its path."""
    for part in ([*cluster], *_narrower(cluster)):
        pattern = _pattern(part, here)
        fits = re.compile(pattern).match
        is_whole = pattern.startswith("http")
        taken = frozenset(url for url in texts if fits(url if is_whole else _path(url)))
        yield _Choice(pattern, taken)


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
            if place == places[-1]:
                word = _NUMBER.sub(_ANY_NUMBER, word)
            by_word[word].append(address)
        if len(by_word) > 1:
            largest = sorted(by_word.values(), key=len, reverse=True)[:_MAX_WORDS]
            yield from (part for part in largest if len(part) >= _MIN_LINKS)


def _pattern(cluster: Sequence[_Address], here: str) -> str:
    host = cluster[0].host
    start = "" if host == here else f"https?://{_escaped(host)}"
    path = "".join(f"/{part}" for part in _parts(cluster)) or "/"
    slashes = {address.slash for address in cluster}
    if path != "/" and True in slashes:
        path += "/?" if False in slashes else "/"
    return f"{start}{path}{_query(cluster)}"


def _parts(cluster: Sequence[_Address]) -> Iterator[str]:
    columns = list(zip(*(address.segments for address in cluster), strict=True))
    dated = False
    for index, column in enumerate(columns):
        ending = _shared_ending(column) if index + 1 == len(columns) else ""
        stems = [segment[: len(segment) - len(ending)] for segment in column]
        yield _segment(stems, dated=dated) + _escaped(ending)
        dated = dated or all(map(_DAY.fullmatch, stems))


def _shared_ending(segments: Sequence[str]) -> str:
    endings = {segment[len(_split_ending(segment)[0]) :] for segment in segments}
    if len(endings) == 1:
        return endings.pop()
    return ""


def _segment(values: Sequence[str], *, dated: bool) -> str:
    """Return the expression for one segment.

    Digits are written by their number, and letters literally if all are the same. If ``dated``, a
    year precedes the segment, so that two digits are a month or a day.
    """
    rows = [_TOKENS.findall(value) for value in dict.fromkeys(values)]
    forms = {tuple(_ANY_NUMBER if token.isdigit() else token for token in row) for row in rows}
    if len(forms) > 1:
        return _SLUG if all(map(_is_slug, values)) else "[^/]+"
    parts: list[str] = []
    for index, token in enumerate(forms.pop()):
        if token == _ANY_NUMBER:
            parts.append(_digits([row[index] for row in rows], dated=dated))
        else:
            parts.append(_escaped(token))
    return "".join(parts)


def _is_slug(value: str) -> bool:
    return value.count("-") > 1 and not value.startswith("-") and "--" not in value


def _digits(values: Sequence[str], *, dated: bool) -> str:
    length, *others = {len(value) for value in values}
    # Other numbers count something, and get longer.
    is_day = all(map(_DAY.fullmatch, values))
    is_day |= dated and all(map(_MONTH_OR_DAY.fullmatch, values))
    is_padded = length > 1 and any(value.startswith("0") for value in values)
    if not others and (is_day or is_padded):
        return rf"\d{{{length}}}"
    return r"\d+"


def _query(cluster: Sequence[_Address]) -> str:
    """Return the end of the pattern: what tells pages apart, then nothing, or whatever decorates
    the address.
    """
    if len({address.segments for address in cluster}) >= _DISTINCT_PATHS * len(cluster):
        ends = ["$"]
        if any(address.query for address in cluster):
            ends.insert(0, r"\?")
        if any(address.parameters for address in cluster):
            ends.insert(0, ";")
        if len(ends) > 1:
            return f"(?:{'|'.join(ends)})"
        return "$"
    # Write a name once even if it occurs twice: what follows it is not part of the pattern.
    queries = [dict(address.query) for address in cluster]
    shared = [name for name in queries[0] if all(name in query for query in queries)]
    kept = [name for name in shared if not _SESSIONS.fullmatch(name)]
    if not kept:
        return "$"
    pieces = [f"{_escaped(name)}={_value([query[name] for query in queries])}" for name in kept]
    has_more = any(len(address.query) > len(kept) for address in cluster)
    end = "(?:&|$)" if has_more else "$"
    return rf"\?{'&'.join(pieces)}{end}"


def _value(values: Sequence[str]) -> str:
    if len(set(values)) == 1:
        return _escaped(values[0])
    if all(map(str.isdigit, values)):
        return r"\d+"
    return "[^&]+"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda found: f"\\{found[0]}", text)


def _proposal(
    page: ListPage, texts: Mapping[str, str], choice: _Choice, articles: Set[str]
) -> PatternProposal:
    matched = matching(page.anchors, Patterns((choice.pattern,)))
    taken = dict.fromkeys(anchor.url for anchor in matched)
    links = tuple(Link(url=url, title=texts.get(url, "")) for url in taken)
    worth = len(choice.taken & articles) / len(choice.taken)
    return PatternProposal(pattern=choice.pattern, links=links, worth=worth)
