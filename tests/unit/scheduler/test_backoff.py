"""The delay before the next try."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.backoff import next_delay

CHANCES = st.floats(0, 1, exclude_max=True)
BASES = st.floats(0.001, 10_000)


def test_it_doubles_up_to_an_hour() -> None:
    delays = [next_delay(failures, 30, 100, 0.0) for failures in range(1, 10)]
    assert delays == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]


def test_chance_takes_off_up_to_a_half() -> None:
    assert next_delay(2, 30, 5, 0.5) == pytest.approx(45)


@given(st.integers(1, 10**6), BASES, st.integers(1, 10**6), CHANCES)
def test_the_last_try_is_followed_by_none(
    failures: int, base: float, attempts: int, chance: float
) -> None:
    assert (next_delay(failures, base, attempts, chance) is None) == (failures >= attempts)


@given(st.integers(1, 10**6), BASES, CHANCES)
def test_a_delay_is_between_half_and_all_of_its_step(
    failures: int, base: float, chance: float
) -> None:
    delay = next_delay(failures, base, 10**7, chance)
    assert delay is not None
    step = 3600.0 if failures > 60 else min(base * 2.0 ** (failures - 1), 3600.0)
    assert step / 2 <= delay * 1.000001
    assert delay <= step
    assert math.isfinite(delay)


@given(st.integers(1, 100), BASES, CHANCES)
def test_it_never_shrinks(failures: int, base: float, chance: float) -> None:
    sooner, later = (
        next_delay(failures, base, 10**7, chance),
        next_delay(failures + 1, base, 10**7, chance),
    )
    assert sooner is not None
    assert later is not None
    assert later >= sooner
