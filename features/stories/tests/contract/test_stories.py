"""The role *stories* on both databases and both logs: each document in one story, whatever happens
to the process.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fakeweb.events import Report, reports
from storage.backends import (
    open_document_writer,
    open_documents,
    open_embedder,
    open_written,
)
from storage.database.port import STORIES_LOCK
from storage.documents.port import Document, Vectors
from storage.documents.segmentation import default_segmenter
from storage.embedder.documents import vector_maker
from storage.embedder.port import Embedder
from storage.errors import LeaseLost
from storage.keys import url_key
from storage.settings import Settings
from storage.written.port import Written, WrittenEntry
from testbed.embeddings import MODEL, embeddings_server
from tests.contract.documents import document
from tests.processes import FORKED

if TYPE_CHECKING:
    from features.stories.grouping.service import StoryService

Open = Callable[[], "StoryService"]
_REPORTS = reports(12, 5)
# A morning that stays within the weeks for which terms are counted.
_START = datetime.now(UTC).replace(hour=8, minute=0, second=0, microsecond=0) - timedelta(days=14)


def written_report(report: Report) -> Document:
    moment = _START + timedelta(hours=report.hours)
    fields = {"site": report.site, "lang": report.lang, "published": moment, "collected": moment}
    return document(url_key(report.id), report.title, report.content, **fields)


@pytest.fixture
def settings(configuration_url: str, tmp_path: Path, request: pytest.FixtureRequest) -> Settings:
    from features.stories.store.stories import clear

    clear()
    if configuration_url.startswith("mysql"):
        return Settings(
            home=tmp_path,
            database_url=configuration_url,
            state_url=request.getfixturevalue("redis_url"),
        )
    return Settings(home=tmp_path, database_url=configuration_url)


def service_of(
    settings: Settings,
    lead_seconds: int = 60,
    written: Written | None = None,
    embedder: Embedder | None = None,
) -> "StoryService":
    from features.stories.grouping.service import StoryService
    from storage.database.store import DjangoConfiguration

    return StoryService(
        DjangoConfiguration(STORIES_LOCK),
        open_documents(settings),
        written or open_written(settings),
        default_segmenter().tag,
        lead_seconds=lead_seconds,
        embedder=embedder,
    )


@pytest.fixture
def open_service(settings: Settings) -> Iterator[Open]:
    opened: list[StoryService] = []

    def open_one() -> "StoryService":
        opened.append(service_of(settings))
        return opened[-1]

    yield open_one
    for each in opened:
        each.resign()


def write(settings: Settings, found: list[Report]) -> None:
    with closing(open_document_writer(settings)) as writer:
        writer.write([written_report(each) for each in found])


def finish(service: "StoryService") -> None:
    while service.step():
        pass


def grouped() -> set[frozenset[str]]:
    from features.stories.models import StoryMember

    groups: dict[str, set[str]] = {}
    for document_id, story in StoryMember.objects.values_list("document", "story"):
        groups.setdefault(story, set()).add(document_id)
    return {frozenset(group) for group in groups.values()}


def counted() -> int:
    """Return how many documents the stored counts of terms have."""
    from features.stories.grouping.history import OpenHour
    from features.stories.store import topics

    return sum(sum(OpenHour.unpacked(part.counts).documents.values()) for part in topics.parts(0))


def check_whole(found: list[Report]) -> None:
    """Every document is in one story, which has the right number of documents and is not merged,
    and counts once.
    """
    from features.stories.models import Story

    groups = grouped()
    assert sorted(each for group in groups for each in group) == sorted(
        {url_key(each.id) for each in found}
    )
    stories = Story.objects.filter(merged_into="")
    assert sorted(stories.values_list("documents", flat=True)) == sorted(map(len, groups))
    assert counted() == len({url_key(each.id) for each in found})


def test_reports_of_an_event_become_a_story_and_others_another(
    settings: Settings, open_service: Open
) -> None:
    write(settings, _REPORTS)
    finish(open_service())
    check_whole(_REPORTS)
    events = {each.event: url_key(each.id) for each in _REPORTS}
    together = {
        frozenset(url_key(each.id) for each in _REPORTS if each.event == event) for event in events
    }
    assert len(together & grouped()) >= 9


def test_a_document_whose_date_is_unknown_is_in_no_story_and_counts_for_no_topic(
    settings: Settings, open_service: Open
) -> None:
    """It may tell of an event of years ago, however lately it was found."""
    undated, *dated = _REPORTS
    with closing(open_document_writer(settings)) as writer:
        writer.write([replace(written_report(undated), published=None)])
    write(settings, dated)
    finish(open_service())
    check_whole(dated)


def test_documents_written_again_and_later_join_as_if_nothing_had_stopped(
    settings: Settings, open_service: Open
) -> None:
    half = len(_REPORTS) // 2
    write(settings, _REPORTS[:half])
    first = open_service()
    finish(first)
    first.resign()
    write(settings, [*_REPORTS[:5], *_REPORTS[half:]])
    second = open_service()
    finish(second)
    check_whole(_REPORTS)
    assert second.step() == 0


def test_a_review_joins_stories_and_keeps_the_address_of_the_larger_one(
    settings: Settings, open_service: Open
) -> None:
    from features.stories.models import Story
    from features.stories.store.stories import find

    names = [f"{first}{second}{third}o" for first in "bdfg" for second in "aiu" for third in "klmn"]
    texts = {
        "first": names[:30],
        "alike": names[:30],
        "apart": [*names[:16], *names[30:44]],
    }
    with closing(open_document_writer(settings)) as writer:
        for name, words in texts.items():
            text = f"We saw {' and '.join(words)}."
            writer.write([document(url_key(name), "", text, published=_START, collected=_START)])
    service = open_service()
    while service.step():
        pass
    assert grouped() == {frozenset(map(url_key, texts))}
    kept = find(url_key("apart"))
    assert kept is not None
    assert (kept.pk, kept.documents) == (url_key("first"), 3)
    assert Story.objects.get(pk=url_key("apart")).merged_into == url_key("first")


_LATELY = datetime.now(UTC) - timedelta(hours=1)
_TOLD = {
    "fire-en": ("en", "Blaze at the harbour: 47 flee", "A fire at the harbour, 47 people fled."),
    "fire-en-2": ("en", "Harbour fire: 47 people flee the blaze", "A blaze at the port, 47 fled."),
    "fire-zh": ("zh", "港口 火灾 47 人 逃离", "港口 火灾 47 人"),
    "vote-en": ("en", "Minister loses election", "The minister lost the vote."),
    "flood-zh": ("zh", "河流 洪水", "洪水 河流"),
}


def tell(settings: Settings, embedder: Embedder, **told: tuple[str, str, str]) -> None:
    """Write reports in several languages, with their vectors."""
    # Lately, so that the stories may still grow after a start.
    shared: dict[str, Any] = {"published": _LATELY, "collected": _LATELY}
    with closing(open_document_writer(settings)) as writer:
        for name, (lang, title, text) in told.items():
            writer.write([document(url_key(name), title, text, lang=lang, site=name, **shared)])
    with closing(open_documents(settings)) as documents:
        while documents.fill(Vectors(embedder.model), vector_maker(embedder), 32):
            pass


@pytest.fixture
def embedder() -> Iterator[Embedder]:
    with embeddings_server() as server:
        found = open_embedder(
            Settings(embedder=server.url, embedder_model=MODEL, embedder_floor=0.35)
        )
        assert found is not None
        yield found


def test_stories_of_two_languages_are_shown_as_one_which_stays_so_and_grows(
    settings: Settings, embedder: Embedder
) -> None:
    from features.stories.models import StoryMember
    from features.stories.store import stories as store

    tell(settings, embedder, **_TOLD)
    service = service_of(settings, embedder=embedder)
    finish(service)
    service.resign()
    fire = frozenset(map(url_key, ("fire-en", "fire-en-2", "fire-zh")))
    others = {frozenset([url_key("vote-en")]), frozenset([url_key("flood-zh")])}
    assert grouped() == {fire, *others}
    # Both addresses lead to the larger one, which has the story of each language.
    head = store.find(url_key("fire-zh"))
    assert head is not None
    assert head.pk == url_key("fire-en")
    told = store.tellings([head.pk])[head.pk]
    assert [(each.lang, each.documents) for each in told] == [("en", 2), ("zh", 1)]
    assert sorted(store.story_documents(url_key("fire-zh"))) == sorted(fire)
    # What comes later in either language joins it, also in another process.
    tell(settings, embedder, **{"later-zh": ("zh", "港口 火灾 47 人 逃离", "港口 火灾")})
    later = service_of(settings, embedder=embedder)
    finish(later)
    later.resign()
    assert fire | {url_key("later-zh")} in grouped()
    member = StoryMember.objects.get(pk=url_key("later-zh"))
    assert (member.story, member.part) == (head.pk, url_key("fire-zh"))


def test_a_list_finds_a_story_by_each_of_its_languages_and_counts_each(
    settings: Settings, embedder: Embedder
) -> None:
    from features.stories.store.stories import StorySelection, select

    tell(settings, embedder, **_TOLD)
    service = service_of(settings, embedder=embedder)
    finish(service)
    service.resign()
    since = _LATELY - timedelta(hours=1)
    selection = StorySelection(since=since, lately=since, min_sites=2)
    for langs in ((), ("en",), ("zh",)):
        (row,) = select(replace(selection, langs=langs), 10)
        assert (row.story.pk, row.documents, row.sites) == (url_key("fire-en"), 3, 3)
        assert [(each.lang, count) for each, count in row.tellings] == [("en", 2), ("zh", 1)]
    assert select(replace(selection, langs=("de",)), 10) == []


def test_stories_of_two_languages_that_are_one_no_more_are_shown_apart(
    settings: Settings, embedder: Embedder
) -> None:
    from features.stories.store import stories as store
    from features.stories.store.records import StoryChanges
    from storage.database.store import DjangoConfiguration

    tell(settings, embedder, **_TOLD)
    service = service_of(settings, embedder=embedder)
    finish(service)
    service.resign()
    fire, flames = url_key("fire-en"), url_key("fire-zh")
    configuration = DjangoConfiguration(STORIES_LOCK)
    assert configuration.acquire_lease("test", 60)
    store.save(StoryChanges(position="", heads={flames: flames}), "test", None)
    configuration.release_lease("test")
    found = store.find(flames)
    assert found is not None
    assert found.pk == flames
    assert store.story_documents(flames) == [flames]
    assert len(store.story_documents(fire)) == 2


def test_without_an_embedder_stories_of_two_languages_are_apart(
    settings: Settings, open_service: Open, embedder: Embedder
) -> None:
    tell(settings, embedder, **_TOLD)
    finish(open_service())
    assert frozenset([url_key("fire-zh")]) in grouped()


class Slow:
    """A log whose reader is held up, so that its lease ends meanwhile."""

    def __init__(self, real: Written) -> None:
        self._real = real

    def read(self, after: str, limit: int) -> list[WrittenEntry]:
        from storage.database.models import LeaderLock

        LeaderLock.objects.all().delete()
        return self._real.read(after, limit)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


def test_two_processes_have_one_leader_and_the_one_that_lost_stores_nothing(
    settings: Settings, open_service: Open
) -> None:
    from features.stories.models import StoryMember
    from storage.database.models import LeaderLock

    write(settings, _REPORTS)
    first, second = open_service(), open_service()
    assert first.lead()
    assert second.step() == 0
    first.resign()
    slow: Any = Slow(open_written(settings))
    late = service_of(settings, written=slow)
    with pytest.raises(LeaseLost, match="another process holds the lease"):
        late.step()
    assert StoryMember.objects.count() == 0
    assert not LeaderLock.objects.exists()
    finish(second)
    check_whole(_REPORTS)


def test_rebuilding_gives_the_stories_again_with_their_ids(
    settings: Settings, open_service: Open
) -> None:
    from features.stories.models import Story

    write(settings, _REPORTS)
    service = open_service()
    finish(service)
    before, ids = grouped(), set(Story.objects.filter(merged_into="").values_list("pk", flat=True))
    assert list(service.rebuild(3650))[-1] == len(_REPORTS)
    assert service.step() == 0
    check_whole(_REPORTS)
    assert len(before & grouped()) >= len(before) - 1
    assert (
        len(ids & set(Story.objects.filter(merged_into="").values_list("pk", flat=True)))
        >= len(ids) - 1
    )


def run_until_killed(settings: Settings, announce: Connection) -> None:
    from storage.database.setup import set_up_django

    set_up_django(settings)
    service = service_of(settings)
    while True:
        announce.send(service.step())


def test_a_killed_process_leaves_each_document_in_one_story(
    settings: Settings, open_service: Open
) -> None:
    from storage.database.models import LeaderLock

    for index in range(0, len(_REPORTS), 20):
        write(settings, _REPORTS[index : index + 20])
    for killed_after in (1, 2):
        ours, theirs = FORKED.Pipe()
        process = FORKED.Process(target=run_until_killed, args=(settings, theirs))
        process.start()
        # With this end closed here, a process that dies by itself ends the wait for it.
        theirs.close()
        for _ in range(killed_after):
            ours.recv()
        assert process.pid
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        LeaderLock.objects.all().delete()
    finish(open_service())
    check_whole(_REPORTS)
