"""Turn events into counter increments. Pure, and the same for both adapters."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from storage.counters.port import Event, RunCounts, Totals

# The values of ``CounterKey.scope``. Counters of runs are separate, because they expire.
PAGES = "pages"
LISTS = "lists"
CHANNEL = "channel"
SITE = "site"
SOURCE = "source"
BURIED = "buried"
RUN_DAYS = 7
_PAGE = "page:"
_LIST = "list:"
_FOUND = "found"
_NEW = "new"
_PUT_LISTS = "put_lists"
REPLACED_LISTS = "replaced_lists"
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


def run_counts(fields: Mapping[str, int]) -> RunCounts:
    """Return a run's counts from the fields that ``count_runs`` names."""
    return RunCounts(
        found=fields.get(_FOUND, 0),
        new=fields.get(_NEW, 0),
        put_lists=fields.get(_PUT_LISTS, 0),
        replaced_lists=fields.get(REPLACED_LISTS, 0),
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
    """Return a run's field that counts the links which ``Counters.take_links`` was asked for."""
    return _WANTED + keyword


def granted(wanted_by_all: int, wanted: int, most: int) -> range:
    """Return the places, below ``most``, of the last ``wanted`` links; ``wanted_by_all`` includes
    them.
    """
    return range(wanted_by_all - wanted, min(wanted_by_all, most))


def totals(counts: Mapping[CounterKey, int]) -> Totals:
    """Return the counters as the monitor shows them."""
    groups: dict[str, dict[str, dict[str, int]]] = {
        PAGES: {"": {}},
        LISTS: {"": {}},
        BURIED: {"": {}},
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
        buried=groups[BURIED][""],
    )
