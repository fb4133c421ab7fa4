"""Charts: round numbers on the axes, and what a tooltip says."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webui.charts.axes import time_ticks, value_ticks
from webui.charts.chart import Series, column_chart, line_chart


@given(st.floats(min_value=1e-3, max_value=1e9), st.booleans())
def test_ticks_are_few_round_and_reach_the_highest_value(highest: float, whole: bool) -> None:
    ticks = value_ticks(highest, whole=whole)
    step = ticks[1]
    assert ticks[0] == 0
    assert ticks[-1] >= highest * (1 - 1e-6)
    assert ticks[-1] - step <= highest
    assert 2 <= len(ticks) <= 6
    assert ticks == pytest.approx([step * index for index in range(len(ticks))])
    assert not whole or all(tick == int(tick) for tick in ticks)


def test_a_chart_without_values_has_an_axis_too() -> None:
    assert value_ticks(0.0) == [0.0, 1.0]


def test_moments_are_at_equal_distances() -> None:
    assert time_ticks(0.0, 8.0, 5) == [0.0, 2.0, 4.0, 6.0, 8.0]


def test_the_tooltip_has_every_value_in_words() -> None:
    series = [
        Series(style="a", label="A <b>", values=[None, 1.0]),
        Series(style="b", label="B", values=[None, 3.0]),
    ]
    chart = column_chart(series, ["Mon", "Tue"], ["Mon", "now"], lambda value: f"{value:g}!")
    data = json.loads(chart.data)
    assert data["labels"] == ["Mon", "Tue"]
    assert data["series"][0] == {"name": "A <b>", "values": ["—", "1!"]}
    assert chart.values == ["4!", "3!", "2!", "1!", "0!"]
    assert chart.unknown == "500.0"


def test_a_line_has_ticks_of_its_unit() -> None:
    chart = line_chart(
        [Series(style="p95", label="p95", values=[5_400.0, None])],
        ["a", "b"],
        [],
        lambda s: f"{s / 3600:g} h",
        unit=3600,
    )
    assert chart.values == ["1.5 h", "1 h", "0.5 h", "0 h"]
    assert chart.is_line
