"""Turn events into counts by key and name, and counts into answers. Pure."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from storage.counters.events import Event, RunCounts, Totals
from storage.state.port import Counts

# One key for all counts except those of sources, because the monitor reads them together. All keys
# are one group with those of the findings: events are counted and kept in one transaction.
COUNTS = Counts("stats", ":counts")
RUN_SECONDS = 7 * 86_400
REPLACED_LISTS = "replaced_lists"
# What a name in ``COUNTS`` begins with.
_PAGES = "pages"
_LISTS = "lists"
_CHANNEL = "channel"
_SITE = "site"
_BURIED = "buried"
# What a name of a run begins with, or is.
_PAGE = "page:"
_LIST = "list:"
_FOUND = "found"
_NEW = "new"
_PUT_LISTS = "put_lists"
_WANTED = "wanted:"

Numbers = Mapping[Counts, Mapping[str, int]]
"""What to add, by key and name."""


def of_source(source_id: int) -> Counts:
    """Return the key of the page outcomes of a source."""
    return Counts("stats", f":source:{source_id}")


def of_run(run_id: str) -> Counts:
    """Return the key of the counts of a run, which are kept for ``RUN_SECONDS``."""
    return Counts("stats", f":run:{run_id}")


def buried_name(code: str) -> str:
    """Return the name in ``COUNTS`` of the jobs that were buried for the reason of this code."""
    return _name(_BURIED, code)


def count_events(events: Sequence[Event]) -> Numbers:
    """Return what the events add to the counts that never expire.

    Channels, sites and sources count pages, not lists.
    """
    counts: defaultdict[Counts, Counter[str]] = defaultdict(Counter)
    for event in events:
        outcome = event.outcome.value
        if event.is_list:
            counts[COUNTS][_name(_LISTS, outcome)] += 1
            continue
        counts[COUNTS][_name(_PAGES, outcome)] += 1
        counts[COUNTS][_name(_CHANNEL, outcome, event.channel)] += 1
        counts[COUNTS][_name(_SITE, outcome, event.site)] += 1
        counts[of_source(event.source_id)][outcome] += 1
    return counts


def count_runs(events: Sequence[Event]) -> Numbers:
    """Return what the events add to the counts of their runs."""
    counts: defaultdict[Counts, Counter[str]] = defaultdict(Counter)
    for event in events:
        run = counts[of_run(event.run_id)]
        run[(_LIST if event.is_list else _PAGE) + event.outcome.value] += 1
        run[_FOUND] += event.found
        run[_NEW] += event.new
        run[_PUT_LISTS] += event.put_lists
    return {key: +run for key, run in counts.items()}


def run_counts(fields: Mapping[str, int]) -> RunCounts:
    """Return a run's counts from the names that ``count_runs`` gives them."""
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


def wanted_name(keyword: str) -> str:
    """Return the name that counts the links which ``Counters.take_links`` was asked for."""
    return _WANTED + keyword


def granted(wanted_by_all: int, wanted: int, most: int) -> range:
    """Return the places, below ``most``, of the last ``wanted`` links; ``wanted_by_all`` includes
    them.
    """
    return range(wanted_by_all - wanted, min(wanted_by_all, most))


def totals(counts: Mapping[str, int]) -> Totals:
    """Return the content of ``COUNTS`` as the monitor shows it."""
    groups: defaultdict[str, defaultdict[str, dict[str, int]]]
    groups = defaultdict(lambda: defaultdict(dict))
    for each, number in counts.items():
        scope, outcome, name = each.split(" ", 2)
        groups[scope][name][outcome] = number
    return Totals(
        pages=groups[_PAGES][""],
        lists=groups[_LISTS][""],
        by_channel=dict(groups[_CHANNEL]),
        by_site=dict(groups[_SITE]),
        buried=groups[_BURIED][""],
    )


def _name(scope: str, outcome: str, name: str = "") -> str:
    return f"{scope} {outcome} {name}"
