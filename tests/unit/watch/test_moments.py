"""What is stored of failures, as it is shown: times and sentences."""

from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

from watch.details import detail_beyond, shown_detail


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        (
            "HTTP 429, the site asks to wait until 2026-11-28 19:18 UTC",
            "HTTP 429, the site asks to wait until 2026-11-28 20:18 CET",
        ),
        ("2026-11-28 23:12:42.123+00:00", "2026-11-29 00:12 CET"),
        ("2026-07-01 10:00:05+00:00 UTC", "2026-07-01 12:00 CEST"),
        ("2026-02-31 10:00 UTC", "2026-02-31 10:00 UTC"),
        ("HTTP 403, a robot check", "HTTP 403, a robot check"),
        ("on 2026-11-28 10:00 it closed", "on 2026-11-28 10:00 it closed"),
        ("", ""),
    ],
)
def test_a_stored_time_is_shown_in_the_zone_of_the_reader(stored: str, shown: str) -> None:
    with timezone.override(ZoneInfo("Europe/Berlin")), translation.override("en"):
        assert shown_detail(stored) == shown


@pytest.mark.parametrize(
    ("stored", "zone"),
    [("0001-01-01 00:00 UTC", "America/New_York"), ("9999-12-31 23:59 UTC", "Asia/Shanghai")],
)
def test_a_time_that_the_zone_of_the_reader_cannot_have_stays(stored: str, zone: str) -> None:
    with timezone.override(ZoneInfo(zone)):
        assert shown_detail(stored) == stored


def test_why_a_site_asks_to_wait_is_in_the_language_of_the_reader() -> None:
    stored = "HTTP 503, the site asks to wait until 2026-11-28 19:18 UTC"
    with timezone.override(ZoneInfo("Asia/Shanghai")), translation.override("zh-hans"):
        assert shown_detail(stored) == "HTTP 503：请在 2026-11-29 03:18 CST 之后再访问"


@pytest.mark.parametrize(
    ("stored", "english", "chinese"),
    [
        ("the response is not complete", "the response is not complete", "响应不完整"),
        (
            "the server did not answer in time (Getting http://a.example/ took longer than 20.0 "
            "seconds.)",
            "the server did not answer within 20 s",
            "服务器在 20 秒内没有响应",
        ),
        (
            "the connection failed (Connection lost)",
            "the connection failed (Connection lost)",
            "连接失败 (Connection lost)",
        ),
        ("HTTP 403, a robot check", "HTTP 403, a robot check", "HTTP 403，机器人验证"),
        ("what a server says", "what a server says", "what a server says"),
    ],
)
def test_known_details_are_in_the_language_of_the_reader(
    stored: str, english: str, chinese: str
) -> None:
    with translation.override("en"):
        assert shown_detail(stored) == english
    with translation.override("zh-hans"):
        assert shown_detail(stored) == chinese


def test_a_detail_that_only_repeats_its_outcome_is_left_out() -> None:
    assert detail_beyond("the response is not complete", "truncated") == ""
    assert detail_beyond("the connection failed (refused)", "connect") != ""
    assert detail_beyond("HTTP 503", "http_5xx") == "HTTP 503"
    assert detail_beyond("of a later version", "unknown") == "of a later version"
