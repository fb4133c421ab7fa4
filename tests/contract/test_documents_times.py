"""Counts by time bucket on both document stores, against the counts of a plain loop."""

from bisect import bisect_right
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storage.backends import open_documents
from storage.documents.dates import day_start
from storage.documents.port import (
    ByTime,
    CopyMode,
    Document,
    Documents,
    Filters,
    PublicationSpan,
    SearchRequest,
    TimeCounts,
)
from storage.documents.query import parse
from storage.documents.sqlite import SqliteDocuments
from storage.settings import Settings
from tests.contract.documents import document, store

_BERLIN = ZoneInfo("Europe/Berlin")
_AUTUMN = datetime(2026, 10, 20, tzinfo=UTC)
_SITES, _TAGS = ("a.example", "b.example", "c.example"), ("port", "ship", "weather")


def _made() -> list[Document]:
    """Return documents around the night in which Berlin's clocks go back; some are copies, some
    have no date.
    """
    rng = Random(7)
    return [
        document(
            f"n{number}",
            rng.choice(("Harbour opens", "Reservoir fills")),
            published=None
            if number % 25 == 0
            else _AUTUMN + timedelta(minutes=rng.randint(0, 10 * 24 * 60)),
            site=rng.choice(_SITES),
            tags=tuple(rng.sample(_TAGS, rng.randint(0, 2))),
            copy_id=rng.choice(("", "one", "two", "three")),
        )
        for number in range(250)
    ]


_DOCUMENTS = _made()


@pytest.fixture(scope="module")
def documents(module_documents_url: str) -> Iterator[Documents]:
    with closing(open_documents(Settings(documents_url=module_documents_url))) as opened:
        store(opened, _DOCUMENTS)
        yield opened


def _request(text: str = "", copies: CopyMode = "each", **filters: Any) -> SearchRequest:
    return SearchRequest(query=parse(text), filters=Filters(**filters), copies=copies)


def _values(each: Document, name: str) -> set[str]:
    return set(each.tags) if name == "tag" else {getattr(each, name)}


def _number(matches: list[Document], copies: CopyMode) -> int:
    return len({each.copy_id or each.id for each in matches} if copies == "once" else matches)


def _counted(
    word: str, copies: CopyMode, edges: list[datetime], name: str, values: tuple[str, ...]
) -> TimeCounts:
    """Count as the port says, without any index."""
    buckets: list[list[Document]] = [[] for _ in edges[1:]]
    for each in _DOCUMENTS:
        if each.published and edges[0] <= each.published < edges[-1] and word in each.title:
            buckets[bisect_right(edges, each.published) - 1].append(each)

    def row(wanted: str) -> tuple[int, ...]:
        return tuple(
            _number([each for each in matches if wanted in _values(each, name)], copies)
            for matches in buckets
        )

    others = [
        [each for each in matches if not _values(each, name) & set(values)] for matches in buckets
    ]
    return TimeCounts(
        totals=tuple(_number(matches, copies) for matches in buckets),
        values={value: row(value) for value in values},
        others=tuple(_number(matches, copies) for matches in others),
    )


_EDGES = st.lists(st.integers(0, 11 * 24 * 60), min_size=2, max_size=40, unique=True).map(
    lambda minutes: [_AUTUMN + timedelta(minutes=each) for each in sorted(minutes)]
)
_BY = st.sampled_from(
    [
        ("site", _SITES[:2]),
        ("site", ("nowhere", "a.example", "'")),
        ("tag", _TAGS[:2]),
        ("tag", ("\ud800", "ship")),
    ]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    query=st.sampled_from(["-equinox", "harbour"]),
    copies=st.sampled_from(["each", "once"]),
    edges=_EDGES,
    by=_BY,
)
def test_counts_are_those_of_a_plain_loop(
    documents: Documents,
    query: str,
    copies: CopyMode,
    edges: list[datetime],
    by: tuple[str, tuple[str, ...]],
) -> None:
    expected = _counted("Harbour" if query == "harbour" else "", copies, edges, *by)
    assert documents.aggregate(_request(query, copies), ByTime(edges, *by)) == expected
    assert documents.aggregate(_request(query, copies), ByTime(edges)) == TimeCounts(
        totals=expected.totals
    )


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edges=_EDGES)
def test_buckets_sum_to_what_the_search_finds(documents: Documents, edges: list[datetime]) -> None:
    request = _request("harbour", after=edges[0], before=edges[-1])
    counts = documents.aggregate(request, ByTime(edges, "site", _SITES))
    assert sum(counts.totals) == documents.search(request).total
    assert counts.totals == tuple(map(sum, zip(*counts.values.values(), strict=True)))


def test_an_empty_store_has_empty_buckets(
    request: pytest.FixtureRequest, documents: Documents
) -> None:
    edges = [_AUTUMN, _AUTUMN + timedelta(hours=1), _AUTUMN + timedelta(hours=2)]
    url = f"sqlite://{request.getfixturevalue('tmp_path')}/empty.db"
    if not isinstance(documents, SqliteDocuments):
        url = str(request.getfixturevalue("elasticsearch_url"))
    with closing(open_documents(Settings(documents_url=url))) as empty:
        assert empty.aggregate(_request(), ByTime(edges, "site", ("a",))) == TimeCounts(
            totals=(0, 0), values={"a": (0, 0)}, others=(0, 0)
        )
        assert empty.aggregate(_request(), PublicationSpan()) is None


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Europe/Berlin", date(2026, 10, 25), 25),
        ("Europe/Berlin", date(2026, 3, 29), 23),
        ("Australia/Lord_Howe", date(2026, 4, 5), 24.5),
        ("America/Havana", date(2026, 3, 8), 23),
        ("UTC", date(2026, 10, 25), 24),
    ],
)
def test_a_day_has_its_hours_in_its_zone(
    documents: Documents, zone: str, day: date, hours: float
) -> None:
    start = day_start(day, ZoneInfo(zone))
    end = day_start(day + timedelta(days=1), ZoneInfo(zone))
    assert (end - start) == timedelta(hours=hours)
    store(
        documents,
        [
            document(f"edge{number}", "Equinox", lang="de", published=moment)
            for number, moment in enumerate(
                (start - timedelta(milliseconds=1), start, end - timedelta(milliseconds=1), end)
            )
        ],
    )
    edges = [start - timedelta(days=1), start, end, end + timedelta(days=1)]
    assert documents.aggregate(_request("equinox"), ByTime(edges)).totals == (1, 2, 1)
    now = datetime(2026, 11, 22, tzinfo=ZoneInfo(zone))
    query = parse(f"equinox after:{day} before:{day}", now=now)
    assert documents.search(SearchRequest(query=query)).total == 2


def test_hours_in_a_query_are_those_of_the_reader(documents: Documents) -> None:
    now = datetime(2026, 10, 26, 12, tzinfo=_BERLIN)

    def total(text: str, low: datetime, high: datetime) -> tuple[int, int]:
        expected = [each for each in _DOCUMENTS if each.published and low <= each.published < high]
        query = parse(f"-equinox {text}", now=now)
        return documents.search(SearchRequest(query=query)).total, len(expected)

    noon = datetime(2026, 10, 26, 11, tzinfo=UTC)
    for text, low, high in (
        (
            "after:2026-10-25T08:00 before:2026-10-25T17:30",
            noon - timedelta(hours=28),
            noon - timedelta(hours=18.5),
        ),
        ("after:-2d before:-3h", noon - timedelta(days=2), noon - timedelta(hours=3)),
        (
            "after:2026-10-25T02:30+01:00 before:-24h",
            noon - timedelta(hours=33.5),
            noon - timedelta(hours=24),
        ),
    ):
        got, expected = total(text, low, high)
        assert got == expected > 0, text


def test_the_span_of_the_matches(documents: Documents) -> None:
    harbour = [each.published for each in _DOCUMENTS if each.published and "Harbour" in each.title]
    assert documents.aggregate(_request("harbour"), PublicationSpan()) == (
        min(harbour),
        max(harbour),
    )
    assert documents.aggregate(_request("nothing"), PublicationSpan()) is None
    assert documents.aggregate(_request("-has:date harbour"), PublicationSpan()) is None
