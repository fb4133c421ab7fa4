"""Labelled times of posts."""

from dataclasses import astuple
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.measures.datetimes import is_right, possible_datetimes


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2024-02-11 19:22", {(2024, 2, 11, 19, 22)}),
        ("Feb 11, 2011 at 23:49", {(2011, 2, 11, 23, 49)}),
        ("November 9, 2024, 3:12am", {(2024, 11, 9, 3, 12)}),
        ("12:05 am On Mar 09, 2023", {(2023, 3, 9, 0, 5)}),
        ("12:05 pm On Mar 09, 2023", {(2023, 3, 9, 12, 5)}),
        ("30th March 2025, 16:26", {(2025, 3, 30, 16, 26)}),
        ("5. Januar 2019 um 03:32", {(2019, 1, 5, 3, 32)}),
        ("9. März 2020", {(2020, 3, 9, None, None)}),
        ("13.11.2019", {(2019, 11, 13, None, None)}),
        ("7/9/05 7:57 PM", {(2005, 7, 9, 19, 57), (2005, 9, 7, 19, 57)}),
        ("29/07/2004, 19h46", {(2004, 7, 29, 19, 46)}),
        ("2023年10月2日 08:15", {(2023, 10, 2, 8, 15)}),
        ("Sat, Jun 18 '05, 10:24 AM", {(2005, 6, 18, 10, 24)}),
        ("March 2025", {(2025, 3, None, None, None)}),
        (
            "Friday, October 4th, 2024 at 3:43:10 PM GMT+03:00",
            {(2024, 10, 4, 15, 43), (2024, 10, 4, 12, 43)},
        ),
        ("2024-02-26T07:59:48-0500", {(2024, 2, 26, 7, 59), (2024, 2, 26, 12, 59)}),
        ("11 days ago", set()),
        ("Yesterday at 4:25 AM", set()),
        ("Topic: 387270", set()),
        ("", set()),
    ],
)
def test_every_reading_of_a_labelled_time(text: str, told: set[tuple[int | None, ...]]) -> None:
    assert {astuple(reading) for reading in possible_datetimes(text)} == told


def test_a_moment_is_right_in_its_own_zone_and_in_utc() -> None:
    moment = datetime(2024, 2, 11, 19, 22, 40, tzinfo=timezone(timedelta(hours=2)))
    assert is_right(moment, "2024-02-11 19:22") is True
    assert is_right(moment, "2024-02-11 17:22") is True
    assert is_right(moment, "2024-02-11 19:23") is False
    assert is_right(moment, "Feb 11, 2024") is True
    assert is_right(moment, "3 days ago") is None


@given(st.datetimes(min_value=datetime(1975, 1, 1), max_value=datetime(2068, 1, 1)))
def test_what_is_printed_of_a_moment_is_right_for_it(moment: datetime) -> None:
    aware = moment.replace(tzinfo=UTC)
    for form in (
        "%Y-%m-%d %H:%M",
        "%d.%m.%Y %H:%M",
        "%d %b %Y, %I:%M %p",
        "%B %d, %Y",
        "%m/%d/%y %I:%M %p",
    ):
        assert is_right(aware, moment.strftime(form)) is True


@given(st.text(max_size=60))
def test_no_text_raises_and_blanks_around_it_change_nothing(text: str) -> None:
    assert possible_datetimes(f" {text} ") == possible_datetimes(text)
