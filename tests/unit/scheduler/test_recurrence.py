"""When sources that were added together are visited the second time."""

from datetime import UTC, datetime
from itertools import pairwise

import pytest

from scheduler.recurrence import JITTER, second_visit

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.mark.parametrize(("first", "count"), [(1, 20_000), (900_001, 100), (7, 3)])
def test_sources_with_following_numbers_are_spread_evenly_over_their_interval(
    first: int, count: int
) -> None:
    times = sorted(
        (second_visit(NOW, 3600, number) - NOW).total_seconds() / 3600
        for number in range(first, first + count)
    )
    assert times[0] >= JITTER
    assert times[-1] < 1 + JITTER
    around = [*times, times[0] + 1]
    # Evenly would be one interval divided by their number.
    assert max(after - before for before, after in pairwise(around)) * count < 2.7
