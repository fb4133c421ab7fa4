"""Spot checks on both databases: draws, answers, what is erased."""

from typing import TYPE_CHECKING

import pytest

from features.spot_checks.draw import MAX_DRAWN, Spread
from features.spot_checks.verdicts import QUESTIONS, CheckAnswer
from tests.contract.documents import document

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from features.spot_checks.models import SpotCheck
    from storage.database.store import DjangoConfiguration

RIGHT = dict.fromkeys(QUESTIONS, CheckAnswer.RIGHT)
WRONG = {**RIGHT, "whole": CheckAnswer.WRONG}


@pytest.fixture(autouse=True)
def tables(configuration: "DjangoConfiguration") -> None:
    from features.spot_checks.models import SpotCheck

    SpotCheck.objects.all().delete()


def drawn(count: int) -> "SpotCheck":
    from features.spot_checks import store

    draw = store.Draw(
        query="渡轮",
        days=7,
        spread=Spread.SOURCES,
        seed=2**31 - 1,
        matches=count,
        documents=[document(f"d{number}", source="渡轮新闻") for number in range(count)],
    )
    return store.keep(draw, user("anna"))


def user(name: str) -> "User":
    from django.contrib.auth.models import User

    return User.objects.get_or_create(username=name)[0]


def test_places_go_on_where_the_last_reader_stopped() -> None:
    from features.spot_checks import store

    check = drawn(3)
    first, second = (store.drawn_at(check, place) for place in (1, 2))
    assert first is not None
    assert second is not None
    assert store.newest_of_source(1) == []
    store.answer(second, WRONG)
    assert (store.next_place(check), store.count_left(check)) == (1, 2)
    store.answer(first, RIGHT)
    store.answer(second, RIGHT)
    assert (store.next_place(check), store.count_left(check)) == (3, 1)
    [progress] = store.newest(5)
    assert (progress.documents, progress.done, progress.left) == (3, 2, 1)
    rows = store.drawn(check)
    assert [bool(row.answered) for row in rows] == [True, True, False]
    assert store.judged(rows[1]).is_right
    assert [row.place for row in store.newest_of_source(1)] == [1, 2, 3]
    assert store.newest_of_source(2) == []
    store.leave_out(rows[2])
    [progress] = store.newest(5)
    assert (progress.documents, progress.done, progress.left) == (2, 2, 0)
    assert store.next_place(check) is None


def test_erased_documents_take_along_what_was_said_of_them() -> None:
    from features.spot_checks import store
    from hooks.process import features

    check = drawn(2)
    for row in store.drawn(check):
        store.answer(row, WRONG)
    features().tell("erase_documents", ids={"d0"})
    assert [row.document for row in store.drawn(check)] == ["d1"]


def test_the_largest_draw_is_kept() -> None:
    from features.spot_checks import store

    check = drawn(MAX_DRAWN)
    assert store.count_left(check) == MAX_DRAWN
    store.delete(check, "anna")
    assert store.find(check.pk or 0) is None
