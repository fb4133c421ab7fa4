"""From sources to list jobs, and when next."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.planner import addresses, plan
from scheduler.recurrence import next_visit
from storage.database.port import SourceRecord

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SEARCH = SourceRecord(
    id=1,
    name="search",
    channel="search",
    address="http://s.example/ns?word={keyword}&pn={page}",
    keywords=("洪水", "flood & rain"),
)


def test_a_search_has_one_job_for_each_keyword() -> None:
    jobs = plan(SEARCH, "run")
    assert [(job.url, job.keyword) for job in jobs] == [
        ("http://s.example/ns?word=%E6%B4%AA%E6%B0%B4&pn=1", "洪水"),
        ("http://s.example/ns?word=flood%20%26%20rain&pn=1", "flood & rain"),
    ]
    assert {job.run_id for job in jobs} == {"run"}


@pytest.mark.parametrize(
    ("keywords", "each"), [(1, 10_000), (7, 1_428), (100, 100), (101, 100), (1_000, 100)]
)
def test_the_keywords_of_a_search_share_the_links_of_a_visit(keywords: int, each: int) -> None:
    search = replace(SEARCH, keywords=tuple(f"word {number}" for number in range(keywords)))
    assert {job.most_links for job in plan(search, "run")} == {each}


def test_a_keyword_is_encoded_as_the_search_page_wants_it() -> None:
    gbk = SourceRecord(
        id=1,
        name="s",
        channel="search",
        address="http://s.example/?q={keyword}",
        keywords=("新闻", "😀"),
        charset="gbk",
    )
    assert [url for url, _ in addresses(gbk)] == [
        "http://s.example/?q=%D0%C2%CE%C5",
        "http://s.example/?q=%26%23128512%3B",
    ]


def test_any_other_channel_has_one_job() -> None:
    source = SourceRecord(id=2, name="f", channel="feed", address="http://f.example/{keyword}")
    assert [job.url for job in plan(source, "run")] == ["http://f.example/{keyword}"]


@given(st.integers(60, 86_400), st.floats(0, 1, exclude_max=True))
def test_the_next_visit_is_an_interval_away_and_a_little(interval: int, chance: float) -> None:
    wait = next_visit(NOW, interval, chance) - NOW
    assert timedelta(seconds=interval) <= wait <= timedelta(seconds=interval * 1.05)
