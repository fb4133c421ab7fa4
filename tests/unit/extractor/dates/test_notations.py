"""Dates as the languages of the news write them: one matrix of languages and notations."""

from datetime import UTC, datetime

import pytest

from extractor.dates.context import DateContext
from extractor.dates.date_matches import find_date_matches, url_date

NOW = datetime(2024, 7, 10, 12, 0, tzinfo=UTC)

DAYS = [
    ("zh", "2024年7月5日"),
    ("zh", "２０２４年０７月０５日"),
    ("zh", "二〇二四年七月五日"),
    ("zh-tw", "民國113年7月5日"),
    ("zh-tw", "中華民國 113 年 7 月 5 日"),
    ("ja", "令和6年7月5日"),
    ("ja", "2024年7月5日（金）"),
    ("ko", "2024년 7월 5일"),
    ("ko", "2024.07.05"),
    ("en", "July 5, 2024"),
    ("en", "Jul. 5th, 2024"),
    ("en", "5 July 2024"),
    ("en", "5th of July 2024"),
    ("en", "05-Jul-2024"),
    ("en", "7/5/2024"),
    ("en-gb", "5/7/2024"),
    ("es", "5 de julio de 2024"),
    ("es", "5 de julio del 2024"),
    ("es", "05 jul. 2024"),
    ("es", "05/07/2024"),
    ("pt", "5 de julho de 2024"),
    ("pt", "5 jul 2024"),
    ("fr", "le 5 juillet 2024"),
    ("fr", "vendredi 5 juil. 2024"),
    ("fr", "05/07/2024"),
    ("de", "5. Juli 2024"),
    ("de", "05.07.2024"),
    ("de", "05.07.24"),
    ("de-at", "5. Jul. 2024"),
    ("it", "5 luglio 2024"),
    ("it", "5 lug 2024"),
    ("nl", "5 juli 2024"),
    ("pl", "5 lipca 2024"),
    ("ru", "5 июля 2024 г."),
    ("ru", "05.07.2024"),
    ("uk", "5 липня 2024"),
    ("cs", "5. července 2024"),
    ("cs", "5. 7. 2024"),
    ("sk", "5. júla 2024"),
    ("sv", "5 juli 2024"),
    ("da", "5. juli 2024"),
    ("fi", "5. heinäkuuta 2024"),
    ("fi", "5.7.2024"),
    ("hu", "2024. július 5."),
    ("hu", "2024. 07. 05."),
    ("ro", "5 iulie 2024"),
    ("bg", "5 юли 2024"),
    ("hr", "5. srpnja 2024"),
    ("sr", "5. јул 2024"),
    ("lt", "2024 m. liepos 5 d."),
    ("el", "5 Ιουλίου 2024"),
    ("tr", "5 Temmuz 2024"),
    ("ar", "٥ يوليو ٢٠٢٤"),
    ("ar", "5 يوليو 2024"),
    ("ar-lb", "5 تموز 2024"),
    ("fa", "۱۵ تیر ۱۴۰۳"),
    ("fa", "۱۴۰۳/۰۴/۱۵"),
    ("fa", "۵ ژوئیه ۲۰۲۴"),
    ("he", "5 ביולי 2024"),
    ("hi", "5 जुलाई 2024"),
    ("hi", "५ जुलाई २०२४"),
    ("bn", "৫ জুলাই ২০২৪"),
    ("ur", "5 جولائی 2024"),
    ("ta", "5 ஜூலை 2024"),
    ("th", "5 กรกฎาคม 2567"),
    ("th", "5 ก.ค. 2567"),
    ("th", "๕ กรกฎาคม ๒๕๖๗"),
    ("th", "05/07/2567"),
    ("id", "5 Juli 2024"),
    ("vi", "ngày 5 tháng 7 năm 2024"),
    ("vi", "5 tháng 7, 2024"),
    ("vi", "5 tháng Bảy 2024"),
    ("vi", "Thứ Sáu, ngày 5 tháng bảy năm 2024"),
    ("vi", "Tháng Bảy 5, 2024"),
    ("vi", "Tháng 7 5, 2024"),
    ("vi", "05/07/2024"),
]


@pytest.mark.parametrize(("lang", "text"), DAYS)
def test_days(lang: str, text: str) -> None:
    (moment,) = find_date_matches(text, DateContext(NOW, lang))
    assert (moment.value.date().isoformat(), moment.exact, moment.dated) == (
        "2024-07-05",
        False,
        True,
    )


@pytest.mark.parametrize(("lang", "text"), DAYS)
def test_days_inside_a_line(lang: str, text: str) -> None:
    (moment,) = find_date_matches(f"Courier | {text} | 17", DateContext(NOW, lang))
    assert moment.value.date().isoformat() == "2024-07-05"


@pytest.mark.parametrize("time", ["24:01", "24:00:01", "25:00"])
def test_after_24_hours_no_time_follows(time: str) -> None:
    (moment,) = find_date_matches(f"2024-07-05 {time}", DateContext(NOW, "de"))
    assert (moment.value.isoformat(), moment.exact) == ("2024-07-05T00:00:00+02:00", False)


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("zh", "2024-07-05 16:24:07", "2024-07-05T16:24:07+08:00"),
        ("zh", "2024年7月5日 下午4时24分", "2024-07-05T16:24:00+08:00"),
        ("zh", "2024年07月05日 星期五 凌晨0:24", "2024-07-05T00:24:00+08:00"),
        ("zh", "2024年7月5日16:24", "2024-07-05T16:24:00+08:00"),
        ("zh", "2024年7月5日 16时24分 5条评论", "2024-07-05T16:24:00+08:00"),
        ("zh", "2024年7月5日 16时24分07秒", "2024-07-05T16:24:07+08:00"),
        ("zh", "2024-07-05 16:24 CST", "2024-07-05T16:24:00+08:00"),
        ("zh", "2024/07/05 12:24 上午", "2024-07-05T12:24:00+08:00"),
        ("ja", "2024年7月5日 16時24分", "2024-07-05T16:24:00+09:00"),
        ("ja", "2024/07/05(金) 午後4:24", "2024-07-05T16:24:00+09:00"),
        ("ja", "2024年7月5日（金） 16:24 JST", "2024-07-05T16:24:00+09:00"),
        ("ko", "2024년 7월 5일 오후 4시 24분", "2024-07-05T16:24:00+09:00"),
        ("ko", "입력 2024.07.05. 오전 10:24", "2024-07-05T10:24:00+09:00"),
        ("en-us", "July 5, 2024 4:24 PM", "2024-07-05T16:24:00-04:00"),
        ("en-us", "July 5, 2024 at 4:24 p.m. ET", "2024-07-05T16:24:00-04:00"),
        ("en-us", "Jan. 5, 2024 | 4:24pm PST", "2024-01-05T16:24:00-08:00"),
        ("en", "4:24 p.m. EST, July 5, 2024", "2024-07-05T16:24:00-05:00"),
        ("en", "July 5, 2024 16:24 CST", "2024-07-05T16:24:00-06:00"),
        ("en", "Friday 5 July 2024 16:24 BST", "2024-07-05T16:24:00+01:00"),
        ("en-gb", "16:24, 5 July 2024", "2024-07-05T16:24:00+01:00"),
        ("en-gb", "5 July 2024, 12 noon", "2024-07-05T12:00:00+01:00"),
        ("en-gb", "12 noon on 5 July 2024", "2024-07-05T12:00:00+01:00"),
        ("en-gb", "5 July 2024, 12 midnight", "2024-07-05T00:00:00+01:00"),
        ("de", "5. Juli 2024, 24:00 Uhr", "2024-07-06T00:00:00+02:00"),
        ("ja", "2024年7月5日 24時", "2024-07-06T00:00:00+09:00"),
        ("en", "5 July 2024, 16:24 IST", "2024-07-05T16:24:00+05:30"),
        ("en", "Jul 5, 2024 16:24 (GMT+8)", "2024-07-05T16:24:00+08:00"),
        ("en", "5 Jul 2024 16:24 UTC+05:30", "2024-07-05T16:24:00+05:30"),
        ("en", "Fri Jul  5 16:24:07 UTC 2024", "2024-07-05T16:24:07+00:00"),
        ("de", "5. Juli 2024, 16:24 Uhr", "2024-07-05T16:24:00+02:00"),
        ("de", "05.07.2024 um 16.24 Uhr", "2024-07-05T16:24:00+02:00"),
        ("de", "5. Januar 2024, 16 Uhr", "2024-01-05T16:00:00+01:00"),
        ("de", "05.07.2024 - 16:24 MESZ", "2024-07-05T16:24:00+02:00"),
        ("es", "5 de julio de 2024 a las 16:24", "2024-07-05T16:24:00+02:00"),
        ("es-mx", "5 de julio de 2024, 4:24 p. m.", "2024-07-05T16:24:00-06:00"),
        ("pt-br", "05/07/2024 às 16h24", "2024-07-05T16:24:00-03:00"),
        ("fr", "Publié le 5 juillet 2024 à 16h24", "2024-07-05T16:24:00+02:00"),
        ("it", "5 luglio 2024 alle 16:24", "2024-07-05T16:24:00+02:00"),
        ("it", "5 luglio 2024 ore 16.24", "2024-07-05T16:24:00+02:00"),
        ("nl", "5 juli 2024 om 16:24", "2024-07-05T16:24:00+02:00"),
        ("pl", "5 lipca 2024, godz. 16:24", "2024-07-05T16:24:00+02:00"),
        ("ru", "5 июля 2024 в 16:24 МСК", "2024-07-05T16:24:00+03:00"),
        ("ru", "16:24, 5 июля 2024", "2024-07-05T16:24:00+03:00"),
        ("uk", "5 липня 2024, 16:24", "2024-07-05T16:24:00+03:00"),
        ("sv", "5 juli 2024 kl. 16.24", "2024-07-05T16:24:00+02:00"),
        ("fi", "5.7.2024 klo 16:24", "2024-07-05T16:24:00+03:00"),
        ("tr", "5 Temmuz 2024 16:24", "2024-07-05T16:24:00+03:00"),
        ("el", "05/07/2024 4:24 μ.μ.", "2024-07-05T16:24:00+03:00"),
        ("ar", "٥ يوليو ٢٠٢٤ - ٤:٢٤ م", "2024-07-05T16:24:00+03:00"),
        ("hi", "5 जुलाई 2024, 16:24 IST", "2024-07-05T16:24:00+05:30"),
        ("id", "Jumat, 5 Juli 2024 16:24 WIB", "2024-07-05T16:24:00+07:00"),
        ("vi", "Thứ Sáu, 05/07/2024 16:24 (GMT+7)", "2024-07-05T16:24:00+07:00"),
        ("vi", "5 tháng mười một năm 2023 lúc 16:24", "2023-11-05T16:24:00+07:00"),
        ("vi", "5 tháng năm 2024, 16:24", "2024-05-05T16:24:00+07:00"),
        ("th", "5 ก.ค. 2567 16:24 น.", "2024-07-05T16:24:00+07:00"),
        ("fa", "۱۴۰۳/۰۴/۱۵ ۱۶:۲۴", "2024-07-05T16:24:00+03:30"),
    ],
)
def test_days_with_a_time(lang: str, text: str, expected: str) -> None:
    (moment,) = find_date_matches(text, DateContext(NOW, lang))
    assert (moment.value.isoformat(), moment.exact) == (expected, True)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("3小时前", 3),
        ("3 小時前", 3),
        ("半小时之前", 0.5),
        ("两天前", 48),
        ("3時間前", 3),
        ("3시간 전", 3),
        ("3 hours ago", 3),
        ("an hour ago", 1),
        ("2 days ago", 48),
        ("hace 3 horas", 3),
        ("hace una hora", 1),
        ("il y a 2 jours", 48),
        ("vor 3 Stunden", 3),
        ("vor einer Stunde", 1),
        ("há 3 horas", 3),
        ("3 horas atrás", 3),
        ("3 ore fa", 3),
        ("un'ora fa", 1),
        ("3 часа назад", 3),
        ("час назад", 1),
        ("3 години тому", 3),
        ("قبل ٣ ساعات", 3),
        ("منذ ساعة", 1),
        ("قبل ساعتين", 2),
        ("3 saat önce", 3),
        ("3 uur geleden", 3),
        ("3 godziny temu", 3),
        ("před 3 hodinami", 3),
        ("för 3 timmar sedan", 3),
        ("3 tuntia sitten", 3),
        ("acum 3 ore", 3),
        ("πριν από 3 ώρες", 3),
        ("3 jam yang lalu", 3),
        ("3 giờ trước", 3),
        ("3 ชั่วโมงที่แล้ว", 3),
        ("3 घंटे पहले", 3),
        ("۳ ساعت پیش", 3),
        ("לפני 3 שעות", 3),
        ("৩ ঘণ্টা আগে", 3),
    ],
)
def test_relative(text: str, hours: float) -> None:
    (moment,) = find_date_matches(text, DateContext(NOW))
    assert (NOW - moment.value).total_seconds() == hours * 3600
    assert moment.dated is False


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("zh", "昨天 16:24"),
        ("ja", "昨日 午後4時24分"),
        ("ko", "어제 16:24"),
        ("en", "Yesterday, 4:24 PM"),
        ("de", "gestern um 16:24 Uhr"),
        ("es", "ayer a las 16:24"),
        ("fr", "hier à 16h24"),
        ("it", "ieri alle 16:24"),
        ("pt", "ontem às 16:24"),
        ("ru", "вчера в 16:24"),
        ("tr", "dün 16:24"),
        ("pl", "wczoraj, 16:24"),
        ("sv", "igår 16:24"),
    ],
)
def test_yesterday(lang: str, text: str) -> None:
    (moment,) = find_date_matches(text, DateContext(NOW, lang))
    assert (moment.value.strftime("%d %H:%M"), moment.exact) == ("09 16:24", True)


@pytest.mark.parametrize(
    ("lang", "country", "text", "day", "other"),
    [
        ("en", "", "03/04/2024", "2024-03-04", "2024-04-03"),
        ("en", "in", "03/04/2024", "2024-04-03", "2024-03-04"),
        ("en-au", "", "03/04/2024", "2024-04-03", "2024-03-04"),
        ("fr", "", "03/04/2024", "2024-04-03", "2024-03-04"),
        ("en", "", "13/04/2024", "2024-04-13", None),
        ("en", "", "04/04/2024", "2024-04-04", None),
        ("de", "", "03.04.2024", "2024-04-03", None),
        ("en", "", "09/05/2024", "2024-05-09", None),
    ],
)
def test_day_and_month_in_either_order(
    lang: str, country: str, text: str, day: str, other: str | None
) -> None:
    (moment,) = find_date_matches(text, DateContext(NOW, lang, country))
    assert (moment.value.date().isoformat(), moment.other and moment.other.date().isoformat()) == (
        day,
        other,
    )


@pytest.mark.parametrize(
    "text",
    [
        "1.2.24",
        "10.10.10.10",
        "5 apples 2024",
        "2567",
        "version 12.11.10.9",
        "0:1 2024",
        "+49 30 12 05 24",
        "25/13/24",
    ],
)
def test_numbers_that_are_not_dates(text: str) -> None:
    assert find_date_matches(text, DateContext(NOW, "de")) == []


@pytest.mark.parametrize("month", ["jul", "july", "July"])
def test_a_month_in_an_address(month: str) -> None:
    moment = url_date(f"http://news.example/world/2024/{month}/05/library-opens", DateContext(NOW))
    assert moment is not None
    assert moment.value.date().isoformat() == "2024-07-05"
