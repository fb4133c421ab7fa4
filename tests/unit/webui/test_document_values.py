"""What the pages of search and documents compute before they show it."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.webui.samples import MOMENT, article
from webui.search.evidence import EvidenceLine, evidence
from webui.search.neighbours import earlier_addresses
from webui.search.timeline import timeline, wider


def test_evidence_tells_what_was_chosen() -> None:
    later = MOMENT + timedelta(hours=2)
    document = article(
        "https://a.example/1",
        "One",
        modified=later,
        date_evidence=(
            f"json-ld: 2026-11-20T08:30Z -> {MOMENT.isoformat()}",
            f"meta article:published_time: 20 Nov: 8.30 -> x -> {MOMENT.isoformat()}",
            "url: /2026/11/19/ -> 2026-11-19T00:00:00+00:00",
            f"json-ld, modified: 10:30 -> {later.isoformat()}",
            "of another form",
            "naive: a -> 2026-11-19T00:00:00",
        ),
    )
    assert evidence(document) == [
        EvidenceLine(source="json-ld", text="2026-11-20T08:30Z", value=MOMENT, chosen=True),
        EvidenceLine(source="meta article:published_time", text="20 Nov: 8.30 -> x", value=MOMENT),
        EvidenceLine(source="url", text="/2026/11/19/", value=datetime(2026, 11, 19, tzinfo=UTC)),
        EvidenceLine(source="json-ld", text="10:30", role="modified", value=later, chosen=True),
        EvidenceLine(source="", text="of another form"),
        EvidenceLine(source="", text="naive: a -> 2026-11-19T00:00:00"),
    ]


@given(st.text(max_size=80) | st.text(": ->,1\n", max_size=40))
def test_any_line_of_evidence_can_be_shown(line: str) -> None:
    (shown,) = evidence(article("https://a.example/1", "One", date_evidence=(line,)))
    assert shown.text in line


@pytest.mark.parametrize(
    ("address", "earlier"),
    [
        ("https://a.example/story?page=3", ["https://a.example/story?page=2"]),
        ("https://a.example/story?page=2", ["https://a.example/story?page=1", "https://a.example/story"]),
        ("https://a.example/s?id=7&page=2", ["https://a.example/s?id=7&page=1", "https://a.example/s?id=7"]),
        ("https://a.example/story/2", ["https://a.example/story/1", "https://a.example/story"]),
        ("https://a.example/story_2.html", ["https://a.example/story_1.html", "https://a.example/story.html"]),
        ("https://a.example/story-12.html", ["https://a.example/story-11.html"]),
        ("https://a.example/2026/11/story-81234567.html", []),
        ("https://a.example/story", []),
        ("https://a.example/story/1", []),
    ],
)
def test_where_the_page_before_may_be(address: str, earlier: list[str]) -> None:
    assert earlier_addresses(address) == earlier


def test_a_month_is_drawn_by_days_and_a_year_by_months() -> None:
    month = timeline([("2026-11-10", 3)], after=date(2026, 11, 1), before=date(2026, 11, 30))
    assert [span.first.day for span in month] == list(range(1, 31))
    assert [span.count for span in month] == [0] * 9 + [3] + [0] * 20
    year = timeline([("2026-11-10", 3)], after=date(2026, 1, 1), before=date(2026, 12, 31))
    assert [span.first for span in year] == [date(2026, number, 1) for number in range(1, 13)]


def test_no_column_leaves_the_days_that_were_asked_for() -> None:
    spans = timeline([("2026-05-06", 1), ("2026-08-30", 1)], after=date(2026, 5, 6), before=date(2026, 9, 2))
    assert spans[0].first == date(2026, 5, 6)
    assert spans[-1].last == date(2026, 9, 2)
    assert len(spans) < 45


def test_months_are_taken_where_they_reach_further_back() -> None:
    days = [(f"2026-11-{day:02}", 1) for day in range(1, 22)]
    months = [("2020-01", 5), ("2026-11", 21)]
    spans = timeline(days, months)
    assert {span.first: span.count for span in spans if span.count} == {date(2020, 1, 1): 5, date(2026, 1, 1): 21}
    assert timeline(days, [("2026-11", 21)]) == timeline(days)


@pytest.mark.parametrize(
    ("after", "before", "around"),
    [
        (None, None, None),
        ("2026-11-20", "2026-11-20", ("2026-11-16", "2026-11-22")),
        ("2026-11-16", "2026-11-22", ("2026-11-01", "2026-11-30")),
        ("2026-11-30", "2026-12-06", ("2026-01-01", "2026-12-31")),
        ("2026-11-01", "2026-11-30", ("2026-01-01", "2026-12-31")),
        ("2026-01-01", "2026-12-31", (None, None)),
        ("2025-12-01", "2026-01-31", (None, None)),
        ("2026-11-20", None, (None, None)),
        ("2026-11-20", "2026-11-01", (None, None)),
    ],
)
def test_wider(after: str | None, before: str | None, around: tuple[str | None, str | None] | None) -> None:
    def day(text: str | None) -> date | None:
        return date.fromisoformat(text) if text else None

    assert wider(day(after), day(before)) == (around and (day(around[0]), day(around[1])))


@given(
    after=st.dates(date(2015, 1, 1), date(2026, 11, 1)),
    length=st.integers(0, 3000),
    places=st.sets(st.integers(0, 3000)),
)
def test_every_column_is_a_way_further_in(after: date, length: int, places: set[int]) -> None:
    """Whatever is chosen, choosing columns again and again ends at a day, and counts are never lost."""
    before = after + timedelta(days=length)
    days = [(str(after + timedelta(days=place)), 1) for place in sorted(places) if place <= length]
    if not days:
        return
    spans = timeline(days, (), after, before)
    assert all(after <= span.first <= span.last <= before for span in spans)
    assert len(spans) <= 45
    if len(spans) > 1:
        assert all((span.last - span.first).days < length for span in spans)
    assert sum(span.count for span in spans) == len(days)
