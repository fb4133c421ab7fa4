"""Properties of dates in every notation: what is written is read back, and no date is in the
future.
"""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from babel import Locale
from babel.dates import format_date
from hypothesis import given
from hypothesis import strategies as st

from extractor.dates.context import FLOOR, DateContext
from extractor.dates.date_matches import find_date_matches, parse_date_text, url_date
from extractor.dates.eras import from_jalali
from extractor.dates.zones import country_of, home_zone

_LANGUAGES = "en es fr de pt ru ar it tr pl nl hi id uk el cs sv da nb fi ro bg hr sr sk sl lv he bn ur ca ms hu ja ko zh th"
LANGUAGES = _LANGUAGES.split()
_DAYS = st.dates(date(1996, 1, 1), date(2026, 10, 1))
_NOW = datetime(2026, 11, 1, tzinfo=UTC)
_TIMES = st.datetimes(datetime(1996, 1, 1), datetime(2026, 10, 1)).map(
    lambda moment: moment.replace(microsecond=0)
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_month_of_every_language(lang: str) -> None:
    """Long and, if they use words, medium dates as the Unicode locale data write them."""
    for month in range(1, 13):
        day = date(2024, month, 17)
        year_ahead = 543 if lang == "th" else 0
        text = format_date(day, "long", Locale.parse(lang)).replace("2024", str(2024 + year_ahead))
        found = [moment.value.date() for moment in find_date_matches(text, DateContext(_NOW, lang))]
        assert found == [day], text


@given(day=_DAYS, lang=st.sampled_from(LANGUAGES))
def test_a_written_day_is_read_again(day: date, lang: str) -> None:
    text = format_date(day, "long", Locale.parse(lang))
    assert [moment.value.date() for moment in find_date_matches(text, DateContext(_NOW, lang))] == [
        day
    ]


@given(
    moment=_TIMES,
    form=st.sampled_from(
        [
            "%Y-%m-%d %H:%M:%S",
            "%Y年%m月%d日 %H:%M:%S",
            "%d.%m.%Y %H:%M:%S",
            "%d %B %Y %H:%M:%S",
            "%B %d, %Y %I:%M:%S %p",
            "%a %b %d %H:%M:%S %Y",
            "%Y/%m/%dT%H:%M:%S",
        ]
    ),
    lang=st.sampled_from(["en-us", "zh", "de", "ja", "es-mx", "ru", "tr", ""]),
)
def test_a_written_time_is_read_again_in_the_pages_zone(
    moment: datetime, form: str, lang: str
) -> None:
    context = DateContext(_NOW, lang)
    (found,) = find_date_matches(moment.strftime(form), context)
    assert found.exact
    assert found.value == moment.replace(tzinfo=context.zone)


@given(moment=_TIMES, minutes=st.integers(-12 * 4, 14 * 4).map(lambda quarters: 15 * quarters))
def test_a_written_offset_is_believed(moment: datetime, minutes: int) -> None:
    aware = moment.replace(tzinfo=timezone(timedelta(minutes=minutes)))
    machine = parse_date_text(aware.isoformat(), DateContext(_NOW, "zh"))
    (shown,) = find_date_matches(aware.strftime("%Y-%m-%d %H:%M:%S %z"), DateContext(_NOW, "de"))
    assert machine is not None
    assert machine.value == shown.value == aware
    assert machine.zoned
    assert shown.zoned


@given(
    number=st.integers(1, 900),
    unit=st.sampled_from(
        [
            ("{} minutes ago", 60),
            ("{}分钟前", 60),
            ("vor {} Minuten", 60),
            ("hace {} horas", 3600),
            ("{}時間前", 3600),
            ("il y a {} jours", 86400),
            ("{} дней назад", 86400),
            ("{} gün önce", 86400),
            ("قبل {} أيام", 86400),
        ]
    ),
)
def test_a_relative_time_is_that_long_ago(number: int, unit: tuple[str, int]) -> None:
    (moment,) = find_date_matches(unit[0].format(number), DateContext(_NOW))
    assert _NOW - moment.value == timedelta(seconds=number * unit[1])


_SCRAPS = """
2024 2023 1999 2567 1403 113 3 05 31 29 12:30 25:99 24 年 月 日 令和 民國 小时 前 昨天 刚刚 March mars de ago hours
vor Stunden قبل ساعة ساعتين ๒๕๖๗ مارس ٣ назад час pm م - / . : T Z +0800 -9999 CST ET GMT+8 Uhr um 오후 전
"""
_PIECES = st.sampled_from(_SCRAPS.split())


@given(
    st.lists(_PIECES, max_size=14).map(" ".join)
    | st.lists(_PIECES, max_size=14).map("".join)
    | st.text(max_size=80),
    st.sampled_from(["", "zh", "ja", "en", "de", "fa", "th", "ar", "xx-yy-zz"]),
    st.sampled_from(["", "us", "in", "de"]),
    st.datetimes(datetime(1995, 1, 2), datetime(2100, 1, 1)),
)
def test_no_text_gives_a_moment_of_the_future(
    text: str, lang: str, country: str, now: datetime
) -> None:
    context = DateContext(now.replace(tzinfo=UTC), lang, country)
    found = [
        *find_date_matches(text, context),
        *filter(
            None, [parse_date_text(text, context), url_date(f"http://a.example/{text}", context)]
        ),
    ]
    for moment in found:
        for value in filter(None, (moment.value, moment.other)):
            assert FLOOR <= value <= context.collected + timedelta(minutes=1)
            assert value.tzinfo is not None


@given(_DAYS)
def test_days_follow_each_other_in_the_persian_calendar(day: date) -> None:
    """Every Gregorian day is the day of exactly one Persian date; the test walks the calendar."""
    year = day.year - 622
    days = [found for one in (year, year + 1) for found in _persian_days(one)]
    assert days.count(day) == 1
    assert days == [days[0] + timedelta(days=index) for index in range(len(days))]


def _persian_days(year: int) -> list[date]:
    found = []
    for month in range(1, 13):
        for day in range(1, 32):
            try:
                found.append(from_jalali(year, month, day))
            except ValueError:
                break
    return found


@pytest.mark.parametrize(
    ("persian", "day"),
    [
        ((1403, 1, 1), date(2024, 3, 20)),
        ((1404, 1, 1), date(2025, 3, 21)),
        ((1399, 12, 30), date(2021, 3, 20)),
    ],
)
def test_known_persian_days(persian: tuple[int, int, int], day: date) -> None:
    assert from_jalali(*persian) == day


@pytest.mark.parametrize(
    ("lang", "country", "name"),
    [
        ("de", "", "Europe/Berlin"),
        ("de-ch", "", "Europe/Zurich"),
        ("en", "", "UTC"),
        ("en-gb", "", "Europe/London"),
        ("en-us", "in", "Asia/Kolkata"),
        ("zh-hant-tw", "", "Asia/Taipei"),
        ("zh", "", "Asia/Shanghai"),
        ("", "jp", "Asia/Tokyo"),
        ("qq", "", "UTC"),
    ],
)
def test_the_zone_of_a_page(lang: str, country: str, name: str) -> None:
    assert str(home_zone(lang, country)) == name


@pytest.mark.parametrize(
    ("host", "country"),
    [
        ("www.example.co.uk", "uk"),
        ("a.example.de", "de"),
        ("a.example.io", ""),
        ("", ""),
        ("tv", ""),
    ],
)
def test_the_country_of_a_host(host: str, country: str) -> None:
    assert country_of(host) == country
