"""Documents by day and by channel or site, for the overview's charts. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from webui.charts.columns import column_slots

DAYS = 14
_WEEK = 7
# Readers cannot distinguish more layers. The last layer holds all other names.
_MAX_LAYERS = 6
OTHERS = ""
"""The name of the layer that holds all other names."""

Daily = Mapping[date, Mapping[str, int]]


@dataclass(frozen=True, kw_only=True)
class VolumeSeries:
    """One value of the field over the days."""

    name: str
    counts: Sequence[int]

    @property
    def total(self) -> int:
        """The sum over all days."""
        return sum(self.counts)


@dataclass(frozen=True, kw_only=True)
class Volume:
    """A chart: days in order, layers from the largest to the smallest; ``totals`` and ``slots`` (x,
    width) by day.
    """

    days: Sequence[date]
    layers: Sequence[VolumeSeries]
    totals: Sequence[int]
    slots: Sequence[tuple[str, str]]


@dataclass(frozen=True, kw_only=True)
class VolumeComparison:
    """Documents of today and this week, compared with before.

    ``share`` is None without an earlier week.
    """

    today: int
    yesterday: int
    week: int
    share: float | None


def days_until(today: date) -> list[date]:
    """Return the days of the chart; the last one is today."""
    return [today - timedelta(days=back) for back in range(DAYS - 1, -1, -1)]


def volume(daily: Daily, today: date) -> Volume:
    """Return the chart of the counts."""
    days = days_until(today)
    sums: Counter[str] = Counter()
    for day in days:
        sums.update(daily.get(day, {}))
    ranked = [
        name
        for name, _count in sorted(sums.items(), key=lambda item: (-item[1], item[0]))
        if name != OTHERS
    ]
    # One layer is left free for the others, unless there are none.
    if len(sums) <= _MAX_LAYERS and OTHERS not in sums:
        named = ranked
    else:
        named = ranked[: _MAX_LAYERS - 1]
    counts = {name: [daily.get(day, {}).get(name, 0) for day in days] for name in named}
    totals = [sum(daily.get(day, {}).values()) for day in days]
    if len(named) < len(sums):
        # What is left of each day's total, so that the layers add up to it.
        counts[OTHERS] = [
            total - sum(column) for total, *column in zip(totals, *counts.values(), strict=True)
        ]
    return Volume(
        days=days,
        layers=[VolumeSeries(name=name, counts=each) for name, each in counts.items()],
        totals=totals,
        slots=column_slots(len(days)),
    )


def compare_volume(totals: Sequence[int]) -> VolumeComparison:
    """Compare today and the last seven days with those before.

    ``totals`` are of DAYS days, today last.
    """
    week, before = sum(totals[-_WEEK:]), sum(totals[-2 * _WEEK : -_WEEK])
    share = (week - before) / before if before else None
    return VolumeComparison(today=totals[-1], yesterday=totals[-2], week=week, share=share)
