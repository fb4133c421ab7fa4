"""Counts by day and field, and what was collected lately, on SQLite and on a real Elasticsearch
server.
"""

from collections.abc import Iterator
from contextlib import closing
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from storage.backends import open_documents
from storage.documents.dates import day_start
from storage.documents.port import ByDay, Documents, Filters, SearchRequest
from storage.documents.query import parse
from storage.settings import Settings
from tests.contract.documents import NOVEMBER, document, found, store

DAY = timedelta(days=1)
FIRST = NOVEMBER.date()


@pytest.fixture(params=["sqlite", "elasticsearch"])
def documents(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Documents]:
    url = f"sqlite://{tmp_path}/documents.db"
    if request.param == "elasticsearch":
        url = request.getfixturevalue("elasticsearch_url")
    with closing(open_documents(Settings(documents_url=url))) as opened:
        yield opened


def ask(text: str = "", **filters: Any) -> SearchRequest:
    return SearchRequest(query=parse(text), filters=Filters(**filters))


def fill(documents: Documents) -> None:
    store(
        documents,
        [
            document("a", "Rates", published=NOVEMBER, channel="feed", site="one.example"),
            document("b", "Rates", published=NOVEMBER, channel="list", site="one.example"),
            document(
                "c", "Rates", published=NOVEMBER.replace(hour=23, minute=59), site="two.example"
            ),
            document("d", "River", published=NOVEMBER + DAY, site="two.example"),
            document("e", "River", published=NOVEMBER + 5 * DAY, site="two.example"),
            document("f", "River", published=None),
        ],
    )


def test_days_are_counted_by_field(documents: Documents) -> None:
    fill(documents)
    assert documents.aggregate(ask(), ByDay("channel")) == {
        FIRST: {"feed": 2, "list": 1},
        FIRST + DAY: {"feed": 1},
        FIRST + 5 * DAY: {"feed": 1},
    }
    assert documents.aggregate(ask(before=day_start(FIRST + 2 * DAY)), ByDay("site")) == {
        FIRST: {"one.example": 2, "two.example": 1},
        FIRST + DAY: {"two.example": 1},
    }


@pytest.mark.parametrize(
    ("zone", "days"),
    [
        ("UTC", {29: 2, 30: 3}),
        ("Asia/Shanghai", {29: 1, 30: 3, 31: 1}),
        ("America/St_Johns", {28: 1, 29: 2, 30: 2}),
    ],
)
def test_days_are_those_of_a_zone(documents: Documents, zone: str, days: dict[int, int]) -> None:
    moments = ["29T01:00", "29T16:00", "30T02:29", "30T02:30", "30T20:00"]
    store(
        documents,
        [
            document(name, published=datetime.fromisoformat(f"2026-10-{name}+00:00"))
            for name in moments
        ],
    )
    counted = documents.aggregate(ask(), ByDay("channel", ZoneInfo(zone)))
    assert {day.day: sum(counts.values()) for day, counts in counted.items()} == days


def test_only_matches_are_counted_by_day(documents: Documents) -> None:
    fill(documents)
    assert documents.aggregate(ask("rates", channel=("feed",)), ByDay("channel")) == {
        FIRST: {"feed": 2}
    }
    assert documents.aggregate(ask("nothing"), ByDay("channel")) == {}
    assert documents.aggregate(ask(after=day_start(date(2027, 1, 1))), ByDay("site")) == {}


def test_every_value_of_many_is_counted(documents: Documents) -> None:
    store(documents, [document(f"n{number}", site=f"s{number}.example") for number in range(300)])
    (counts,) = documents.aggregate(ask(), ByDay("site")).values()
    assert counts == {f"s{number}.example": 1 for number in range(300)}


def test_an_empty_store_has_no_days(documents: Documents) -> None:
    assert documents.aggregate(ask(), ByDay("channel")) == {}


def test_what_was_collected_lately(documents: Documents) -> None:
    moments = {"old": NOVEMBER, "edge": NOVEMBER + DAY, "new": NOVEMBER + 2 * DAY}
    store(
        documents, [document(name, "Rates", collected=moment) for name, moment in moments.items()]
    )
    assert found(documents, "rates", collected_since=NOVEMBER + DAY) == {"edge", "new"}
    assert found(documents, "", collected_since=NOVEMBER + DAY + timedelta(milliseconds=1)) == {
        "new"
    }
    exported = documents.export(ask("rates", collected_since=NOVEMBER + DAY))
    assert [each.id for each in exported] == ["edge", "new"]


def test_a_thread_that_has_grown_lately_is_among_what_was_found_lately(
    documents: Documents,
) -> None:
    late = NOVEMBER + 2 * DAY
    thread: dict[str, Any] = {"kind": "thread", "thread": "t", "collected": NOVEMBER}
    store(
        documents,
        [
            document("grown", "Rates", changed=late, **thread),
            document("still", "Rates", **thread),
            document("before", "Rates", changed=NOVEMBER + timedelta(hours=1), **thread),
            # Whoever was told of an article is not told again when its publisher edits it.
            document("edited", "Rates", collected=NOVEMBER, changes=1, changed=late),
            document("new", "Rates", collected=late),
        ],
    )
    assert found(documents, "rates", collected_since=NOVEMBER + DAY) == {"grown", "new"}
    assert found(documents, "rivers", collected_since=NOVEMBER + DAY) == set()
