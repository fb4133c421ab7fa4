"""Times of posts without a year."""

from datetime import datetime

import pytest

from extractor.forum.years import names_no_year, with_years
from extractor.results import Thread
from tests.unit.extractor.samples import read


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _years(*times: tuple[str, str]) -> list[int]:
    found = with_years([(_moment(value), raw) for value, raw in times])
    return [value.year for value in found if value]


@pytest.mark.parametrize(
    "raw", ["02/13 22:31", "Feb 13, 22:31", "13 февраля 22:31", "2月13日", "02-13"]
)
def test_a_day_and_a_month_alone_name_no_year(raw: str) -> None:
    assert names_no_year(raw)


@pytest.mark.parametrize(
    "raw", ["2025-02-13 22:31", "13.02.25 22:31", "Feb 13 '25", "2 hours ago", "22:31", ""]
)
def test_other_times_do_or_have_no_day(raw: str) -> None:
    assert not names_no_year(raw)


def test_replies_are_of_the_year_of_the_opening() -> None:
    opening = ("2024-12-30T22:24", "Mon Dec 30 22:24:11 2024")
    replies = [
        ("2025-12-30T22:31", "12/30 22:31"),
        ("2026-01-02T09:00", "01/02 09:00"),
        ("2026-03-20T10:00", "03/20 10:00"),
    ]
    assert _years(opening, *replies) == [2024, 2024, 2025, 2025]


def test_the_best_posts_may_come_before_older_ones() -> None:
    opening = ("2024-03-01T10:00", "2024-03-01 10:00")
    replies = [
        ("2026-03-05T11:00", "03-05 11:00"),
        ("2026-03-01T12:00", "03-01 12:00"),
        ("2026-03-05T11:00", "03-05 11:00"),
    ]
    assert _years(opening, *replies) == [2024] * 4


def test_long_threads_go_on_in_the_next_years() -> None:
    opening = ("2022-11-01T10:00", "2022-11-01 10:00")
    months = ["11-05", "02-03", "07-04", "12-05", "03-06"]
    assert _years(opening, *((f"2026-{day}T11:00", f"{day} 11:00") for day in months)) == [
        2022,
        2022,
        2023,
        2023,
        2023,
        2024,
    ]


def test_a_forum_that_leaves_out_this_year_is_believed() -> None:
    """The reply is of this year, two years after the opening: its day does not follow the opening's
    soon.
    """
    assert _years(
        ("2024-03-01T10:00", "2024-03-01 10:00"), ("2026-06-02T11:00", "06-02 11:00")
    ) == [2024, 2026]


def test_a_leap_day_moves_to_no_other_year() -> None:
    assert _years(
        ("2023-02-27T10:00", "2023-02-27 10:00"), ("2024-02-29T11:00", "02-29 11:00")
    ) == [2023, 2024]


def test_a_thread_of_last_year_is_read_as_such() -> None:
    posts = "".join(
        f'<div class="push"><span class="user">user{number}</span><span class="text">Answer number {number} says so, '
        f'and gives a reason for it.</span><span class="time">02/1{number} 22:3{number}</span></div>'
        for number in range(3, 8)
    )
    opening = (
        '<div class="push"><span class="user">opener</span><span class="text">I ask how to change the chain of an old '
        'bicycle, please.</span><span class="time">2022-02-12 21:00</span></div>'
    )
    thread = read(
        f"<html><head><title>Chain of a bicycle</title></head><body>{opening}{posts}</body></html>",
        kind="thread",
    )
    assert isinstance(thread, Thread)
    assert {post.published.year for post in thread.posts if post.published} == {2022}
