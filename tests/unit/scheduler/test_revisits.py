"""Which articles are visited again and when, on the embedded stores."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler import revisits
from scheduler.jobs import PageJob
from scheduler.queue.port import PAGE_TUBE, Queue
from scheduler.queue.rank import LAST_PRIORITY
from scheduler.revisits import Revisits, windows
from scheduler.service import Scheduler
from storage.backends import open_counters, open_documents
from storage.database.sources.source_config import SourceConfig
from storage.documents.port import Document, Documents, FoundAt
from storage.errors import Refused, Unavailable
from storage.sealing import HeaderSeal
from storage.settings import Settings
from tests.contract.documents import document

if TYPE_CHECKING:
    from storage.database.store import DjangoConfiguration

HOUR, DAY = 3_600, 86_400
AGES = (HOUR, 6 * HOUR, DAY)
OFTEN = (HOUR // 2, HOUR, 2 * HOUR, DAY)
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
MOMENTS = st.datetimes(datetime(2026, 11, 18), datetime(2026, 11, 24), timezones=st.just(UTC))


def ago(seconds: float) -> datetime:
    return NOW - timedelta(seconds=seconds)


def places(of: "list[revisits.Window]") -> dict[int, tuple[FoundAt, datetime]]:
    return {each.age: (each.after, each.before) for each in of}


def test_a_new_age_begins_with_what_gets_old_enough_from_now_on() -> None:
    assert places(windows(AGES, {}, NOW)) == {age: (FoundAt(ago(age)), ago(age)) for age in AGES}


def test_each_age_goes_on_where_it_was() -> None:
    done = {
        HOUR: FoundAt(ago(HOUR + 60), "b"),
        6 * HOUR: FoundAt(ago(6 * HOUR)),
        DAY: FoundAt(ago(DAY + 9)),
    }
    assert places(windows(AGES, done, NOW)) == {
        age: (place, ago(age)) for age, place in done.items()
    }


def test_after_a_pause_an_article_is_visited_for_its_last_age_only() -> None:
    week = FoundAt(ago(7 * DAY))
    found = places(windows(AGES, dict.fromkeys(AGES, week), NOW))
    assert found == {
        HOUR: (FoundAt(ago(6 * HOUR)), ago(HOUR)),
        6 * HOUR: (FoundAt(ago(DAY)), ago(6 * HOUR)),
        DAY: (week, ago(DAY)),
    }


def test_a_clock_that_was_set_back_repeats_and_leaves_out_nothing() -> None:
    later = FoundAt(NOW + timedelta(days=9), "z")
    assert places(windows((HOUR,), {HOUR: later}, NOW)) == {HOUR: (FoundAt(ago(HOUR)), ago(HOUR))}


@given(steps=st.lists(MOMENTS, min_size=2, max_size=8).map(sorted), found=MOMENTS)
def test_each_article_is_in_one_window_of_each_age_or_of_a_later_one(
    steps: list[datetime], found: datetime
) -> None:
    done: dict[int, FoundAt] = {}
    visited = []
    for now in steps:
        for each in windows(AGES, done, now):
            assert each.after <= FoundAt(each.before)
            if each.after < FoundAt(found, "a") and found < each.before:
                visited.append(each.age)
            done[each.age] = FoundAt(each.before)
    assert sorted(set(visited)) == visited
    # At the end, it was visited for the last age that it reached while the scheduler ran.
    first, last = steps[0], steps[-1]
    reached = [
        age
        for age in AGES
        if first - timedelta(seconds=age) <= found < last - timedelta(seconds=age)
    ]
    assert visited[-1:] == reached[-1:]


def test_no_ages_are_not_windows() -> None:
    assert windows((), {HOUR: FoundAt(NOW)}, NOW) == []


@pytest.fixture
def documents(settings: Settings) -> Iterator[Documents]:
    with closing(open_documents(settings)) as opened:
        yield opened


@pytest.fixture
def configuration(settings: Settings) -> "DjangoConfiguration":
    from storage.database.store import DjangoConfiguration

    return DjangoConfiguration()


@pytest.fixture
def service(
    settings: Settings, documents: Documents, queue: Queue, configuration: "DjangoConfiguration"
) -> Revisits:
    seal = HeaderSeal(settings.secret)
    return Revisits(configuration, queue, documents, seal=seal, ages={"auto": AGES, "often": OFTEN})


def add(name: str = "Example News", **fields: Any) -> int:
    from storage.database.sources.sources import add_source

    given = {
        "name": name,
        "channel": "feed",
        "address": "https://news.example/feed.xml",
        "revisit": "auto",
    }
    return int(add_source(SourceConfig(**{**given, **fields}), "anna").pk)


def article(name: str, source_id: int, found: datetime, **fields: Any) -> Document:
    made = document(name, f"Title of {name}", "text", source_id=source_id, collected=found)
    return replace(made, **fields)


def jobs(queue: Queue) -> list[PageJob]:
    return [PageJob.from_json(each.body) for each in queue.reserve([PAGE_TUBE], 1_000, 0)]


def visited(queue: Queue) -> list[tuple[str, int]]:
    return sorted((each.key, each.revisit) for each in jobs(queue))


def test_an_article_is_visited_at_each_age_once(
    service: Revisits, documents: Documents, queue: Queue
) -> None:
    source = add(pace_seconds=0, headers={"Cookie": "secret"}, priority=2)
    assert not service.step(NOW)
    documents.write([article("a", source, NOW, url="https://news.example/A?x=1", author="Roe")])
    assert not service.step(NOW + timedelta(minutes=59))
    assert jobs(queue) == []
    assert not service.step(NOW + timedelta(minutes=61))
    [job] = jobs(queue)
    assert (job.key, job.revisit, job.url, job.title) == (
        "a",
        HOUR,
        "https://news.example/A?x=1",
        "Title of a",
    )
    assert (job.author, job.collected, job.kind, job.forced) == (
        "Roe",
        NOW.timestamp(),
        "article",
        False,
    )
    assert job.source.priority == LAST_PRIORITY
    assert "secret" not in job.to_json()
    for hours in (2, 7, 8, 25, 26, 900):
        service.step(NOW + timedelta(hours=hours))
    assert visited(queue) == [("a", 6 * HOUR), ("a", DAY)]


def test_important_sources_have_ages_of_their_own(
    service: Revisits, documents: Documents, queue: Queue
) -> None:
    usual, important = add(pace_seconds=0), add("Important", revisit="often", pace_seconds=0)
    service.step(NOW)
    documents.write([article("a", usual, NOW), article("b", important, NOW)])
    expected = {
        0.6: [("b", HOUR // 2)],
        1.1: [("a", HOUR), ("b", HOUR)],
        2.1: [("b", 2 * HOUR)],
        6.1: [("a", 6 * HOUR)],
    }
    for hours, jobs_then in expected.items():
        service.step(NOW + timedelta(hours=hours))
        assert visited(queue) == jobs_then
    service.step(NOW + timedelta(hours=25))
    assert visited(queue) == [("a", DAY), ("b", DAY)]


def test_after_a_pause_each_source_is_visited_for_the_last_of_its_own_ages(
    service: Revisits, documents: Documents, queue: Queue
) -> None:
    usual, important = add(pace_seconds=0), add("Important", revisit="often", pace_seconds=0)
    service.step(NOW)
    documents.write([article("a", usual, NOW), article("b", important, NOW)])
    service.step(NOW + timedelta(hours=5))
    assert visited(queue) == [("a", HOUR), ("b", 2 * HOUR)]


def test_sources_of_better_priority_come_first(
    service: Revisits, documents: Documents, queue: Queue
) -> None:
    common, first = add(pace_seconds=0, priority=6), add("First", pace_seconds=0, priority=1)
    service.step(NOW)
    documents.write([article(f"a{number}", common, NOW) for number in range(30)])
    documents.write([article(f"b{number:02}", first, NOW) for number in range(15)])
    service.step(NOW + timedelta(hours=2))
    found = [each.key for each in jobs(queue)]
    assert (len(found), set(found[:15])) == (45, {f"b{number:02}" for number in range(15)})


def test_only_articles_of_sources_that_want_it(
    service: Revisits, documents: Documents, queue: Queue
) -> None:
    wanted = add()
    never, paused = add("Never", revisit="never"), add("Paused", enabled=False)
    service.step(NOW)
    documents.write(
        [
            article("a", wanted, NOW, source="A former name"),
            article("b", never, NOW),
            article("c", paused, NOW),
            article("d", 99, NOW),
            article("e", wanted, NOW, kind="thread", thread="e"),
        ]
    )
    service.step(NOW + timedelta(hours=2))
    assert visited(queue) == [("a", HOUR)]


def test_a_source_that_is_switched_on_does_not_bring_its_past(
    service: Revisits, documents: Documents, queue: Queue, configuration: "DjangoConfiguration"
) -> None:
    from storage.database.models import Source

    source = add()
    service.step(NOW)
    Source.objects.update(revisit="never")
    service.step(NOW + timedelta(hours=1))
    assert configuration.revisit_places() == {}
    documents.write([article("a", source, NOW)])
    Source.objects.update(revisit="auto")
    service.step(NOW + timedelta(hours=5))
    assert jobs(queue) == []
    service.step(NOW + timedelta(hours=7))
    assert visited(queue) == [("a", 6 * HOUR)]


def test_many_articles_of_one_moment_come_in_batches(
    service: Revisits, documents: Documents, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(revisits, "_BATCH", 3)
    source = add(pace_seconds=0)
    service.step(NOW)
    names = [f"d{number}" for number in range(8)]
    documents.write([article(name, source, NOW) for name in names])
    later = NOW + timedelta(hours=2)
    steps = [service.step(later) for _ in range(4)]
    assert steps == [True, True, False, False]
    assert visited(queue) == [(name, HOUR) for name in names]


def test_the_jobs_of_one_source_are_spread_over_time(
    service: Revisits, documents: Documents, queue: Queue
) -> None:
    source = add(pace_seconds=600.0)
    service.step(NOW)
    documents.write([article(name, source, NOW) for name in "abc"])
    service.step(NOW + timedelta(hours=2))
    assert visited(queue) == [("a", HOUR)]
    assert {each.tube: each.delayed for each in queue.stats()}[PAGE_TUBE] == 2


def test_a_scheduler_that_dies_before_the_places_move_repeats_jobs_and_loses_none(
    service: Revisits,
    documents: Documents,
    queue: Queue,
    configuration: "DjangoConfiguration",
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = add(pace_seconds=0)
    service.step(NOW)
    before = configuration.revisit_places()
    documents.write([article(name, source, NOW) for name in "ab"])
    later = NOW + timedelta(hours=2)

    def die(_self: object, _places: object) -> None:
        raise Unavailable("the database", "gone")

    with monkeypatch.context() as patch:
        patch.setattr(type(configuration), "keep_revisit_places", die)
        with pytest.raises(Unavailable):
            service.step(later)
    assert configuration.revisit_places() == before
    service.step(later)
    assert visited(queue) == [("a", HOUR)] * 2 + [("b", HOUR)] * 2
    service.step(later)
    assert jobs(queue) == []


def test_places_of_other_ages_are_forgotten(
    settings: Settings, configuration: "DjangoConfiguration"
) -> None:
    configuration.keep_revisit_places({1: FoundAt(NOW, "a"), 2: FoundAt(NOW)})
    configuration.keep_revisit_places({2: FoundAt(ago(5), "b"), 3: FoundAt(NOW)})
    assert configuration.revisit_places() == {2: FoundAt(ago(5), "b"), 3: FoundAt(NOW)}


def test_a_board_that_became_a_feed_has_articles_of_its_kind() -> None:
    from scheduler.jobs import SourceSpec

    spec = SourceSpec(id=1, name="News", channel="list")
    job = revisits.revisit_job(document("a", published=None), spec, HOUR, "r")
    assert (job.kind, job.published) == ("", "")
    dated = revisits.revisit_job(document("a"), replace(spec, patterns=("x",)), HOUR, "r")
    assert (dated.kind, datetime.fromisoformat(dated.published)) == (
        "article",
        document("a").published,
    )


@pytest.fixture
def scheduler(
    settings: Settings, documents: Documents, queue: Queue, configuration: "DjangoConfiguration"
) -> Iterator[Scheduler]:
    with closing(open_counters(settings)) as counters:
        yield Scheduler(
            configuration,
            queue,
            counters,
            documents,
            seal=HeaderSeal(settings.secret),
            lead_seconds=10,
            tick_seconds=0.01,
            retention_days=0,
            revisit_ages={"auto": (HOUR,)},
        )


def test_new_pages_do_not_wait_for_what_a_store_refuses(
    scheduler: Scheduler, documents: Documents, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    from storage.database.models import Source

    source = add(pace_seconds=0, interval_seconds=60)
    scheduler.tick(NOW)
    documents.write([article("a", source, NOW)])

    def refused(*_: object) -> None:
        raise Refused("Elasticsearch", "the field is missing")

    later = NOW + timedelta(minutes=61)
    Source.objects.update(next_visit=later)
    with monkeypatch.context() as patch:
        patch.setattr(Revisits, "step", refused)
        assert scheduler.tick(later) == 1
    scheduler.tick(later + timedelta(seconds=1))
    assert jobs(queue) == []
    scheduler.tick(later + timedelta(minutes=2))
    assert visited(queue) == [("a", HOUR)]


def test_more_articles_than_a_batch_follow_at_once(
    scheduler: Scheduler, documents: Documents, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(revisits, "_BATCH", 2)
    source = add(pace_seconds=0)
    scheduler.tick(NOW)
    documents.write([article(name, source, NOW) for name in "abcde"])
    for _ in range(3):
        scheduler.tick(NOW + timedelta(minutes=61))
    assert len(jobs(queue)) == 5
