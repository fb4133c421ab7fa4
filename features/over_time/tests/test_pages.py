"""The page that draws searches over time, and its downloads."""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape
from time import time
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from storage.counters.events import Event
from storage.errors import Unavailable
from storage.outcomes import Outcome
from testbed.servers.process import free_port
from tests.unit.webui.samples import MOMENT, article, draft

if TYPE_CHECKING:
    from django.test import Client

    from storage.counters.store import Counters
    from watch.stores import Stores

Browse = Callable[..., "Client"]
_PAGE, _DAY = "/search/over-time/", "after=2026-11-20&before=2026-11-20"
_HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _documents(tables: None, ports: "Stores") -> None:
    from storage.database.models import TimelineEvent

    TimelineEvent.objects.all().delete()
    midnight = MOMENT.replace(hour=0, minute=0)
    ports.documents().write(
        [
            article(
                "https://a.example/1",
                "Harbour opens",
                published=midnight + 8 * _HOUR,
                tags=("port",),
            ),
            article(
                "https://a.example/2",
                "Harbour shut",
                published=midnight + 8.2 * _HOUR,
                tags=("port", "ship"),
            ),
            article(
                "https://b.example/3",
                "Harbour fire",
                published=midnight + 10 * _HOUR,
                lang="de",
                copy_id="one",
            ),
            article(
                "https://c.example/3",
                "Harbour fire",
                published=midnight + 10.1 * _HOUR,
                copy_id="one",
            ),
            article("https://b.example/4", "Reservoir fills", published=midnight + 10.2 * _HOUR),
            article("https://b.example/5", "=River", published=midnight + 20 * _HOUR),
            article("https://b.example/6", "Harbour undated", published=None),
        ]
    )


def _note(kind: str, subject: str, at: datetime, before: str = "", after: str = "") -> None:
    from storage.database.searches import events

    happened = events.Happening(
        at=at, kind=kind, subject=subject, before=before, after=after, detail="{}"
    )
    events.note({}, (), [happened])


def _shown(client: "Client", query: str, status: int = 200) -> str:
    answer = client.get(f"{_PAGE}?{query}")
    assert answer.status_code == status
    return answer.content.decode()


def _series(html: str) -> dict[str, dict[str, str]]:
    """Return what the tooltip says, without what is zero: name, bucket, text."""
    (data,) = re.findall(r'data-chart="([^"]*)"', html)
    found = json.loads(unescape(data))
    return {
        each["name"]: {
            label: text
            for label, text in zip(found["labels"], each["values"], strict=True)
            if text not in ("0", "0%")
        }
        for each in found["series"]
    }


def _table(client: "Client", query: str) -> list[dict[str, str]]:
    answer = client.get(f"{_PAGE}numbers.csv?{query}")
    assert answer["Content-Type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_queries_are_lines_and_the_table_has_the_numbers_of_the_chart(browse: Browse) -> None:
    client = browse("analyst")
    query = f"q=harbour&with=reservoir&with=title:=River&{_DAY}"
    html = _shown(client, query)
    assert _series(html) == {
        "harbour": {"2026-11-20 08:00 – 08:30": "2", "2026-11-20 10:00 – 10:30": "1"},
        "reservoir": {"2026-11-20 10:00 – 10:30": "1"},
        "title:=River": {"2026-11-20 20:00 – 20:30": "1"},
    }
    rows = _table(client, query)
    assert len(rows) == 48
    assert [row["harbour"] for row in rows if row["harbour"] != "0"] == ["2", "1"]
    (eight,) = [row for row in rows if row["start"] == "2026-11-20T08:00:00+00:00"]
    assert (eight["end"], eight["harbour"], eight["reservoir"], eight["gap"]) == (
        "2026-11-20T08:30:00+00:00",
        "2",
        "0",
        "",
    )
    assert [
        row["harbour"] for row in _table(client, f"{query}&copies=each") if row["harbour"] != "0"
    ] == ["2", "2"]


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("site", {"a.example": ["2"], "b.example": ["1"], "c.example": ["1"]}),
        ("lang", {"English": ["2", "1"], "German": ["1"]}),
        ("tag", {"port": ["2"], "ship": ["1"], "others": ["1"]}),
    ],
)
def test_one_query_is_stacked_by_a_field(
    browse: Browse, by: str, expected: dict[str, list[str]]
) -> None:
    found = _series(_shown(browse("analyst"), f"q=harbour&by={by}&{_DAY}"))
    assert {name: list(texts.values()) for name, texts in found.items()} == expected


def test_shares_are_of_all_documents_with_the_same_filters(browse: Browse) -> None:
    client = browse("analyst")
    query = f"q=harbour&show=share&copies=each&{_DAY}"
    ten, eight = "2026-11-20 10:00 – 10:30", "2026-11-20 08:00 – 08:30"
    texts = _series(_shown(client, query))["Documents"]
    assert (texts[eight], texts[ten], texts["2026-11-20 09:00 – 09:30"]) == ("100%", "66.7%", "—")
    assert _series(_shown(client, f"{query}&site=b.example"))["Documents"][ten] == "50%"
    (row,) = [row for row in _table(client, query) if row["start"].startswith("2026-11-20T10:00")]
    assert (row["Documents"], row["all documents"], row["Documents %"]) == ("2", "3", "66.6667")


def test_a_link_shows_the_same_time_to_a_reader_elsewhere(browse: Browse) -> None:
    client = browse("analyst")
    client.cookies["newsloom_zone"] = "Asia/Shanghai"
    html = _shown(client, f"q=harbour&with=reservoir&{_DAY}")
    (link,) = re.findall(r'href="([^"]*)"\s+aria-label="2026-11-20 16:00 – 16:30: 2"', html)
    del client.cookies["newsloom_zone"]
    zoomed = _shown(client, unescape(link)[1:])
    assert _series(zoomed)["harbour"] == {
        "2026-11-20 16:00 – 16:01": "1",
        "2026-11-20 16:12 – 16:13": "1",
    }
    assert "Times in Asia/Shanghai" in zoomed


def test_a_stop_of_everything_is_a_gap_and_no_zero(browse: Browse) -> None:
    _note("system", "no_worker", MOMENT.replace(hour=12, minute=10), after="no_worker")
    _note("system", "no_worker", MOMENT.replace(hour=14, minute=10), before="no_worker")
    client = browse("analyst")
    query = f"q=harbour&{_DAY}"
    html = _shown(client, query)
    assert "Hatched: nothing was collected" in html
    assert "2026-11-20 12:10 – 14:10" in html
    assert len(re.findall('class="gap"', html)) == 1
    unknown = [label for label, text in _series(html)["Documents"].items() if text == "—"]
    assert unknown == [
        "2026-11-20 12:00 – 12:30 · nothing was collected: 2026-11-20 12:10 – 12:30",
        "2026-11-20 12:30 – 13:00 · nothing was collected",
        "2026-11-20 13:00 – 13:30 · nothing was collected",
        "2026-11-20 13:30 – 14:00 · nothing was collected",
    ]
    rows = {row["start"][11:16]: row for row in _table(client, query)}
    assert (rows["12:30"]["Documents"], rows["12:30"]["gap"]) == ("", "nothing was collected")
    assert (rows["11:30"]["Documents"], rows["14:00"]["Documents"]) == ("0", "0")
    assert "Hatched" in client.get(f"/search/?{query}").content.decode()


def test_gaps_that_cannot_be_read_are_not_taken_for_none(browse: Browse, ports: "Stores") -> None:
    client, query = browse("analyst"), f"q=harbour&{_DAY}"
    told = "Gaps in collection cannot be read now"
    nowhere = f"redis://127.0.0.1:{free_port()}/0"
    ports.settings = replace(ports.settings, state_url=nowhere)
    assert told in _shown(client, query)
    assert told in client.get(f"/search/?{query}").content.decode()
    assert told in client.get(f"{_PAGE}chart.svg?{query}").content.decode()
    assert {row["gap"] for row in _table(client, query)} == {"unknown"}
    counted = client.get(f"/api/v1/counts?{query}").json()
    assert sum(counted["totals"]) == 4
    assert counted["gaps"] is None


def test_pages_wait_once_for_gaps_that_cannot_be_read(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    client, query = browse("analyst"), f"q=harbour&{_DAY}"
    told, counters = "Gaps in collection cannot be read now", ports.counters
    asked: list[float] = []

    def away() -> "Counters":
        asked.append(time())
        raise Unavailable("redis", "no answer")

    monkeypatch.setattr(ports, "counters", away)
    for _ in range(3):
        assert told in _shown(client, query)
    assert len(asked) == 1

    # A server that is back is soon asked again.
    monkeypatch.setattr(ports, "counters", counters)
    monkeypatch.setattr("django.core.cache.backends.locmem.time.time", lambda: asked[0] + 15)
    assert told not in _shown(client, query)


def test_the_future_is_not_a_zero(browse: Browse, ports: "Stores") -> None:
    now = datetime.now(UTC)
    ports.documents().write(
        [article("https://a.example/now", "Lighthouse lit", published=now - timedelta(minutes=90))]
    )
    first, last = (f"{now + hours * _HOUR:%Y-%m-%dT%H:%M}" for hours in (-2, 2))
    shown = _series(
        _shown(browse("analyst"), f"q=lighthouse&after={first}&before={last}&zone=UTC")
    )["Documents"]
    unknown = [label[:16] for label, text in shown.items() if text == "—"]
    assert list(shown.values()).count("1") == 1
    assert unknown
    assert min(unknown) >= f"{now:%Y-%m-%d %H:%M}"


def test_minutes_without_a_scheduler_and_hours_without_visits_are_gaps(
    browse: Browse, ports: "Stores"
) -> None:
    now = datetime.now(UTC).replace(second=0, microsecond=0)
    silent = range(200, 228)
    for back in range(600):
        if back not in silent:
            ports.counters().record_gauges(
                (now - timedelta(minutes=back)).timestamp(), {"list ready": 1}
            )
    visits = [now - timedelta(hours=back) for back in range(40) if not 20 <= back < 24]
    ports.counters().record(
        [
            Event(
                source_id=1,
                run_id="r",
                channel="feed",
                site="",
                outcome=Outcome.LISTED,
                url="",
                at=at.timestamp(),
            )
            for at in visits
        ]
    )
    ports.documents().write(
        [article("https://a.example/now", "Harbour now", published=now - timedelta(minutes=5))]
    )
    html = _shown(browse("analyst"), "q=harbour&after=-2d")
    silence = f"{now - timedelta(minutes=227):%Y-%m-%d %H:%M} – "
    hour = (now - timedelta(hours=23)).replace(minute=0)
    assert silence in html
    assert f"{hour:%Y-%m-%d %H:%M} – " in html
    assert len(re.findall('class="gap"', html)) == 2


def test_a_source_that_was_not_read_is_a_gap_of_its_own_search(
    browse: Browse, ports: "Stores"
) -> None:
    from storage.database.sources.sources import add_source

    source = add_source(draft("Example"), "jane")
    _note(
        "source", source.name, MOMENT.replace(hour=12, minute=0), before="healthy", after="failing"
    )
    _note(
        "source", source.name, MOMENT.replace(hour=14, minute=0), before="failing", after="healthy"
    )
    client = browse("analyst")
    everything = _shown(client, f"q=harbour&{_DAY}")
    assert "Hatched" not in everything
    assert "Sources that were not read in this time" in everything
    assert "2026-11-20 12:00 – 14:00" in _shown(client, f"q=harbour&source=Example&{_DAY}")


def test_the_picture_is_a_file_of_its_own(browse: Browse) -> None:
    answer = browse("analyst").get(f"{_PAGE}chart.svg?q=%3Ci%3E+harbour&with=reservoir&{_DAY}")
    assert answer["Content-Type"] == "image/svg+xml; charset=utf-8"
    root = ElementTree.fromstring(answer.content)
    assert (root.get("width"), root.findtext("{http://www.w3.org/2000/svg}title")) == (
        "1200",
        "<i> harbour · reservoir",
    )
    assert b"style=" not in answer.content


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("q=zebra", 200, "Nothing to draw"),
        ("q=(harbour", 400, "This bracket is not closed"),
        ("q=harbour&with=after:soon", 400, "“soon” is not a date"),
        (f"q=harbour&by=bogus&show=bogus&{_DAY}", 200, "Documents"),
        (
            "q=harbour&after=2026-11-21&before=2026-11-20",
            200,
            "The first time is not before the last time",
        ),
        ("q=harbour&after=-24h", 200, "Published"),
        ("q=-has:date", 200, "Nothing to draw"),
        ("q=harbour&before=%3Ci%3E", 400, "Published until: “&lt;i&gt;” is not a date."),
        ("q=harbour&by=weather", 200, "Stack by: “weather” is not one of the choices."),
        ("", 200, "(everything)"),
    ],
)
def test_bad_and_empty_input_is_explained(
    browse: Browse, query: str, status: int, said: str
) -> None:
    client = browse("analyst")
    if said == "(everything)":
        query = "with=harbour"
    assert said in _shown(client, query, status)
    for path in ("chart.svg", "numbers.csv"):
        assert client.get(f"{_PAGE}{path}?{query}").status_code in (200, 400, 404)


@pytest.mark.parametrize(
    ("after", "before"),
    [
        ("0001-01-01", "0001-01-01"),
        ("0001-01-01", "9999-12-31"),
        ("9999-12-31", "9999-12-31"),
        ("9999-12-31T23:59Z", ""),
        ("", "9999"),
    ],
)
@pytest.mark.parametrize("zone", ["UTC", "Asia/Shanghai", "America/New_York"])
def test_dates_at_the_ends_of_the_calendar_are_answered(
    browse: Browse, after: str, before: str, zone: str
) -> None:
    query = {"q": "harbour", "after": after, "before": before, "zone": zone}
    assert browse("analyst").get(_PAGE, query).status_code == 200


def test_a_last_day_far_away_leaves_the_matches_in_the_chart(browse: Browse) -> None:
    client = browse("analyst")
    whole = _table(client, "q=harbour&zone=UTC")
    found = _table(client, "q=harbour&before=2100-01-01&zone=UTC")
    (name,) = whole[0].keys() - {"start", "end", "gap"}
    counts = [sum(int(row[name] or 0) for row in rows) for rows in (whole, found)]
    assert counts[0] == counts[1] > 0


def test_hours_that_the_words_name_fill_the_chart(browse: Browse) -> None:
    client = browse("analyst")
    words = "q=harbour+after:2026-11-20T08:00+before:2026-11-20T10:30&zone=UTC"
    rows = _table(client, words)
    (name,) = rows[0].keys() - {"start", "end", "gap"}
    assert rows[0]["start"].startswith("2026-11-20T08:00")
    assert rows[-1]["end"].startswith("2026-11-20T10:07")
    assert sum(int(row[name] or 0) for row in rows) == 4
    assert _table(client, "q=harbour&zone=UTC")[0]["start"].startswith("2026-11-20T00:00")


def test_a_formula_in_a_query_does_not_run_in_a_spreadsheet(browse: Browse) -> None:
    answer = browse("analyst").get(f"{_PAGE}numbers.csv?q=%3Dharbour&with=river&{_DAY}")
    assert answer.content.decode("utf-8-sig").splitlines()[0] == "start,end,'=harbour,river,gap"
