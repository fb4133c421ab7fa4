"""The zone that a board names for all its times."""

from datetime import UTC, datetime

import pytest

from extractor.forum.zones import stated_zone
from tests.unit.extractor import samples
from tests.unit.extractor.forum.boards import all_posts
from tests.unit.extractor.forum.engines import ENTRIES, TITLE


@pytest.mark.parametrize(
    ("line", "zone"),
    [
        ("All times are GMT -5. The time now is 10:00 AM.", "Etc/GMT+5"),
        ("Alle Zeiten sind UTC+01:00", "Etc/GMT-1"),
        ("Часовой пояс: UTC + 3 часа", "Etc/GMT-3"),
        ("Les heures sont au format UTC + 1 heure", "Etc/GMT-1"),
        ("Tüm Zamanlar GMT +2 Olarak Ayarlandı.", "Etc/GMT-2"),
        ("All times are GMT. The time now is 10:00 AM.", "Etc/GMT"),
        ("All times are UTC+05:30", ""),
        ("All times are GMT -50", ""),
        ("The train leaves at 10:00 GMT", ""),
        ("", ""),
    ],
)
def test_names_of_zones(line: str, zone: str) -> None:
    assert stated_zone(["Wheel Forum", line]) == zone


def test_a_zone_in_an_element_of_its_own() -> None:
    assert stated_zone(["Wheel Forum", "All times are ", "", "UTC-05:00"]) == "Etc/GMT+5"
    assert stated_zone(["The train leaves at ", "10:00 UTC-05:00"]) == ""


def test_posts_are_read_in_the_zone_of_the_board() -> None:
    foot = "<div>All times are GMT -5. The time now is 10:00 AM.</div>"
    page = f"<html><head><title>{TITLE}</title></head><body><h1>{TITLE}</h1>{''.join(all_posts())}{foot}</body></html>"
    thread = samples.read_thread(page, "http://forum.example.org/t/17", kind="thread")
    first = thread.posts[0].published
    assert first is not None
    own = ENTRIES[0].when
    assert first.astimezone(UTC) == datetime(
        own.year, own.month, own.day, own.hour + 5, own.minute, tzinfo=UTC
    )
