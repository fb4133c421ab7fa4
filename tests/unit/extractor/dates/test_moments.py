"""Post times and dates in all notations; zones; never the future, never before 1995."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.dates.context import FLOOR, DateContext
from extractor.dates.date_matches import find_date_matches, parse_date_text, url_date
from extractor.dates.labels import role_of

NOW = datetime(2024, 3, 6, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("", "2014-06-12 10:10:20", "2014-06-12T10:10:20+00:00"),
        ("", "2014/06/12 10:10", "2014-06-12T10:10:00+00:00"),
        ("", "2014/6/12 10:10:20", "2014-06-12T10:10:20+00:00"),
        ("zh", "发表于 2014年6月12日 10:10", "2014-06-12T10:10:00+08:00"),
        ("zh", "发布时间：2024年03月05日", "2024-03-05T00:00:00+08:00"),
        ("zh", "2024年3月5日 星期二 晚上9点20分", "2024-03-05T21:20:00+08:00"),
        ("zh", "二〇二四年三月五日", "2024-03-05T00:00:00+08:00"),
        ("zh", "03-05 14:05", "2024-03-05T14:05:00+08:00"),
        ("zh", "12月30日 10:00", "2023-12-30T10:00:00+08:00"),
        ("zh", "２０２４年３月５日　１０：２０", "2024-03-05T10:20:00+08:00"),
        ("zh", "3小时前", "2024-03-06T09:00:00+00:00"),
        ("zh", "3 天前", "2024-03-03T12:00:00+00:00"),
        ("zh", "半小时前", "2024-03-06T11:30:00+00:00"),
        ("zh", "半个小时前", "2024-03-06T11:30:00+00:00"),
        ("zh", "两个半小时前", "2024-03-06T09:30:00+00:00"),
        ("zh", "十几分钟前", "2024-03-06T11:47:00+00:00"),
        ("zh", "二十五分钟前", "2024-03-06T11:35:00+00:00"),
        ("zh", "一个钟头前", "2024-03-06T11:00:00+00:00"),
        ("zh", "两个星期之前", "2024-02-21T12:00:00+00:00"),
        ("en", "half an hour ago", "2024-03-06T11:30:00+00:00"),
        ("en", "½ hour ago", "2024-03-06T11:30:00+00:00"),
        ("de", "vor einer halben Stunde", "2024-03-06T11:30:00+00:00"),
        ("es", "hace media hora", "2024-03-06T11:30:00+00:00"),
        ("fr", "il y a une demi-heure", "2024-03-06T11:30:00+00:00"),
        ("zh", "刚刚", "2024-03-06T12:00:00+00:00"),
        ("zh", "昨天 12:30", "2024-03-05T12:30:00+08:00"),
        ("zh", "前天 08:01", "2024-03-04T08:01:00+08:00"),
        ("zh-tw", "5 分鐘前", "2024-03-06T11:55:00+00:00"),
        ("ja", "2024年3月5日(火) 20時09分", "2024-03-05T20:09:00+09:00"),
        ("ja", "3時間前", "2024-03-06T09:00:00+00:00"),
        ("ko", "2024년 3월 5일 오후 3:20", "2024-03-05T15:20:00+09:00"),
        ("ko", "2024. 3. 5. 15:20", "2024-03-05T15:20:00+09:00"),
        ("en", "June 12th, 2014, 10:10 AM", "2014-06-12T10:10:00+00:00"),
        ("en", "Thu Jun 12, 2014 10:10 pm", "2014-06-12T22:10:00+00:00"),
        ("en", "12 June 2014, 10:10", "2014-06-12T10:10:00+00:00"),
        ("en", "Thu, 12 Jun 2014 10:10:00 +0800", "2014-06-12T10:10:00+08:00"),
        ("en", "2014-06-12T10:10:00.123Z", "2014-06-12T10:10:00+00:00"),
        ("en", "5 hours ago", "2024-03-06T07:00:00+00:00"),
        ("en", "Yesterday at 12:30", "2024-03-05T12:30:00+00:00"),
        ("en", "03/04/2024", "2024-03-04T00:00:00+00:00"),
        ("en-gb", "03/02/2024", "2024-02-03T00:00:00+00:00"),
        ("en", "13/04/2023", "2023-04-13T00:00:00+00:00"),
        ("de", "5. März 2024, 10:10 Uhr", "2024-03-05T10:10:00+01:00"),
        ("de", "05.03.2024", "2024-03-05T00:00:00+01:00"),
        ("de", "05 | 03 | 2024", "2024-03-05T00:00:00+01:00"),
        ("de", "vor 3 Stunden", "2024-03-06T09:00:00+00:00"),
        ("es", "5 de marzo de 2024, 10:10", "2024-03-05T10:10:00+01:00"),
        ("fr", "le 5 mars 2024 à 10h15", "2024-03-05T10:15:00+01:00"),
        ("ru", "5 марта 2024 в 10:10", "2024-03-05T10:10:00+03:00"),
    ],
)
def test_notations(lang: str, text: str, expected: str) -> None:
    assert [
        moment.value.isoformat() for moment in find_date_matches(text, DateContext(NOW, lang))
    ] == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "12",
        "3",
        "1.5",
        "May",
        "to",
        "version 12.30",
        "31/02/2024",
        "25:61",
        "2024-13-05",
        "tel. 2024 555 017",
        "0 年",
    ],
)
def test_what_is_not_a_date(text: str) -> None:
    assert find_date_matches(text, DateContext(NOW, "en")) == []


def test_several_in_order_and_exactness() -> None:
    found = find_date_matches(
        "Published 5 March 2024, updated 2024-03-06 09:15", DateContext(NOW, "en")
    )
    assert [(moment.value.day, moment.exact) for moment in found] == [(5, False), (6, True)]


@pytest.mark.parametrize(("text", "hour"), [("2024-03-06 20:00", 12), ("2024-03-07 01:50", 12)])
def test_a_clock_ahead_of_utc_is_moved_back_to_now(text: str, hour: int) -> None:
    (moment,) = find_date_matches(text, DateContext(NOW))
    assert moment.value == NOW.replace(hour=hour) or moment.value <= NOW
    assert NOW - moment.value < timedelta(minutes=15)


def test_the_future_is_not_believed() -> None:
    context = DateContext(NOW)
    assert find_date_matches("2024-03-08 10:00 and 2031-01-01", context) == []
    assert find_date_matches("2024-03-06T14:00:00Z", context) == []
    assert find_date_matches("2024-03-06T12:00:50Z", context) != []


def test_nothing_before_the_web() -> None:
    assert find_date_matches("1987-05-04", DateContext(NOW)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-03-05T10:10:10+08:00", "2024-03-05T10:10:10+08:00"),
        ("1709600000", "2024-03-05T00:53:20+00:00"),
        ("1709600000000", "2024-03-05T00:53:20+00:00"),
        ("2024-03-05", "2024-03-05T00:00:00+00:00"),
        ("Tue,05 Mar 2024 08:30:00 GMT", "2024-03-05T08:30:00+00:00"),
        ("Tue, 05 Mar 2024 8:3:0 +0800", "2024-03-05T08:03:00+08:00"),
        ("Tue, 05 Mar 2024 08.30.07 GMT", "2024-03-05T08:30:07+00:00"),
    ],
)
def test_what_machines_write(text: str, expected: str) -> None:
    moment = parse_date_text(text, DateContext(NOW))
    assert moment is not None
    assert moment.value.isoformat() == expected


@pytest.mark.parametrize(
    "text",
    ["", "yes", "99999999999999", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59+00:00", "20240305"],
)
def test_what_machines_write_and_no_one_can_use(text: str) -> None:
    assert parse_date_text(text, DateContext(NOW)) is None


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("http://a.example/2024/03/05/n1.html", (3, 5)),
        ("http://a.example/20240305/1.html", (3, 5)),
        ("http://a.example/t20240305_17.htm", (3, 5)),
        ("http://a.example/2024-03-05-x/", (3, 5)),
        ("http://a.example/2024/3/5/", (3, 5)),
        ("http://a.example/id/1234567890", None),
        ("http://a.example/2031/01/01/", None),
        ("http://a.example/202403/1.html", None),
    ],
)
def test_dates_in_addresses(url: str, day: tuple[int, int] | None) -> None:
    moment = url_date(url, DateContext(NOW))
    assert (moment and (moment.value.month, moment.value.day)) == day


_PIECES = st.sampled_from(
    [
        "2024",
        "2023",
        "1999",
        "3",
        "05",
        "31",
        "29",
        "12:30",
        "25:99",
        "年",
        "月",
        "日",
        "小时",
        "前",
        "昨天",
        "刚刚",
        "March",
        "de",
        "ago",
        "hours",
        "vor",
        "Stunden",
        "-",
        "/",
        ".",
        ":",
        "T",
        "Z",
        "+0800",
        "-9999",
        "pm",
    ]
)


@given(
    st.lists(_PIECES, max_size=12).map(" ".join)
    | st.lists(_PIECES, max_size=12).map("".join)
    | st.text(max_size=60),
    st.sampled_from(["", "zh", "ja", "en", "de"]),
    st.datetimes(datetime(1995, 1, 2), datetime(2100, 1, 1)),
)
def test_no_text_gives_an_impossible_moment(text: str, lang: str, now: datetime) -> None:
    context = DateContext(now.replace(tzinfo=UTC), lang)
    for moment in (
        *find_date_matches(text, context),
        *filter(None, [parse_date_text(text, context), url_date(text, context)]),
    ):
        assert FLOOR <= moment.value <= context.collected + timedelta(minutes=1)
        assert moment.value.tzinfo is not None


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("5 июля 2024 г., 09:28", "ru"),
        ("5 июля 2024 года в 09:28", "ru"),
        ("5 липня 2024 року, 09:28", "uk"),
        ("09:28 h. 5 jul. 2024", "es"),
        ("5 Jul 2024 - 9.28", "it"),
    ],
)
def test_the_time_beside_a_word_for_the_year_or_the_hour(text: str, lang: str) -> None:
    context = DateContext(datetime(2024, 7, 10, 12, tzinfo=UTC), lang)
    found = next(iter(find_date_matches(text, context)))
    assert found.exact
    assert f"{found.value:%Y-%m-%d %H:%M}" == "2024-07-05 09:28"


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("更新时间：", "modified"),
        ("最后修改时间：", "modified"),
        ("Modified date: ", "modified"),
        ("Son güncelleme tarihi: ", "modified"),
        ("发布时间：", "published"),
        ("Updated 6 March, published: ", "published"),
    ],
)
def test_a_word_for_any_date_says_nothing_beside_one_of_a_change(label: str, role: str) -> None:
    assert role_of(label) == role


@pytest.mark.parametrize(
    ("written", "lang", "country", "zone", "hour"),
    [
        ("IST", "en", "", "", 3),
        ("IST", "en", "", "Asia/Kolkata", 3),
        ("IST", "en", "", "Asia/Jerusalem", 7),
        ("IST", "he", "", "", 7),
        ("IST", "en", "ie", "", 8),
        ("CST", "en", "", "", 15),
        ("CST", "zh", "", "", 1),
        ("CST", "zh", "us", "", 1),
        ("CST", "en", "cn", "", 1),
        ("CST", "en", "", "Asia/Taipei", 1),
        ("CST", "es", "cu", "", 14),
        ("BST", "en", "uk", "", 8),
        ("BST", "en", "bd", "", 3),
        ("PST", "en", "", "", 17),
        ("PST", "en", "ph", "", 1),
        ("EST", "en", "us", "", 14),
        ("Pacific Time", "en", "", "", 17),
        ("Eastern Standard Time", "en", "", "", 14),
        ("Beijing time", "en", "us", "", 1),
        ("Hong Kong Time", "en", "", "", 1),
    ],
)
def test_a_name_of_several_zones_is_that_of_the_page(
    written: str, lang: str, country: str, zone: str, hour: int
) -> None:
    context = DateContext(NOW, lang, country, zone)
    (moment,) = find_date_matches(f"2024-03-04 09:00 {written}", context)
    assert moment.value.astimezone(UTC) == NOW.replace(
        day=4, hour=hour, minute=30 * (hour == 3 and written == "IST")
    )
