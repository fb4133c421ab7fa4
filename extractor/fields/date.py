"""The date of publication: every candidate with its source, and the choice among them.

Sources from the best: JSON-LD, meta elements, the feed, ``time`` elements, text near the headline, what a search engine
says ("3 hours ago"), the address. The
best source gives the day; where it gives no time of day, the next source that has one on the same day completes it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from extractor.dom import Element
from extractor.fields.clock import Clock
from extractor.fields.metadata import Metadata
from extractor.fields.moments import Moment, find_moments, parse_moment, url_date
from extractor.results import DateCandidate, Hints

_RANKS = ("json-ld", "meta", "feed", "time", "text", "search", "url")
_META_NAMES = """
article:published_time og:article:published_time og:published_time datepublished date.published publishdate pubdate
publish-date publication_date publish_date parsely-pub-date sailthru.date dc.date.issued dcterms.created dc.date
dcterms.date dc.date.created apub:time weibo:article:create_at article.published date pub_date citation_publication_date
og:pubdate release_date bt:pubdate displaydate originalpublicationdate created
"""
_META = _META_NAMES.split()
_LABEL = re.compile(
    r"发布|發布|发表|發表|时间|時間|日期|来源|來源|公開|掲載|publish|posted|date|veröffentlicht|publicado|publié", re.I
)
_OTHER = re.compile(r"更新|修改|编辑于|updated|modified|edited|copyright|©|版权|截止|aktualisiert|actualizado", re.I)
_LONGEST_LINE = 150
_MOST_TIMES = 20
_BESIDE_STAMP = 30
"""Characters beside a date without a year, as "3 hours ago", in a line that is no running text."""
_NEAR_LINES = 12
_LABEL_BONUS = 5
"""Distance by which a line that says "published" counts as nearer to the headline."""
_FAR = 1000


@dataclass(frozen=True)
class _Offer:
    moment: Moment
    source: str
    distance: int = 0

    @property
    def rank(self) -> tuple[int, int]:
        return _RANKS.index(self.source), self.distance

    @property
    def evidence(self) -> DateCandidate:
        return DateCandidate(value=self.moment.value, source=self.source, raw=self.moment.raw)


@dataclass(frozen=True)
class Sources:
    """Where a page's date is looked for. ``lines`` is the visible text in order, ``root`` the tree, pruned or not."""

    root: Element
    url: str
    metadata: Metadata
    lines: list[str]
    title: str
    hints: Hints


def find_dates(sources: Sources, clock: Clock) -> tuple[DateCandidate, ...]:
    """All believable candidates, the chosen one first; empty if the page has no date."""
    offers = sorted(_offers(sources, clock), key=lambda offer: offer.rank) or _latest(sources.lines, clock)
    if not offers:
        return ()
    chosen = offers[0]
    if not chosen.moment.exact:
        chosen = next((offer for offer in offers if offer.moment.exact and _same_day(offer, chosen)), chosen)
    return tuple(dict.fromkeys(offer.evidence for offer in (chosen, *offers)))


def _same_day(exact: _Offer, day: _Offer) -> bool:
    """Whether both may mean one day, zones being uncertain only where a day is a midnight of some zone."""
    difference = exact.moment.value - day.moment.value
    return -timedelta(hours=14) < difference < timedelta(hours=24) and (
        exact.moment.value.date() == day.moment.value.date() or exact.source == "text"
    )


def _offers(sources: Sources, clock: Clock) -> Iterator[_Offer]:
    entity, metadata = sources.metadata.article, sources.metadata
    declared = [entity.get("datePublished"), *(one.get("datePublished") for one in metadata.entities[:_MOST_TIMES])]
    yield from _parsed(declared, "json-ld", clock)
    yield from _parsed([metadata.first(name) for name in _META], "meta", clock)
    if sources.hints.published and (value := clock.settle(sources.hints.published)):
        source = "search" if sources.hints.published_rough else "feed"
        yield _Offer(Moment(value, sources.hints.published.isoformat(), 0, True), source)
    yield from _marked(sources.root, clock)
    yield from _written(sources.lines, sources.title, clock)
    moment = url_date(sources.url, clock)
    if moment:
        yield _Offer(moment, "url")


def _parsed(texts: list[object], source: str, clock: Clock) -> Iterator[_Offer]:
    for place, text in enumerate(texts):
        moment = parse_moment(text, clock) if isinstance(text, str) and text else None
        if moment:
            yield _Offer(moment, source, place)


def _marked(root: Element, clock: Clock) -> Iterator[_Offer]:
    """``time`` elements in page order, those marked as the date of publication first, of modification never."""
    for place, element in enumerate(root.iter("time")):
        if place >= _MOST_TIMES:
            return
        mark = f"{element.get('itemprop', '')} {element.get('class', '')} {element.get('pubdate', '')}".lower()
        if "modified" in mark or "updated" in mark.split():
            continue
        moment = parse_moment(element.get("datetime") or element.text or "", clock)
        if moment:
            yield _Offer(moment, "time", place if "publi" in mark else place + _FAR)


def _written(lines: list[str], title: str, clock: Clock) -> Iterator[_Offer]:
    """The first date of each short line around the headline."""
    for number, distance in dict(_near(lines, title)).items():
        line = lines[number]
        for moment in _dates_of(line, clock)[:1]:
            yield _Offer(moment, "text", distance - (_LABEL_BONUS if _LABEL.search(line) else 0))


def _latest(lines: list[str], clock: Clock) -> list[_Offer]:
    """The latest date of the page (thesis), which may be one of a side bar: for pages that have no better one."""
    moments = [moment for line in lines for moment in _dates_of(line, clock) if moment.dated]
    return [_Offer(max(moments, key=lambda moment: moment.value), "text", _FAR)] if moments else []


def _near(lines: list[str], title: str) -> Iterator[tuple[int, int]]:
    """Numbers and distances of the lines around the headline; a line before it is as far as two behind it."""
    for headline in [number for number, line in enumerate(lines) if title and title in line][:5]:
        for number in range(max(0, headline - _NEAR_LINES // 3), min(len(lines), headline + _NEAR_LINES)):
            yield number, 2 * (number - headline) if number >= headline else 4 * (headline - number)


def _dates_of(line: str, clock: Clock) -> list[Moment]:
    """The dates of a line that is one of date, source and byline; running text tells of other days."""
    moments = find_moments(line, clock) if len(line) <= _LONGEST_LINE else []
    if not moments or _OTHER.search(line):
        return []
    return [moment for moment in moments if moment.dated or _is_stamp(moment, line)]


def _is_stamp(moment: Moment, line: str) -> bool:
    return len(line) - len(moment.raw) <= _BESIDE_STAMP
