"""Whether the day or the month is first shows in the time from post to post."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.forum.day_order import in_order

LATEST = datetime(2026, 11, 24, tzinfo=UTC)


def _told(*texts: str) -> list[tuple[datetime, str] | None]:
    """Read the texts with the day first."""
    return [(datetime.strptime(text, "%d/%m/%Y %H:%M").replace(tzinfo=UTC), text) for text in texts]


def _found(*texts: str) -> list[str]:
    return [value.strftime("%Y-%m-%d %H:%M") for value in in_order(_told(*texts), LATEST) if value]


def test_an_evening_does_not_last_a_month() -> None:
    found = _found("11/06/2012 23:04", "11/06/2012 23:21", "11/07/2012 00:02")
    assert found == ["2012-11-06 23:04", "2012-11-06 23:21", "2012-11-07 00:02"]


def test_posts_of_one_day_stay() -> None:
    assert (
        _found("11/06/2012 20:04", "11/06/2012 21:21", "11/06/2012 22:02")[0] == "2012-06-11 20:04"
    )


def test_a_day_after_the_twelfth_tells_the_order() -> None:
    found = _found("11/06/2012 23:04", "11/07/2012 00:02", "13/07/2012 09:00")
    assert found == ["2012-06-11 23:04", "2012-07-11 00:02", "2012-07-13 09:00"]


def _read(*texts: str) -> list[str]:
    """Read the texts as a page would that writes the day first, where that can be."""
    told = []
    for text in texts:
        first, second, year = map(int, text.split("/"))
        day, month = (first, second) if second <= 12 else (second, first)
        told.append((datetime(year, month, day, tzinfo=UTC), text))
    return [value.strftime("%Y-%m-%d") for value in in_order(told, LATEST) if value]


@pytest.mark.parametrize(
    ("texts", "days"),
    [
        (["02/03/2011", "02/05/2011", "02/24/2011"], ["2011-02-03", "2011-02-05", "2011-02-24"]),
        (["02/24/2011", "03/02/2011"], ["2011-02-24", "2011-03-02"]),
        (["24/02/2011", "03/05/2011", "03/06/2011"], ["2011-02-24", "2011-05-03", "2011-06-03"]),
        # Posts that write both tell nothing.
        (["24/02/2011", "02/24/2011", "03/02/2011"], ["2011-02-24", "2011-02-24", "2011-02-03"]),
    ],
)
def test_one_day_after_the_twelfth_tells_the_order_of_all(
    texts: list[str], days: list[str]
) -> None:
    assert _read(*texts) == days


def test_dates_without_a_year_and_words_between() -> None:
    when = datetime(2011, 2, 24, 20, 0, tzinfo=UTC)
    told = [(when, "02/24 20:00"), (datetime(2011, 3, 2, 9, 0, tzinfo=UTC), "02/03 09:00"), (when, "2 hours ago")]  # fmt: skip
    assert in_order(told, LATEST) == [when, datetime(2011, 2, 3, 9, 0, tzinfo=UTC), when]


def test_no_post_is_later_than_the_fetch() -> None:
    assert (
        _found("11/12/2025 23:04", "12/01/2026 00:02", "12/01/2026 00:05")[1] == "2026-01-12 00:02"
    )


def test_years_first_and_names_of_months_are_sure() -> None:
    days = [datetime(2012, month, 11, tzinfo=UTC) for month in (6, 7, 8)]
    for form in ("%Y-%m-%d", "%d %B %Y"):
        assert in_order([(day, day.strftime(form)) for day in days], LATEST) == days


@given(
    st.lists(
        st.none()
        | st.tuples(st.datetimes(datetime(1995, 1, 1), datetime(2026, 1, 1)), st.text(max_size=12))
    )
)
def test_posts_without_a_time_stay_without(times: list[tuple[datetime, str] | None]) -> None:
    aware = [(time[0].replace(tzinfo=UTC), time[1]) if time else None for time in times]
    found = in_order(aware, LATEST)
    assert [value is None for value in found] == [time is None for time in times]
