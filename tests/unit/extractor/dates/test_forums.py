"""Notations of time that only forums use."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.dates.context import DateContext
from extractor.dates.forums import read_moment
from extractor.languages import tables

_COLLECTED = datetime(2024, 3, 6, 12, 0, tzinfo=UTC)
"""A Wednesday."""
_CONTEXT = DateContext(_COLLECTED, "en")


@pytest.mark.parametrize(
    ("text", "expected", "is_exact"),
    [
        ("on Friday January 12, 2024 @11:51AM", "2024-01-12 11:51", True),
        ("12:42am On Feb 24", "2024-02-24 00:42", True),
        ("11:43pm On Apr 23", "2023-04-23 23:43", True),
        ("Tue 16-Jun-20 23:12:23", "2020-06-16 23:12", True),
        ("Thu, Jun 23 '05, 7:14 PM", "2005-06-23 19:14", True),
        ("August 13, 2023 - 3:05pm", "2023-08-13 15:05", True),
        ("4:07 PM - Sep 01, 2006", "2006-09-01 16:07", True),
        ("Sunday 8th October", "2023-10-08 00:00", False),
        ("March 5", "2024-03-05 00:00", False),
        ("1 Jan, 08:30", "2024-01-01 08:30", True),
        ("Monday at 3:15 PM", "2024-03-04 15:15", True),
        ("Wednesday 09:00", "2024-03-06 09:00", True),
        ("5d", "2024-03-01 12:00", False),
        ("3h ago", "2024-03-06 09:00", True),
        ("16. Dez 98 10:20", "1998-12-16 10:20", True),
        ("9/6/16 12:39 p.m.", "2016-09-06 12:39", True),
        ("25/6/16 12:39", "2016-06-25 12:39", True),
        ("25/6/16 lúc 12:39", "2016-06-25 12:39", True),
        ("25/6/16 a las 12:39", "2016-06-25 12:39", True),
        ("3 mars à 20h", "2024-03-03 20:00", True),
        ("3 de marzo a las 20 h", "2024-03-03 20:00", True),
        ("16-9-6 12:39", "2016-09-06 12:39", True),
        ("6.9.16 12:39", "2016-09-06 12:39", True),
        ("Date:   27.8.16 21:16:31", "2016-08-27 21:16", True),
        ("14:33, 12 Mar 12", "2012-03-12 14:33", True),
        ("12 mar 12 kl. 14.33", "2012-03-12 14:33", True),
        ("5. maalis 10.30", "2024-03-05 10:30", True),
        ("12 เม.ย. 55", "2012-04-12 00:00", False),
        ("Posted yesterday", "2024-03-05 00:00", False),
        ("gestern", "2024-03-05 00:00", False),
        ("发表于前天", "2024-03-04 00:00", False),
        ("Today", "2024-03-06 00:00", False),
    ],
)
def test_notations(text: str, expected: str, is_exact: bool) -> None:
    moment = read_moment(text, _CONTEXT)
    assert moment is not None
    assert (f"{moment.value:%Y-%m-%d %H:%M}", moment.exact) == (expected, is_exact)


@pytest.mark.parametrize("month", range(1, 13))
@pytest.mark.parametrize(
    "notation",
    [
        "{} 12, 2012 14:33",
        "12 {} 12, 14:33",
        "12. {}. 12 14:33",
        "12-{}-12 14:33",
        "12/{}/12 14:33",
        "{} 12, 12 14:33",
    ],
)
def test_named_months_before_a_time_in_all_languages(month: int, notation: str) -> None:
    names = tables.all_words(f"months.{tables.MONTHS[month - 1]}")
    moments = [read_moment(notation.format(name), _CONTEXT) for name in names]
    assert {moment and f"{moment.value:%Y-%m-%d %H:%M}" for moment in moments} == {
        f"2012-{month:02}-12 14:33"
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Сер трав 13, 2020 14:07", "2020-05-13 14:07"),
        ("Mar Mai 12, 20 2:33 pm", "2020-05-12 14:33"),
        ("Mar 12 Mai 20, 14:33", "2020-05-12 14:33"),
        ("12 мар 12 в 14:33", "2012-03-12 14:33"),
        ("12 มี.ค. 55 14:33", "2012-03-12 14:33"),
        ("12 มี.ค. 12 14:33", "2012-03-12 14:33"),
        ("2012 Mar 12, 14:33", "2012-03-12 14:33"),
        ("12 Mar 27, 14:33", "2023-03-27 14:33"),
    ],
)
def test_short_years_and_words_before_months(text: str, expected: str) -> None:
    moment = read_moment(text, _CONTEXT)
    assert moment is not None
    assert f"{moment.value:%Y-%m-%d %H:%M}" == expected


@pytest.mark.parametrize(
    "text", ["", "31 June", "Post 12 of 40", "12 likes", "31 Feb '20 10:00", "v 5.2.1"]
)
def test_no_moment(text: str) -> None:
    assert read_moment(text, _CONTEXT) is None


@given(
    st.text(max_size=150)
    | st.from_regex(r"\d{1,2}[: ]?\d{0,2} ?(?:pm|Mar|On|Jan|'|-|\d){1,6} ?\d{0,4}", fullmatch=True)
)
def test_nothing_is_in_the_future_and_nothing_breaks(text: str) -> None:
    moment = read_moment(text, _CONTEXT)
    assert moment is None or datetime(1995, 1, 1, tzinfo=UTC) <= moment.value <= _COLLECTED.replace(
        minute=1
    )


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("ko", "01.12 13:15:02", "2024-01-12 13:15"),
        ("zh", "03.05 08:30", "2024-03-05 08:30"),
        ("de", "05.03 08:30", None),
    ],
)
def test_the_month_is_first_where_people_write_it_so(
    lang: str, text: str, expected: str | None
) -> None:
    moment = read_moment(text, DateContext(_COLLECTED, lang))
    assert (f"{moment.value:%Y-%m-%d %H:%M}" if moment else None) == expected


def test_a_day_that_is_a_word_of_a_sentence_is_no_time() -> None:
    assert read_moment("We saw nothing of the two boats yesterday", _CONTEXT) is None


def test_a_day_without_a_year_is_of_the_year_in_the_address() -> None:
    moment = read_moment("March 5", DateContext(_COLLECTED, "en", year=2019))
    assert moment is not None
    assert f"{moment.value:%Y-%m-%d}" == "2019-03-05"
