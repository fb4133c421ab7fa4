"""Simulate fixed and adaptive visits of sources that publish in different rhythms: requests a week
and delay.

Run ``python -m benchmarks.adaptive``. Each source publishes for eight weeks as a Poisson process
with a rate for each hour of the week; the last four weeks count. The delay is the time from
publication to the next visit.
"""

import random
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from statistics import mean, quantiles

from scheduler.rhythm import HOURS, Rhythm, adaptive_seconds

_START = datetime(2026, 1, 5, tzinfo=UTC)
_WEEKS, _LEARNED_WEEKS = 8, 4
_MIN_SECONDS, _MAX_SECONDS = 900, 6 * 3600
_SEED = 7


def _daily(rates: Mapping[range, float], days: range = range(7)) -> list[float]:
    """Return a rate for each hour of the week from rates by hour of the day."""
    return [
        next((rate for hours, rate in rates.items() if hour % 24 in hours), 0.0)
        if hour // 24 in days
        else 0.0
        for hour in range(HOURS)
    ]


SOURCES = {
    "news agency, 6 an hour by day, 1 by night": _daily({range(6, 22): 6.0, range(24): 1.0}),
    "newspaper, 3 an hour in office hours": _daily({range(8, 19): 3.0, range(24): 0.1}),
    "magazine, 5 on each working day": _daily({range(9, 14): 1.0}, range(5)),
    "blog, two a week at any time": [2 / HOURS] * HOURS,
}


def _published(rates: Sequence[float], rng: random.Random) -> list[datetime]:
    times = []
    for hour in range(_WEEKS * HOURS):
        at = rng.expovariate(rate) if (rate := rates[hour % HOURS]) else 1.0
        while at < 1.0:
            times.append(_START + timedelta(hours=hour + at))
            at += rng.expovariate(rate)
    return times


def _visits(published: Sequence[datetime], *, adaptive: bool) -> list[datetime]:
    visits, now, rhythm, known = [], _START, Rhythm(), 0
    while now < _START + timedelta(weeks=_WEEKS):
        visits.append(now)
        seen = bisect_left(published, now)
        rhythm, known = rhythm.observed(now, seen - known), seen
        step = (
            adaptive_seconds(rhythm, now, _MIN_SECONDS, _MAX_SECONDS) if adaptive else _MIN_SECONDS
        )
        now += timedelta(seconds=step)
    return visits


def _figures(published: Sequence[datetime], visits: Sequence[datetime]) -> str:
    learned = _START + timedelta(weeks=_LEARNED_WEEKS)
    late = [
        (visits[place] - at).total_seconds() / 60
        for at in published
        if at >= learned and (place := bisect_left(visits, at)) < len(visits)
    ]
    requests = sum(visit >= learned for visit in visits) / (_WEEKS - _LEARNED_WEEKS)
    return (
        f"{requests:6.0f} visits a week, delay {mean(late):5.1f} min, p95 "
        f"{quantiles(late, n=20)[-1]:5.1f} min"
    )


def main() -> None:
    """Print the figures of each source."""
    for name, rates in SOURCES.items():
        published = _published(rates, random.Random(_SEED))
        print(
            f"{name}\n  every 15 min:    {_figures(published, _visits(published, adaptive=False))}"
        )
        print(f"  15 min to 6 h:   {_figures(published, _visits(published, adaptive=True))}")


if __name__ == "__main__":
    main()
