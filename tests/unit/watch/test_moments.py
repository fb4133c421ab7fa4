"""Times that are stored in sentences, as they are shown."""

from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

from watch.moments import shown_detail


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
