"""Counts over time: equal steps, nothing left out; and how they are drawn."""

import pytest

from storage.counters.events import TimeBucket
from storage.counters.lag import bucket_of
from watch.durations import in_words
from watch.system.time_range import RANGES, USUAL_RANGE, TimeRange
from webui.charts.line import line
from webui.charts.stacked_columns import stacked_columns
from webui.monitor import trends

HOUR = 1_800_000_000
NOW = HOUR + 150.0


def moment(start: int, pages: dict[str, int], lists: dict[str, int] | None = None) -> TimeBucket:
    return TimeBucket(start=start, pages=pages, lists=lists or {})


def test_pages_a_minute_in_steps_of_five() -> None:
    minutes = [moment(HOUR - 60 * back, {"stored": 2, "timeout": 1}) for back in range(10, -3, -1)]
    found = {trend.name: trend for trend in trends.flow(minutes, NOW, USUAL_RANGE)}
    assert list(found) == ["kept", "known", "rejected", "failed"]
    assert found["kept"].starts[-1] == HOUR
    # The step under way has lasted two and a half minutes, in which three minutes began.
    assert found["kept"].values[-4:] == [0.0, 2.0, 2.0, pytest.approx(2.4)]
    assert len(found["kept"].values) == 36


def test_errors_by_class_with_the_most_frequent_first() -> None:
    hours = [
        moment(HOUR, {"stored": 50, "timeout": 1}, {"timeout": 2}),
        moment(HOUR - 3600, {"dns": 9, "too_short": 70}),
        moment(HOUR - 24 * 3600, {"tls": 1}),
    ]
    found = trends.errors(hours, NOW)
    assert [(trend.name, trend.total) for trend in found] == [("dns", 9), ("timeout", 3)]
    assert list(found[1].values) == [0.0] * 23 + [3.0]


def test_depths_keep_the_highest_of_each_step_and_know_what_they_do_not_know() -> None:
    sampled = {
        HOUR: {"page ready": 3},
        HOUR + 60: {"page ready": 9},
        HOUR - 1200: {"page ready": 4, "list buried": 1},
    }
    found = trends.depths(sampled, NOW)
    assert list(found) == ["list", "page", "render"]
    ready = found["page"][0]
    assert (ready.name, ready.last, len(ready.values)) == ("ready", 9.0, 144)
    assert ready.values[-4:] == [None, 4.0, None, 9.0]
    assert trends.hourly(ready)[:2] == [(HOUR, 9.0), (HOUR - 3600, None)]
    assert trends.depths({}, NOW)["list"][3].last is None


def test_lags_by_hour() -> None:
    found = trends.lags(
        {HOUR: {bucket_of(600): 19, bucket_of(7200): 1, 0: 0}}, NOW, USUAL_RANGE.of_hours()
    )
    assert found["p50"].last == pytest.approx(600, rel=0.1)
    assert found["p95"].last == pytest.approx(600, rel=0.1)
    # The four hours that three hours touch.
    assert found["p50"].values[:-1] == [None] * 3


def test_a_line_breaks_where_nothing_is_known() -> None:
    assert line([0, 5, None, 10], 10) == "M0.0 100.0h.1L333.3 50.0M1000.0 0.0h.1"
    assert line([], 0) == line([None], 3) == ""


def test_columns_stand_on_each_other() -> None:
    assert stacked_columns([[1.0, 0.0], [3.0, 2.0]]) == [
        "M50.0 100.0V75.0H450.0V100.0z",
        "M50.0 75.0V0.0H450.0V75.0zM550.0 100.0V50.0H950.0V100.0z",
    ]
    assert stacked_columns([]) == []
    assert stacked_columns([[0.0]]) == [""]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (None, "—"),
        (60.0, "60 s"),
        (100.0, "2 min"),
        (3599.0, "60 min"),
        (7200.0, "2 h"),
        (9000.0, "2.5 h"),
        (86_400.0, "24 h"),
        (200_000.0, "2.3 d"),
        (1_000_000.0, "12 d"),
    ],
)
def test_lengths_of_time_in_a_few_characters(seconds: float | None, words: str) -> None:
    assert in_words(seconds) == words


def test_nothing_is_invented_before_the_installation() -> None:
    found = trends.flow([moment(HOUR - 60, {"stored": 5})], NOW, USUAL_RANGE, since=HOUR - 450.0)
    values = found[0].values
    # The step in which Newsloom was installed counts.
    assert values[-4:] == [None, 0.0, 1.0, 0.0]
    assert set(values[:-3]) == {None}


def test_a_chart_begins_with_the_installation() -> None:
    assert USUAL_RANGE.begun(0.0, NOW) == USUAL_RANGE
    young = USUAL_RANGE.begun(NOW - 3000, NOW)
    assert (young.step_seconds, young.steps) == (300, 10)
    assert young.of_hours().steps == 2
    # A minute old, it still has the shape of a chart.
    assert USUAL_RANGE.begun(NOW - 60, NOW).steps == 6


@pytest.mark.parametrize("span", RANGES, ids=[span.code for span in RANGES])
def test_every_range_counts_each_page_once(span: TimeRange) -> None:
    step = 3600 if span.step_seconds >= 3600 else 60
    buckets = [
        moment(int(NOW // step - back) * step, {"stored": 3})
        for back in range(span.seconds // step)
    ]
    (kept, *_others) = trends.flow(buckets, NOW, span)
    assert len(kept.values) == span.steps
    full = [value for value in kept.values[1:-1] if value is not None]
    assert full == [pytest.approx(3 * 60 / step)] * (span.steps - 2)


def test_delays_of_a_week_are_those_of_all_its_hours() -> None:
    (week,) = (span for span in RANGES if span.code == "7d")
    hours = {HOUR - 3600 * back: {bucket_of(600): 1} for back in range(7 * 24)}
    found = trends.lags(hours, NOW, week)["p50"].values
    assert [round(value or 0, -2) for value in found[1:]] == [600.0] * 27
