"""Spot checks on both databases: draws, readers at once, what is erased."""

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from storage.database.spot_checks.draw import MAX_DRAWN, Drawn, Spread
from storage.database.spot_checks.verdicts import QUESTIONS, Answer, Kind
from tests.contract.documents import document

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from storage.database.models import SpotCheck
    from storage.database.store import DjangoConfiguration

RIGHT = dict.fromkeys(QUESTIONS[Kind.DOCUMENTS], Answer.RIGHT)
WRONG = {**RIGHT, "whole": Answer.WRONG}


@pytest.fixture(autouse=True)
def tables(configuration: "DjangoConfiguration") -> None:
    from storage.database.models import SpotCheck

    SpotCheck.objects.all().delete()


def drawn(count: int, readers: int = 1) -> "SpotCheck":
    from storage.database.spot_checks import spot_checks

    draw = spot_checks.Draw(
        query="渡轮",
        days=7,
        spread=Spread.SOURCES,
        seed=2**31 - 1,
        matches=count,
        readers=readers,
        documents=[
            Drawn(document=document(f"d{number}", source="渡轮新闻")) for number in range(count)
        ],
    )
    return spot_checks.keep(draw, user("anna"))


def user(name: str) -> "User":
    from django.contrib.auth.models import User

    return User.objects.get_or_create(username=name)[0]


def test_places_go_on_where_a_reader_stopped() -> None:
    from storage.database.spot_checks import spot_checks as store

    check = drawn(3, readers=2)
    first, second = (store.drawn_at(check, place) for place in (1, 2))
    assert first is not None
    assert second is not None
    store.answer(first, user("anna"), RIGHT, {})
    store.answer(second, user("ben"), WRONG, {"missing": "最后一段"})
    assert (store.next_place(check, user("anna")), store.next_place(check, user("ben"))) == (2, 1)
    store.answer(second, user("anna"), WRONG, {})
    store.answer(second, user("anna"), RIGHT, {})
    assert store.next_place(check, user("anna")) == 3
    assert store.next_place(check, user("carla")) == 1
    assert store.count_left(check, user("carla")) == 2
    [progress] = store.newest(5, user("ben"))
    assert (progress.documents, progress.done, progress.left) == (3, 1, 2)
    rows = {row.place: store.judged(row, check) for row in store.drawn(check)}
    assert [rows[place].is_complete for place in (1, 2, 3)] == [False, True, False]
    assert rows[2].disputed == ("whole",)
    assert [row.place for row in store.newest_of_source(1)] == [1, 2, 3]
    assert store.newest_of_source(2) == []


def test_readers_who_answer_at_once_all_count() -> None:
    from django.db import connections

    from storage.database.spot_checks import spot_checks as store

    check = drawn(1, readers=8)
    row = store.drawn_at(check, 1)
    assert row is not None

    readers_of_check = [user(f"reader {number}") for number in range(8)]

    def answer(number: int) -> None:
        store.answer(row, readers_of_check[number], RIGHT, {})
        connections.close_all()

    with ThreadPoolExecutor(8) as readers:
        list(readers.map(answer, range(8)))
    [found] = store.drawn(check)
    assert (found.given, found.answers.count()) == (8, 8)


def test_erased_documents_take_along_what_was_said_of_them() -> None:
    from storage.database.erasures.reach import erase_mentions
    from storage.database.models import SpotAnswer
    from storage.database.spot_checks import spot_checks as store

    check = drawn(2)
    for row in store.drawn(check):
        store.answer(row, user("anna"), WRONG, {"missing": f"secret of {row.document}"})
    erase_mentions({"d0"})
    assert [row.document for row in store.drawn(check)] == ["d1"]
    assert [each.correct for each in SpotAnswer.objects.all()] == [{"missing": "secret of d1"}]


def test_a_pair_goes_when_either_of_its_documents_is_erased() -> None:
    from storage.database.erasures.reach import erase_mentions
    from storage.database.models import SpotAnswer
    from storage.database.spot_checks import spot_checks as store

    pairs = [
        Drawn(document=document(f"a{number}", lang="zh-hans"), second=document(f"b{number}"))
        for number in range(3)
    ]
    draw = store.Draw(
        kind=Kind.STORIES,
        query="",
        days=0,
        spread=Spread.DOCUMENTS,
        seed=1,
        matches=6,
        readers=1,
        documents=pairs,
    )
    check = store.keep(draw, user("anna"))
    for row in store.drawn(check):
        store.answer(row, user("anna"), {"same_event": Answer.WRONG}, {})
    assert store.newest_of_source(1) == []
    erase_mentions({"a0", "b1"})
    [left] = store.drawn(check)
    assert (left.documents, left.lang) == (("a2", "b2"), "zh+zh-hans")
    judged = store.judged(left, check)
    assert (judged.questions, judged.is_right) == (("same_event",), False)
    assert SpotAnswer.objects.count() == 1


def test_the_largest_draw_is_kept() -> None:
    from storage.database.spot_checks import spot_checks as store

    check = drawn(MAX_DRAWN)
    assert store.count_left(check, user("anna")) == MAX_DRAWN
    store.delete(check, "anna")
    assert store.find(check.pk or 0) is None
