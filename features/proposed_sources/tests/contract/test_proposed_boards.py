"""Boards that appear on a forum are proposed once, on both databases."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from features.proposed_sources.forum import BOARDS, LOOK_SECONDS, Forum
from storage.backends import open_documents, open_learned
from storage.database.port import STORIES_LOCK
from storage.settings import Settings

if TYPE_CHECKING:
    from features.proposed_sources.models import ProposedSource
    from storage.database.store import DjangoConfiguration

FRONT = "https://www.forum.example/"
NEWS, SPORT, FOOD = (f"{FRONT}viewforum.php?f={number}" for number in (1, 2, 3))


@pytest.fixture(autouse=True)
def source(configuration: "DjangoConfiguration") -> int:
    from features.proposed_sources.models import KnownForum, ProposedSource

    KnownForum.objects.all().delete()
    ProposedSource.objects.all().delete()
    return add("News", NEWS)


def add(name: str, address: str) -> int:
    from storage.database.sources.source_config import SourceConfig
    from storage.database.sources.sources import add_source

    return add_source(SourceConfig(name=name, channel="board", address=address), "anna").pk


def look(source: int, *boards: str, front: str = FRONT) -> int:
    from features.proposed_sources.store import take_boards

    shown = {url: f"Board {number}" for number, url in enumerate(boards)}
    return take_boards([Forum(front=front, source_id=source, boards=shown)])


def rows() -> "list[ProposedSource]":
    from features.proposed_sources.store import proposed

    return proposed(10)


def test_only_boards_that_appear_later_are_proposed(source: int) -> None:
    assert look(source, NEWS, SPORT) == 0
    assert rows() == []
    assert look(source, NEWS, SPORT, FOOD) == 1
    [row] = rows()
    assert (row.address, row.board, row.forum) == (FOOD, "Board 2", "forum.example")
    assert look(source, NEWS, SPORT, FOOD) == 0
    assert len(rows()) == 1


def test_a_board_is_proposed_once_whatever_becomes_of_it(source: int) -> None:
    from features.proposed_sources.store import dismiss

    look(source, NEWS)
    look(source, NEWS, SPORT, FOOD)
    [first, second] = rows()
    dismiss(first.pk, "anna")
    assert [row.pk for row in rows()] == [second.pk]
    # It vanishes from the front page for a while.
    look(source, NEWS)
    assert look(source, NEWS, SPORT, FOOD) == 0
    assert [row.pk for row in rows()] == [second.pk]
    # A board that is added leaves the list at once, and does not come back when it is deleted.
    from storage.database.sources.sources import delete_source

    added = add("Other", second.address)
    assert rows() == []
    delete_source(added, "anna")
    assert look(source, NEWS, SPORT, FOOD) == 0


def test_boards_of_an_erased_site_are_proposed_no_longer(source: int) -> None:
    from storage.database import tombstones
    from storage.tombstones.marks import site_mark

    look(source, NEWS)
    look(source, NEWS, SPORT)
    assert len(rows()) == 1
    tombstones.add([site_mark("forum.example")], 1)
    assert rows() == []
    tombstones.remove(site_mark("forum.example"))
    assert len(rows()) == 1, "the site was lifted"


def test_boards_that_are_sources_by_now_hide_no_others(
    source: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.proposed_sources import store

    monkeypatch.setattr(store, "_BOARDS_AT_A_TIME", 1)
    look(source, NEWS)
    look(source, NEWS, SPORT, FOOD)
    first, second = store.proposed(2)
    add("First", first.address)
    assert [row.pk for row in store.proposed(1)] == [second.pk]


def test_what_is_a_source_was_deleted_or_belongs_to_nobody_is_not_proposed(source: int) -> None:
    from storage.database.sources.sources import delete_source

    look(source, NEWS)
    add("Sport", SPORT.replace("https://www.", "http://"))
    delete_source(add("Food", FOOD), "anna")
    assert look(source, NEWS, SPORT, FOOD) == 0
    delete_source(source, "anna")
    assert look(source, NEWS, f"{FRONT}viewforum.php?f=9") == 0
    assert rows() == []


def test_a_look_without_an_answer_changes_nothing(source: int) -> None:
    from features.proposed_sources.store import take_boards

    look(source, NEWS)
    assert take_boards([Forum(front=FRONT, source_id=source)]) == 0
    assert look(source) == 0
    assert look(source, "", "mailto:a@forum.example") == 0
    long = f"{FRONT}viewforum.php?f={'9' * 300}"
    assert look(source, NEWS, long) == 0


def test_sites_and_boards_do_not_take_each_others_place(source: int) -> None:
    from features.proposed_sources.store import ProposedSite, keep

    look(source, NEWS)
    look(source, NEWS, SPORT)
    site = ProposedSite(
        site="wire.example", address="https://wire.example/", sources=3, documents=3, examples=()
    )
    keep([site])
    assert [row.board for row in rows()] == ["Board 1", ""]
    keep([])
    assert [row.board for row in rows()] == ["Board 1"]


def test_the_stories_role_takes_what_workers_have_found(
    source: int, configuration_url: str, tmp_path: Path
) -> None:
    from newsroom.leading import TasksOfFeatures
    from storage.database.store import DjangoConfiguration

    settings = Settings(home=tmp_path, database_url=configuration_url)
    with closing(open_learned(settings)) as learned:
        for boards in ({NEWS: "News"}, {NEWS: "News", SPORT: "Sport"}):
            forum = Forum(front=FRONT, source_id=source, boards=boards)
            learned.put(BOARDS, FRONT, forum.to_fact(), LOOK_SECONDS)
            service = TasksOfFeatures(
                DjangoConfiguration(STORIES_LOCK),
                open_documents(settings),
                learned,
                lead_seconds=60,
            )
            service.step()
            service.resign()
    assert [row.board for row in rows()] == ["Sport"]
