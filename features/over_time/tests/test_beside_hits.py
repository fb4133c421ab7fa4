"""The chart above what a search finds, and on the page of a name."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from tests.unit.webui.samples import MOMENT, article
from tests.unit.webui.test_search_page import page_of, titles

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
pytestmark = pytest.mark.usefixtures("tables")


def columns(html: str) -> list[str]:
    return re.findall(
        r'<a id="[^"]*" href="[^"]*" aria-label="(\d{4}[^"]*)" tabindex="-1"><rect', html
    )


def column(html: str, span: str) -> str:
    (url,) = re.findall(rf'href="([^"]*)" aria-label="{span}: ', html)
    return "/search/" + str(url).replace("&amp;", "&")


def test_a_column_of_the_chart_narrows_and_wider_goes_back(browse: Browse, ports: "Stores") -> None:
    days = (0, 1, 40, 41, 300)
    ports.documents().write(
        [
            article(f"https://example.org/{n}", "Bank", published=MOMENT - timedelta(days=n))
            for n in days
        ]
    )
    client = browse("analyst")
    html = page_of(client, "/search/?q=bank")
    assert "Zoom out" not in html
    assert columns(html) == [
        "2026-01-24 – 01-25: 1",
        "2026-10-05 – 10-11: 2",
        "2026-11-16 – 11-20: 2",
    ]
    week = page_of(client, column(html, "2026-11-16 – 11-20"))
    assert columns(week) == ["2026-11-19 06:00 – 09:00: 1", "2026-11-20 06:00 – 09:00: 1"]
    hours = page_of(client, column(week, "2026-11-19 06:00 – 09:00"))
    assert columns(hours) == ["2026-11-19 08:30 – 08:35: 1"]
    minutes = page_of(client, column(hours, "2026-11-19 08:30 – 08:35"))
    assert titles(minutes) == ["Bank"]
    assert columns(minutes) == ["2026-11-19 08:30 – 08:31: 1"]
    around = minutes
    for expected in (1, 1, 2, 2, 5, 5):
        (wider,) = re.findall(r'<a href="([^"]*)">Zoom out</a>', around)
        around = page_of(client, "/search/" + wider.replace("&amp;", "&"))
        assert f"{expected} document" in around
    assert "Zoom out" not in around


def test_the_chart_counts_what_has_a_date(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(
        [
            article("https://example.org/1", "Bank dated"),
            article("https://example.org/2", "Bank undated", published=None),
            article("https://example.org/3", "River undated", published=None),
        ]
    )
    client = browse("analyst")
    html = page_of(client, "/search/?q=bank+OR+river")
    assert columns(html) == ["2026-11-20 08:30 – 09:00: 1"]
    assert "2 undated documents are not in the chart." in html
    (link,) = re.findall(r'href="([^"]*)">Show only these', html)
    only = page_of(client, f"/search/{link.replace('&amp;', '&')}")
    assert sorted(titles(only)) == ["Bank undated", "River undated"]
    assert "undated" not in page_of(client, "/search/?q=dated")


def test_matches_without_a_date_have_no_chart(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(
        [article(f"https://late.example/{n}", "Undated", published=None) for n in range(21)]
    )
    client = browse("analyst")

    def counts(query: str) -> str:
        answer = client.get(f"/search/counts/?q={query}", headers={"HX-Request": "true"})
        return answer.content.decode()

    assert "None of these documents has a known date, so there is no chart." in counts("undated")
    assert "21 documents" in counts("undated")
    assert "has a known date" not in counts("zebra")


def test_the_page_of_a_name_has_the_chart_of_its_documents(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([article("https://example.org/1", "Bank", tags=("money",))])
    html = page_of(browse("analyst"), "/names/?tag=money")
    assert columns(html) == ["2026-11-20 08:30 – 09:00: 1"]
    assert 'href="/search/over-time/?tag=money">Compare and break down' in html


def test_a_chart_that_fails_is_not_taken_for_missing_dates(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    ports.documents().write([article("https://example.org/1", "Bank")])
    monkeypatch.setattr("features.over_time.views.count_search", None)
    answer = browse("analyst").get("/search/counts/?q=bank", headers={"HX-Request": "true"})
    assert "1 document" in answer.content.decode()
    assert "has a known date" not in answer.content.decode()
