"""What alerts promise, on SQLite and on a real MySQL server."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from features.alerts.tests.samples import draft
from hooks.answers import FailingAlert
from testbed.databases import database, set_up_django, sqlite_url

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from storage.database.models import SavedSearch

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture(params=["sqlite", "mysql"])
def owner(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator["User"]:
    set_up_django()
    address = (
        request.getfixturevalue("mysql_url") if request.param == "mysql" else sqlite_url(tmp_path)
    )
    with database(address):
        from django.contrib.auth.models import User

        User.objects.all().delete()
        yield User.objects.create_user("jane")


@pytest.fixture
def search(owner: "User") -> "SavedSearch":
    from storage.database.models import SavedSearch
    from storage.database.searches.saved_searches import save_search

    saved = save_search(draft(name="银行", every_minutes=1), owner)
    SavedSearch.objects.update(next_run=NOW, notified_since=NOW)
    saved.refresh_from_db()
    return saved


def test_one_of_many_takes_a_search_and_a_delivery(search: "SavedSearch") -> None:
    from features.alerts import store

    (due,) = store.due_searches(NOW, 10)
    taken: list[bool] = []

    def take() -> None:
        from django.db import connection

        taken.append(store.claim_search(due, NOW))
        connection.close()

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == [False, False, False, True]
    assert store.due_searches(NOW, 10) == []
    assert [each.pk for each in store.due_searches(NOW + MINUTE, 10)] == [search.pk]


def test_an_owner_with_many_searches_delays_no_one_else(owner: "User") -> None:
    from django.contrib.auth.models import User

    from features.alerts import store
    from storage.database.models import SavedSearch
    from storage.database.searches.saved_searches import save_search

    def save(user: User, count: int) -> list[SavedSearch]:
        saved = [save_search(draft(name=f"{n}", every_minutes=1), user) for n in range(count)]
        SavedSearch.objects.filter(owner=user).update(next_run=NOW, notified_since=NOW)
        return saved

    many, few = save(owner, 5), save(User.objects.create_user("joe"), 2)
    order = [each.pk for each in store.due_searches(NOW, 10)]
    assert order[:4] == [many[0].pk, few[0].pk, many[1].pk, few[1].pk]
    assert order[4:] == [each.pk for each in many[2:]]
    assert [each.pk for each in store.due_searches(NOW, 2)] == order[:2]


def test_what_is_told_is_told_once_and_forgotten_when_it_cannot_come_back(
    search: "SavedSearch",
) -> None:
    from features.alerts import store
    from features.alerts.models import NotifiedMatch

    found = {"a": NOW, "b": NOW + MINUTE, "B": NOW + MINUTE}
    store.record_matches(search, found, ["b"], NOW + MINUTE, NOW - MINUTE)
    assert store.not_yet_notified(search, {"a", "A", "b", "c"}) == {"A", "c"}
    (delivery,) = store.due_deliveries(NOW + MINUTE, 10)
    assert (delivery.documents, delivery.total, delivery.search.owner.username) == (
        ["b"],
        3,
        "jane",
    )
    store.record_matches(search, {}, [], NOW + 2 * MINUTE, NOW + MINUTE)
    assert set(NotifiedMatch.objects.values_list("document_id", flat=True)) == {"b", "B"}
    assert len(search.deliveries.all()) == 1


def test_a_delivery_waits_is_repeated_and_ends(search: "SavedSearch") -> None:
    from features.alerts import store

    store.record_matches(search, {"a": NOW}, ["a"], NOW, NOW)
    (delivery,) = store.due_deliveries(NOW, 10)
    assert store.claim_delivery(delivery, NOW + MINUTE)
    assert not store.claim_delivery(delivery, NOW + MINUTE)
    store.settle_delivery(delivery, "away", NOW, last=False)
    assert store.backlog(NOW).failing == [FailingAlert(search="银行", owner="jane", problem="away")]
    assert store.due_deliveries(NOW, 10) == []
    (again,) = store.due_deliveries(NOW + MINUTE, 10)
    assert (again.pk, again.attempts, again.error) == (delivery.pk, 1, "away")
    store.settle_delivery(again, "", NOW + MINUTE, last=False)
    assert store.due_deliveries(NOW + 1000 * MINUTE, 10) == []
    assert store.backlog(NOW).failing == []


def test_what_waits_longer_than_it_may_is_due(search: "SavedSearch") -> None:
    """The clock of the database was ahead when the times were written, and has been set back."""
    from features.alerts import store
    from storage.database.models import SavedSearch

    store.record_matches(search, {"a": NOW}, ["a"], NOW + timedelta(days=30), NOW)
    assert [each.total for each in store.due_deliveries(NOW, 10)] == [1]
    for ahead, due in (
        (timedelta(days=30), [search.pk]),
        (3 * MINUTE, [search.pk]),
        (2 * MINUTE, []),
    ):
        SavedSearch.objects.update(next_run=NOW + ahead)
        assert [each.pk for each in store.due_searches(NOW, 10)] == due


def test_a_search_goes_with_its_owner(search: "SavedSearch", owner: "User") -> None:
    from features.alerts import store
    from features.alerts.models import Delivery, NotifiedMatch

    store.record_matches(search, {"a": NOW}, ["a"], NOW, NOW)
    owner.delete()
    assert not Delivery.objects.exists()
    assert not NotifiedMatch.objects.exists()
    # A run that was under way when it happened.
    store.record_matches(search, {"b": NOW}, ["b"], NOW, NOW)
    assert not Delivery.objects.exists()
