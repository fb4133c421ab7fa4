"""Turn events into counter increments. Pure, and the same for both adapters."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from storage.stats.port import (
    Event,
    ListReport,
    PageShape,
    ProcessDeath,
    RecentFailure,
    RunCounts,
    Totals,
    WorkerStatus,
)

# The values of ``CounterKey.scope``. Counters of runs are separate, because they expire.
PAGES = "pages"
LISTS = "lists"
CHANNEL = "channel"
SITE = "site"
SOURCE = "source"
RUN_DAYS = 7
MAX_RECENT_FAILURES = 20
ALIVE_SECONDS = 30.0
LOST_SECONDS = 86_400.0
MAX_DEATHS = 200
MAX_SHAPES = 60
MAX_LINKS = 128
LINKS_SECONDS = 35 * 86_400
ATTEMPT_SECONDS = 86_400
REPORT_SECONDS = 35 * 86_400
_DETAIL_CHARACTERS = 500
_PAGE = "page:"
_LIST = "list:"
_FOUND = "found"
_NEW = "new"
_PUT_LISTS = "put_lists"
_WANTED = "wanted:"


@dataclass(frozen=True)
class CounterKey:
    """One counter: an outcome of ``name`` (a channel, site or source; empty for the totals)."""

    scope: str
    name: str
    outcome: str


def count_events(events: Sequence[Event]) -> Counter[CounterKey]:
    """Return the numbers that the events add to the counters.

    Channels, sites and sources count pages, not lists.
    """
    counts: Counter[CounterKey] = Counter()
    for event in events:
        outcome = event.outcome.value
        if event.is_list:
            counts[CounterKey(LISTS, "", outcome)] += 1
            continue
        counts[CounterKey(PAGES, "", outcome)] += 1
        counts[CounterKey(CHANNEL, event.channel, outcome)] += 1
        counts[CounterKey(SITE, event.site, outcome)] += 1
        counts[CounterKey(SOURCE, str(event.source_id), outcome)] += 1
    return counts


def count_runs(events: Sequence[Event]) -> Counter[tuple[str, str]]:
    """Return the numbers that the events add to the fields of their runs: (run, field) to
    number.
    """
    counts: Counter[tuple[str, str]] = Counter()
    for event in events:
        counts[event.run_id, (_LIST if event.is_list else _PAGE) + event.outcome.value] += 1
        counts[event.run_id, _FOUND] += event.found
        counts[event.run_id, _NEW] += event.new
        counts[event.run_id, _PUT_LISTS] += event.put_lists
    return +counts


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


def run_counts(fields: Mapping[str, int]) -> RunCounts:
    """Return a run's counts from the fields that ``count_runs`` names."""
    return RunCounts(
        found=fields.get(_FOUND, 0),
        new=fields.get(_NEW, 0),
        put_lists=fields.get(_PUT_LISTS, 0),
        lists={
            name.removeprefix(_LIST): count
            for name, count in fields.items()
            if name.startswith(_LIST)
        },
        pages={
            name.removeprefix(_PAGE): count
            for name, count in fields.items()
            if name.startswith(_PAGE)
        },
    )


def wanted_field(keyword: str) -> str:
    """Return the field of a run that counts the links that ``Stats.take_links`` was asked for."""
    return _WANTED + keyword


def granted(wanted_by_all: int, wanted: int, most: int) -> range:
    """Return the places, below ``most``, of the last ``wanted`` links; ``wanted_by_all`` includes
    them.
    """
    return range(wanted_by_all - wanted, min(wanted_by_all, most))


def is_alive(status: WorkerStatus, now: float) -> bool:
    """Return whether a worker's last heartbeat is young enough."""
    return status.at >= now - ALIVE_SECONDS


def status_to_json(status: WorkerStatus) -> str:
    """Return a heartbeat as text."""
    return json.dumps(asdict(status))


def status_from_json(text: str) -> WorkerStatus:
    """Return the heartbeat that ``status_to_json`` wrote, in this or another version of the
    program.
    """
    values = json.loads(text)
    return WorkerStatus(
        **{name: values[name] for name in WorkerStatus.__dataclass_fields__ if name in values}
    )


def worker_prefix(host: str, pid: int) -> str:
    """Return the beginning of the name of a worker: its host and its process."""
    return f"{host}-{pid}-"


def is_of(status_name: str, death: ProcessDeath) -> bool:
    """Return whether a worker of this name is the process that died."""
    return status_name.startswith(worker_prefix(death.host, death.pid))


def totals(counts: Mapping[CounterKey, int]) -> Totals:
    """Return the counters as the monitor shows them."""
    groups: dict[str, dict[str, dict[str, int]]] = {
        PAGES: {"": {}},
        LISTS: {"": {}},
        CHANNEL: {},
        SITE: {},
    }
    for counted, number in counts.items():
        if counted.scope in groups:
            groups[counted.scope].setdefault(counted.name, {})[counted.outcome] = number
    return Totals(
        pages=groups[PAGES][""],
        lists=groups[LISTS][""],
        by_channel=groups[CHANNEL],
        by_site=groups[SITE],
    )
