"""The histogram of lags: quantiles to the promised error."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.counters.lag import bucket_of, merged, quantile

ERROR = 2 ** (1 / 8) - 1
SECONDS = st.floats(60, 8 * 86_400)


@given(st.lists(SECONDS, min_size=1), st.floats(0.01, 1))
def test_a_quantile_is_off_by_nine_per_cent_at_most(seconds: list[float], share: float) -> None:
    assert ERROR < 0.091
    histogram = merged({bucket_of(each): 1} for each in seconds)
    exact = sorted(seconds)[math.ceil(share * len(seconds)) - 1]
    assert quantile(histogram, share) == pytest.approx(exact, rel=ERROR + 1e-6)


@given(SECONDS, SECONDS)
def test_longer_lags_are_in_no_lower_bucket(one: float, other: float) -> None:
    assert (bucket_of(one) <= bucket_of(other)) or one > other


@pytest.mark.parametrize("seconds", [-3600.0, 0.0, 60.0])
def test_what_is_below_a_minute_is_one_bucket(seconds: float) -> None:
    assert bucket_of(seconds) == 0
    assert quantile({0: 3}, 0.5) == 60.0


def test_without_pages_there_is_not_a_quantile() -> None:
    assert quantile({}, 0.5) is None
    assert merged([]) == {}
