"""Find the terms that are more frequent now than at this hour and weekday before. Pure.

The score is a quasi-Poisson z score: Anscombe's (1948) square roots make the deviation nearly
normal, and it is divided by the root of the dispersion of the same hours of earlier days. The
comparison with the same part of earlier periods, and the dispersion, are as in Farrington and
others (1996), "A statistical algorithm for the early detection of outbreaks of infectious disease".
Shares of documents are compared, so that more sources or an outage are no burst. A share of few
documents is drawn towards that of more (all days, then all hours): a term without history has a
small share, not none.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from heapq import nlargest
from math import sqrt

from features.stories.grouping.counted_terms import CountedTerms
from features.stories.grouping.history import ENOUGH_HISTORY, KEPT_HOURS, TermHistory, TermText

WINDOWS = (2, 6, 24)
"""The last hours that are compared: short ones find a burst early, long ones find it where
documents are few.
"""
MIN_SCORE = 3.2
_MIN_DOCUMENTS = 4
_MIN_SITES = 2
# One site does not make a burst, however many documents it has.
_PER_SITE = 3
# A term that grows from 100 to 130 is significant, but not hot.
MIN_RATIO = 2.0
_MIN_USUAL = 0.1
_ENOUGH_DAYS = 5
_MAX_DISPERSION = 12.0
# So many terms get a closer look in each window, those first that have risen most.
_MAX_JUDGED = 1_000
_DAY = 24
_WEEK = 7 * 24
# A term that was never seen is assumed to be in half a document of as many more.
_ASSUMED = 50
# Without history, a word in many documents belongs to the language.
_EVERYDAY = 0.06
_ENOUGH_NOW = 50


@dataclass(frozen=True, kw_only=True)
class Burst:
    """A term with its documents in the last ``hours``, the ``usual`` number then, and its score.

    ``is_new``: no earlier document has it. ``day_count`` are its documents of the last 24 hours.
    """

    lang: str
    term: str
    form: str
    count: int
    hours: int
    usual: float
    score: float
    sites: int
    is_new: bool
    day_count: int


def find_bursts(history: TermHistory, now: int) -> list[Burst]:
    """Return the bursts in all languages at the hour ``now``, the highest score first."""
    best: dict[int, Burst] = {}
    documents = {lang: history.documents(lang) for lang in history.languages()}
    closed = {lang: history.closed_documents(lang) for lang in documents}
    closed = {lang: number if number >= ENOUGH_HISTORY else 0 for lang, number in closed.items()}
    of_day = history.recent(now - _DAY + 1, now)
    for hours in WINDOWS:
        growth = {
            lang: _sum(documents[lang], now, hours) / closed[lang] if closed[lang] else 0.0
            for lang in closed
        }
        for each in _risen(history, history.recent(now - hours + 1, now), growth):
            burst = _judge(history, documents[each.text.lang], each, now, hours)
            if burst and (each.key not in best or burst.score > best[each.key].score):
                best[each.key] = replace(burst, day_count=of_day.count(each.key))
    return sorted(best.values(), key=lambda each: (-each.score, each.term))


@dataclass(frozen=True, slots=True)
class _Recent:
    """A term of the last hours: how many documents and sites have it, and how far it has risen."""

    key: int
    text: TermText
    count: int
    sites: int
    rise: float


def _risen(history: TermHistory, terms: CountedTerms, growth: Mapping[str, float]) -> list[_Recent]:
    """Return the terms of several sites that have risen most: most words are as frequent as ever,
    and need no closer look.
    """
    frequent = list(terms.frequent(_MIN_DOCUMENTS))
    before = history.closed_counts([key for key, _count, _sites in frequent])
    risen = []
    for (key, count, sites), closed in zip(frequent, before, strict=True):
        text = history.text(key)
        # After a start, a term is known by its text from its next document on.
        if text is None:
            continue
        everyday = closed * growth[text.lang]
        if count >= max(_MIN_DOCUMENTS, MIN_RATIO * everyday):
            risen.append(_Recent(key, text, count, sites, sqrt(count) - sqrt(everyday)))
    most = nlargest(_MAX_JUDGED, risen, key=lambda each: each.rise)
    return [each for each in most if each.sites >= _MIN_SITES]


def _judge(
    history: TermHistory,
    documents: Mapping[int, int],
    recent: _Recent,
    now: int,
    hours: int,
) -> Burst | None:
    lang, term, form = recent.text
    count = min(recent.count, recent.sites * _PER_SITE)
    found, size = history.counts(lang, term), _sum(documents, now, hours)
    before = now - hours
    earlier = sum(number for hour, number in found.items() if hour <= before)
    exposed = sum(number for hour, number in documents.items() if hour <= before)
    if exposed < ENOUGH_HISTORY and size >= _ENOUGH_NOW and count > _EVERYDAY * size:
        return None
    base = (earlier + 0.5) / (exposed + _ASSUMED)
    days = [
        (_sum(found, at, hours), _sum(documents, at, hours))
        for at in range(now - _DAY, now - KEPT_HOURS, -_DAY)
    ]
    usual, dispersion = _usual(days, base, size)
    score = 2 * (sqrt(count + 3 / 8) - sqrt(usual + 3 / 8)) / sqrt(dispersion)
    if score < MIN_SCORE or count < MIN_RATIO * usual:
        return None
    return Burst(
        lang=lang,
        term=term,
        form=form,
        count=recent.count,
        hours=hours,
        usual=round(usual, 2),
        score=score,
        sites=recent.sites,
        is_new=not earlier and exposed >= ENOUGH_HISTORY,
        day_count=recent.count,
    )


def _usual(days: Iterable[tuple[int, int]], base: float, size: int) -> tuple[float, float]:
    """Return the usual number of documents and its dispersion, from the same hours of earlier days,
    newest first.
    """
    all_days = list(days)
    known = [(count, exposed) for count, exposed in all_days if exposed]
    same_day = [
        (count, exposed)
        for count, exposed in all_days[_WEEK // _DAY - 1 :: _WEEK // _DAY]
        if exposed
    ]
    at_hour = _drawn(known, base)
    at_weekday = _drawn(same_day, at_hour)
    usual = max(_MIN_USUAL, size * max(at_hour, at_weekday))
    if len(known) < _ENOUGH_DAYS:
        return usual, 1.0
    deviations = [
        (count - at_hour * exposed) ** 2 / max(at_hour * exposed, 0.5) for count, exposed in known
    ]
    return usual, min(_MAX_DISPERSION, max(1.0, sum(deviations) / (len(deviations) - 1)))


def _drawn(found: list[tuple[int, int]], towards: float) -> float:
    """Return the share of documents, drawn towards another by as many documents as one period
    has.
    """
    if not found:
        return towards
    count, exposed = (
        sum(count for count, _exposed in found),
        sum(exposed for _count, exposed in found),
    )
    weight = exposed / len(found)
    return float((count + weight * towards) / (exposed + weight))


def _sum(values: Mapping[int, int], last: int, hours: int) -> int:
    return sum(values.get(hour, 0) for hour in range(last - hours + 1, last + 1))
