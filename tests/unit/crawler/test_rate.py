"""A worker's pages a minute."""

from crawler.rate import RecentRate


def test_since_the_start_while_that_is_not_a_minute_ago() -> None:
    rate = RecentRate(100.0)
    assert rate.per_minute(100.0, 0) == 0.0
    assert rate.per_minute(105.0, 10) == 120.0
    assert rate.per_minute(130.0, 10) == 20.0


def test_then_of_the_last_minute() -> None:
    rate = RecentRate(0.0)
    rates = [rate.per_minute(float(now), min(now, 300)) for now in range(5, 600, 5)]
    assert rates[:59] == [60.0] * 59
    assert rates[-1] == 0.0
    # Seventeen of the last thirty seconds' pause: the count stood still from 300 on.
    assert rates[65] == 30.0


def test_after_a_long_silence_it_is_the_mean_of_that() -> None:
    rate = RecentRate(0.0)
    rate.per_minute(5.0, 50)
    assert rate.per_minute(605.0, 150) == 10.0
