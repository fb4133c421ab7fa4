"""Simulate sources that go on publishing, and that stop: false alarms, and hours until a stop is
named.

Run ``python -m benchmarks.silence``. Each source publishes for twelve weeks, as a Poisson process
with a rate for each hour of the week; every day is busier or quieter than usual by a random factor,
and some sources have a public holiday. It is visited every 15 minutes. The first four weeks do not
count. The rule by days, which also serves sources of less than two weeks, is compared with the one
by hours of the week.
"""

import random
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from statistics import mean, quantiles

from scheduler.rhythm import HOURS, Rhythm
from watch.sources.silence import silences

START = datetime(2026, 1, 5, tzinfo=UTC)
LEARNED = START + timedelta(weeks=4)
_WEEKS = 12
_DAYS_KEPT = 35
_SPREAD = 4.0
"""The shape of the gamma distribution of a day's factor; its standard deviation is a half."""
_HOLIDAY = START + timedelta(weeks=7, days=2)


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of source: its pages an hour, by hour of the week, and the seconds between visits."""

    name: str
    rates: Sequence[float]
    holiday: bool = False
    visit_seconds: int = 900


def by_hour(hours: Mapping[range, float], days: range = range(7)) -> list[float]:
    """Return a rate for each hour of the week from rates by hour of the day."""
    return [
        next((rate for each, rate in hours.items() if hour % 24 in each), 0.0)
        if hour // 24 in days
        else 0.0
        for hour in range(HOURS)
    ]


_OFFICE = range(8, 19)
KINDS = (
    Kind(name="agency, 6 an hour, 1 by night", rates=by_hour({range(6, 22): 6.0, range(24): 1.0})),
    Kind(name="newspaper, 5 an hour by day, nothing by night", rates=by_hour({range(6, 22): 5.0})),
    Kind(name="newspaper without a Sunday", rates=by_hour({_OFFICE: 3.0}, range(6))),
    Kind(name="office hours, Monday to Friday", rates=by_hour({_OFFICE: 2.0}, range(5))),
    Kind(
        name="the same, with a public holiday",
        rates=by_hour({_OFFICE: 2.0}, range(5)),
        holiday=True,
    ),
    Kind(name="one edition of 20 at 6 in the morning", rates=by_hour({range(6, 7): 20.0})),
    Kind(name="magazine, 5 on each working day", rates=by_hour({range(9, 14): 1.0}, range(5))),
    Kind(name="blog, one a day at any time", rates=[1 / 24] * HOURS),
    Kind(name="blog, two a week at any time", rates=[2 / HOURS] * HOURS),
    Kind(
        name="newspaper by day, visited every 6 hours",
        rates=by_hour({range(6, 22): 5.0}),
        visit_seconds=21_600,
    ),
)


def published(kind: Kind, rng: random.Random, stop: datetime) -> list[datetime]:
    """Return when the source publishes, until it stops."""
    times = []
    for day in range(_WEEKS * 7):
        factor = rng.gammavariate(_SPREAD, 1 / _SPREAD)
        morning = START + timedelta(days=day)
        if kind.holiday and morning == _HOLIDAY:
            continue
        for hour in range(24):
            rate = kind.rates[day % 7 * 24 + hour] * factor
            at = rng.expovariate(rate) if rate else 1.0
            while at < 1.0:
                times.append(morning + timedelta(hours=hour + at))
                at += rng.expovariate(rate)
    return [at for at in times if at < stop]


def visits(
    kind: Kind, times: Sequence[datetime], end: datetime
) -> Iterator[tuple[datetime, bool, bool]]:
    """Yield each visit, and whether the rules by days and by hours of the week call the source
    silent then.
    """
    now, rhythm, known = START, Rhythm(), 0
    days = sorted({at.date() for at in times})
    while now < end:
        seen = bisect_right(times, now)
        rhythm, known = rhythm.observed(now, seen - known), seen
        if now >= LEARNED:
            yield (
                now,
                _by_days(days, now.date(), times[seen - 1].date() if seen else None),
                rhythm.quiet.is_silent,
            )
        now += timedelta(seconds=kind.visit_seconds)


def _by_days(days: Sequence[date], today: date, last: date | None) -> bool:
    kept = days[
        bisect_left(days, today - timedelta(days=_DAYS_KEPT - 1)) : bisect_right(days, last)
        if last
        else 0
    ]
    return bool(silences({1: kept}, today))


def false_alarms(kind: Kind, seed: int) -> tuple[int, int]:
    """Return how often each rule calls a source silent in eight weeks in which it goes on."""
    end = START + timedelta(weeks=_WEEKS)
    before, counts = (False, False), [0, 0]
    for _, *verdicts in visits(kind, published(kind, random.Random(seed), end), end):
        counts = [
            count + (now and not was)
            for count, now, was in zip(counts, verdicts, before, strict=True)
        ]
        before = (verdicts[0], verdicts[1])
    return counts[0], counts[1]


def delays(kind: Kind, seed: int, stop: datetime) -> tuple[float, float]:
    """Return the hours from the stop until each rule names it, at most those of four weeks."""
    end = stop + timedelta(weeks=4)
    named = [end, end]
    for at, *verdicts in visits(kind, published(kind, random.Random(seed), stop), end):
        named = [
            min(first, at) if verdict and at >= stop else first
            for first, verdict in zip(named, verdicts, strict=True)
        ]
        if max(named) < end:
            break
    hours = [(each - stop).total_seconds() / 3600 for each in named]
    return hours[0], hours[1]


def main(sources: int = 25) -> None:
    """Print the figures of each kind: false alarms a year, and hours until a stop on Monday at 8 is
    named.
    """
    stop = START + timedelta(weeks=8, hours=8)
    print("kind: rule by days -> rule by hours of the week")
    for kind in KINDS:
        alarms = [false_alarms(kind, seed) for seed in range(sources)]
        late = [delays(kind, seed, stop) for seed in range(sources)]
        a_year = [sum(each[rule] for each in alarms) / sources * 52 / 8 for rule in (0, 1)]
        hours = [[each[rule] for each in late] for rule in (0, 1)]
        print(
            f"{kind.name}: alarms a year {a_year[0]:.2f} -> {a_year[1]:.2f}, "
            f"mean hours {mean(hours[0]):.0f} -> {mean(hours[1]):.0f}, "
            f"p95 {quantiles(hours[0], n=20)[-1]:.0f} -> {quantiles(hours[1], n=20)[-1]:.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
