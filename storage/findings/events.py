"""Turn events into findings about sources. Pure."""

import json
from collections.abc import Iterable, Iterator, Sequence

from storage.counters.events import Event
from storage.findings.signs import ListReport, PageShape, RecentFailure
from storage.outcomes import OutcomeGroup

MAX_RECENT_FAILURES = 20
MAX_SHAPES = 60
MAX_LINKS = 128
LINKS_SECONDS = 35 * 86_400
ATTEMPT_SECONDS = 86_400
REPORT_SECONDS = 35 * 86_400
PUT_OFF_SECONDS = 3_600
"""How long after its next attempt was due it counts that a server has put off a page: attempts wait
for the turn of their host, and for workers.
"""
_DETAIL_CHARACTERS = 500


def recent_failures(events: Sequence[Event]) -> Iterator[tuple[int, RecentFailure]]:
    """Yield (source id, failure) for the rejections and failures among the events."""
    for event in events:
        if not event.outcome.traits.succeeded:
            yield event.source_id, _recent(event)


def recent_notes(events: Sequence[Event]) -> Iterator[tuple[int, RecentFailure]]:
    """Yield (source id, note) for the lists among the events that were read in part.

    Keep notes apart from failures: a long list brings one with each visit, and they must not push
    out what failed.
    """
    for event in events:
        if event.outcome.traits.succeeded and event.is_list and event.detail:
            yield event.source_id, _recent(event)


def page_shapes(events: Sequence[Event]) -> Iterator[tuple[int, PageShape]]:
    """Yield (source id, shape) for the pages among the events whose shape is known."""
    for event in events:
        if event.shape is not None:
            yield event.source_id, event.shape


def answered_sources(events: Sequence[Event]) -> set[int]:
    """Return the sources of which a page is settled: their servers put it off no longer."""
    return {
        event.source_id
        for event in events
        if not event.is_list and event.outcome.traits.group is not OutcomeGroup.FAILED
    }


def shape_to_json(shape: PageShape) -> str:
    """Return a shape as a short text."""
    return json.dumps(
        [getattr(shape, name) for name in PageShape.__dataclass_fields__], separators=(",", ":")
    )


def shape_from_json(text: str) -> PageShape:
    """Return the shape that ``shape_to_json`` wrote."""
    values = dict(zip(PageShape.__dataclass_fields__, json.loads(text), strict=True))
    return PageShape(**{**values, "sketch": tuple(values["sketch"])})


def list_reports(events: Sequence[Event]) -> Iterator[ListReport]:
    """Yield the reports of the lists at the sources' own addresses, in the order of the events."""
    for event in events:
        if event.is_entry:
            yield ListReport(
                source_id=event.source_id,
                run_id=event.run_id,
                url=event.url,
                outcome=event.outcome.value,
                detail=event.detail[:_DETAIL_CHARACTERS],
                moved_to=event.moved_to,
                at=event.at,
            )


def _recent(event: Event) -> RecentFailure:
    detail = event.detail[:_DETAIL_CHARACTERS]
    return RecentFailure(url=event.url, outcome=event.outcome.value, detail=detail, at=event.at)


def newest_first(
    failures: Iterable[RecentFailure], notes: Iterable[RecentFailure]
) -> list[RecentFailure]:
    """Return failures and notes together, of the notes about one list only the newest."""
    newest = {note.url: note for note in sorted(notes, key=lambda note: note.at)}
    return sorted([*failures, *newest.values()], key=lambda each: (each.at, each.url), reverse=True)
