"""Labels of the time axis at even steps: whole hours, midnights, or every so many buckets. Pure."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.utils.translation import ngettext

from features.over_time.buckets import Buckets, Unit
from webui.charts.chart import Tick
from webui.charts.view_box import coordinate

_MAX_TICKS = 6
_ROOM = 8.0
"""A label needs this share of the axis, in percent, before its end."""
_DAY = timedelta(days=1)
_STEPS = tuple(timedelta(minutes=n) for n in (1, 5, 10, 30, 60, 120, 180, 360, 720, 1440))
_FORMS = {"week": "%m-%d", "month": "%Y-%m", "year": "%Y"}
_WORDS: dict[str, Callable[[int], str]] = {
    "minute": lambda n: ngettext("%(n)d minute", "%(n)d minutes", n),
    "hour": lambda n: ngettext("%(n)d hour", "%(n)d hours", n),
    "day": lambda n: ngettext("%(n)d day", "%(n)d days", n),
    "week": lambda n: ngettext("%(n)d week", "%(n)d weeks", n),
    "month": lambda n: ngettext("%(n)d month", "%(n)d months", n),
    "year": lambda n: ngettext("%(n)d year", "%(n)d years", n),
}


def bucket_width(unit: Unit) -> str:
    """Return the time of one bucket in words."""
    size = {"minute": timedelta(minutes=1), "hour": timedelta(hours=1)}.get(unit.name)
    count = unit.length // size if size else 1
    return _WORDS[unit.name](count) % {"n": count}


def ticks(buckets: Buckets) -> list[Tick]:
    """Return at most six labels, each at the start of a bucket and as far from the next as all
    others.
    """
    edges = [edge.astimezone(buckets.zone) for edge in buckets.edges]
    length = buckets.end - buckets.start
    count = len(edges) - 1
    step = next((each for each in _STEPS if length / each <= _MAX_TICKS), None)
    if step is None or buckets.unit.length >= _DAY:
        return _every(_whole(edges, buckets.unit), buckets.unit, count)
    form = "%m-%d %H:%M"
    if step == _DAY:
        form = "%m-%d"
    elif length <= _DAY:
        form = "%H:%M"
    indices = [index for index, edge in enumerate(edges[:-1]) if _is_whole(edge, step)]
    return [
        _tick(index, count, f"{edges[index]:{form}}") for index in indices if _fits(index, count)
    ]


def _every(edges: Sequence[tuple[int, datetime]], unit: Unit, count: int) -> list[Tick]:
    """Return a label for every so many of these edges."""
    step = -(-len(edges) // _MAX_TICKS)
    years = edges[0][1].year != edges[-1][1].year
    form = _FORMS.get(unit.name, "%Y-%m-%d" if years else "%m-%d")
    if years and unit.name == "week":
        form = "%Y-%m-%d"
    return [
        _tick(index, count, f"{edge:{form}}")
        for index, edge in edges[::step]
        if _fits(index, count)
    ]


def _whole(edges: Sequence[datetime], unit: Unit) -> list[tuple[int, datetime]]:
    """Return the starts of buckets that are whole, which is all but a first one that is cut; of
    shorter units than a day, the midnights.
    """
    found = [
        (index, edge)
        for index, edge in enumerate(edges[:-1])
        if (unit.start_of(edge) == edge if unit.length >= _DAY else _is_whole(edge, _DAY))
    ]
    return found or [(0, edges[0])]


def _is_whole(edge: datetime, step: timedelta) -> bool:
    passed = timedelta(hours=edge.hour, minutes=edge.minute, seconds=edge.second)
    return not passed % step and not edge.microsecond


def _fits(index: int, count: int) -> bool:
    return 100 * index / count <= 100 - _ROOM


def _tick(index: int, count: int, label: str) -> Tick:
    return Tick(x=coordinate(100 * index / count), label=label)
