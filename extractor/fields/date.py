"""The dates of publication and modification: choose among all candidates of the page.

The best source gives the day. If it gives no time of day, the next source with one on the same day
completes it. A time stated in UTC is converted to the page's own zone if the page shows it there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone, tzinfo

from extractor.dates.context import WIDEST_ZONE, DateContext
from extractor.dates.zones import fixed
from extractor.fields import date_candidates, date_lines
from extractor.fields.date_candidates import (
    FAR_LABELLED,
    FEED,
    JSON_LD,
    META,
    META_UNLABELLED,
    TEXT,
    TIME,
    URL,
    DateCandidate,
    DateSources,
)
from extractor.results import DateEvidence

_STEP = timedelta(minutes=30)
"""Step between the offsets of time zones; only three small zones differ."""
_MINUTE = timedelta(minutes=1)
_SECOND = timedelta(seconds=1)
_MAX_LINE_LENGTH = 200
"""Longer lines are paragraphs, whose dates are those of events."""
_MAX_CANDIDATES = 30
"""Dates that are kept as evidence. A calendar on a page has hundreds."""
_BESIDE = 12
"""Largest distance from the headline at which a date is beside it."""
_MAX_DAYS = 2
"""Most days beside the headline. More belong to a list of stories."""
_MAX_LINES = 3
"""Most lines with the day of publication. More belong to a list of stories of one day."""


@dataclass(frozen=True)
class Dates:
    """The chosen dates.

    ``evidence`` contains all plausible candidates, the chosen first; empty without a date.
    """

    evidence: tuple[DateEvidence, ...] = ()
    modified: datetime | None = None


def find_dates(sources: DateSources, context: DateContext) -> Dates:
    """Return the dates of a page."""
    all_candidates = sorted(
        _all_candidates(sources, context), key=lambda candidate: candidate.order
    )
    good = (one for one in all_candidates if one.rank < FAR_LABELLED)
    # Dates in scripts and far from the headline are wrong more often: read them only if nothing
    # near the headline has one.
    if not any(one.role == "published" for one in good):
        all_candidates += date_candidates.scripted(sources.scripts, context)
        elsewhere = date_lines.written_elsewhere(sources, context)
        all_candidates += sorted(elsewhere, key=lambda candidate: candidate.order)
    of_publication = [one for one in all_candidates if one.role == "published"]
    of_change = [one for one in all_candidates if one.role == "modified"]
    published = _choose(of_publication, all_candidates, sources, context)
    modified = _choose(of_change, all_candidates, sources, context)
    if published is None or (modified and published.rank > FAR_LABELLED):
        # A far line may be of another article; the time of a change is at least this one's.
        published = modified or published
    if published is None:
        return Dates()
    later = None
    if modified and modified.moment.value > published.moment.value:
        later = modified.moment.value
    evidence = dict.fromkeys(
        candidate.as_evidence for candidate in (published, *all_candidates[:_MAX_CANDIDATES])
    )
    return Dates(tuple(evidence), later)


def _all_candidates(sources: DateSources, context: DateContext) -> Iterator[DateCandidate]:
    given = [
        *date_candidates.stated(sources.metadata, context),
        *date_candidates.led_here(sources.hints, sources.url, context),
    ]
    yield from given
    yield from date_candidates.marked(sources, context)
    if not any(candidate.role == "published" and candidate.rank <= FEED for candidate in given):
        yield from date_candidates.microdata(sources, context)
    yield from date_lines.written_near(sources, context)


def _choose(
    candidates: list[DateCandidate],
    all_candidates: list[DateCandidate],
    sources: DateSources,
    context: DateContext,
) -> DateCandidate | None:
    if not candidates:
        return None
    first = _as_shown(_best_stated(candidates, all_candidates), all_candidates, context)
    chosen = _shown_beside_headline(first, candidates, all_candidates, sources, context)
    if chosen.moment.other:
        chosen = _settle_order(chosen, candidates)
    if not chosen.moment.exact:
        exact = (one for one in candidates if one.moment.exact)
        chosen = next((one for one in exact if _same_day(one, chosen)), chosen)
    return _as_shown(chosen, all_candidates, context)


def _best_stated(
    candidates: list[DateCandidate], all_candidates: list[DateCandidate]
) -> DateCandidate:
    """Return the first candidate.

    If JSON-LD and a meta element state different days, the one that the page shows.

    A meta element without a label must give the time of day too: a day alone may be that of the
    printed issue.
    """
    first = candidates[0]
    days = {one.moment.value.date() for one in _beside(all_candidates)}
    # Templates fill JSON-LD with the time of a change or of the upload, as readers do not see it.
    if first.rank != JSON_LD or first.moment.value.date() in days:
        return first
    for one in candidates:
        is_issue = one.rank == META_UNLABELLED and not one.moment.exact
        if one.rank in (META, META_UNLABELLED) and not is_issue:
            if one.moment.value.date() in days:
                return one
    return first


def _beside(candidates: list[DateCandidate]) -> list[DateCandidate]:
    """Return the dates that the page shows beside its headline."""
    shown = (one for one in candidates if one.rank in (TIME, TEXT))
    return [one for one in shown if abs(one.distance) <= _BESIDE]


def _shown_beside_headline(
    first: DateCandidate,
    candidates: list[DateCandidate],
    all_candidates: list[DateCandidate],
    sources: DateSources,
    context: DateContext,
) -> DateCandidate:
    """Return the first candidate, unless the page shows another day of publication.

    Templates often state the day of the last build. So an earlier day beside the headline wins if
    the page shows the stated day nowhere and its month is not in the address. A day in many lines
    is that of teasers. Among days that are only shown, the one in the address is the article's.
    """
    beside = _beside(all_candidates)
    in_address = (one.moment.value.date() for one in all_candidates if one.rank == URL)
    address = next(in_address, None)
    if first.rank in (TIME, TEXT):
        for candidate in candidates:
            if candidate.rank <= TEXT and candidate.moment.value.date() == address:
                return candidate
        return first

    # A statement about publication that the address does not confirm may be that of a template.
    day = first.moment.value.date()
    if first.rank >= FEED or first.role != "published":
        return first
    if address == day or f"{day:%Y/%m}" in sources.url:
        return first
    shown = next((candidate for candidate in beside if candidate in candidates), None)
    if shown is None or shown.moment.value >= first.moment.value:
        return first
    days = {candidate.moment.value.date() for candidate in beside}
    if len(days) > _MAX_DAYS or day in days:
        return first
    if sum(shown.moment.raw in line for line in sources.blocks.lines) > _MAX_LINES:
        return first
    anywhere = replace(sources, text=range(0))
    for candidate in date_lines.written_elsewhere(anywhere, context):
        if candidate.moment.value.date() == day:
            return first
    return shown


def _settle_order(chosen: DateCandidate, candidates: list[DateCandidate]) -> DateCandidate:
    """Decide which part of 03/04 is the month, as the other candidates agree."""
    moment, other = chosen.moment, chosen.moment.other
    clear = (one for one in candidates if one is not chosen and not one.moment.other)
    days = [one.moment.value.date() for one in clear]
    if other and moment.value.date() not in days and other.date() in days:
        moment = replace(moment, value=other, other=moment.value)
    return replace(chosen, moment=moment)


def _same_day(exact: DateCandidate, day: DateCandidate) -> bool:
    """Return whether both may mean one day.

    The zone is uncertain only if a day is midnight in some zone.
    """
    difference = exact.moment.value - day.moment.value
    if not -WIDEST_ZONE < difference < timedelta(hours=24):
        return False
    return exact.moment.value.date() == day.moment.value.date() or exact.source == "text"


def _as_shown(
    chosen: DateCandidate, all_candidates: list[DateCandidate], context: DateContext
) -> DateCandidate:
    """Convert a time in UTC to the zone in which the page shows it, so that its day is the day that
    readers see.
    """
    value = chosen.moment.value
    if not chosen.moment.exact or value.utcoffset() != timedelta():
        return chosen
    others = [candidate for candidate in all_candidates if candidate is not chosen]
    zone = _zone_shown(value, chosen.role, others, context)
    if not zone:
        return chosen
    return replace(chosen, moment=replace(chosen.moment, value=fixed(value.astimezone(zone))))


def _zone_shown(
    value: datetime, role: str, all_candidates: list[DateCandidate], context: DateContext
) -> tzinfo | None:
    """Return the zone in which the page shows a time.

    The page shows it by the same time with an offset, by its local time without one, or by a day
    that differs from the day in UTC.
    """
    same = [candidate for candidate in all_candidates if candidate.role == role]
    for candidate in same:
        shown = candidate.moment
        if not shown.exact:
            continue
        if shown.zoned:
            offset = shown.value.utcoffset() or timedelta()
            if offset and abs(shown.value - value) < _MINUTE:
                return timezone(offset)
            continue
        # A local time is ahead of UTC by whole steps of zones, as exactly as it is written.
        ahead = shown.value.replace(tzinfo=UTC) - value
        steps = round(ahead / _STEP)
        allowed = _MINUTE if candidate.rank <= TEXT else _SECOND
        is_whole = abs(ahead - steps * _STEP) < allowed
        if steps and is_whole and abs(ahead) <= WIDEST_ZONE:
            return timezone(steps * _STEP)
    whole_days = (one for one in same if not one.moment.exact)
    days = {one.moment.value.date() for one in whole_days if one.rank in (TIME, TEXT, URL)}
    if not days or value.date() in days:
        return None
    for zone in context.likely_zones:
        if value.astimezone(zone).date() in days:
            return zone
    return None
