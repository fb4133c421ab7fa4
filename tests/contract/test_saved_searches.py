"""What saved searches and tokens promise, on SQLite and on a real MySQL server."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

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
    from storage.database.searches.saved_searches import SearchDraft, save_search
    from storage.database.searches.search import Search

    draft = SearchDraft(
        name="银行",
        search=Search(text="bank"),
        alert="mail",
        target="jane@example.org",
        every_minutes=1,
    )
    saved = save_search(draft, owner)
    SavedSearch.objects.update(next_run=NOW, notified_since=NOW)
    saved.refresh_from_db()
    return saved


def test_one_of_many_takes_a_search_and_a_delivery(search: "SavedSearch") -> None:
    from storage.database.searches import saved_searches as store

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

    from storage.database.models import SavedSearch
    from storage.database.searches import saved_searches as store
    from storage.database.searches.search import Search

    def save(user: User, count: int) -> list[SavedSearch]:
        drafts = [
            store.SearchDraft(
                name=f"{n}",
                search=Search(text="bank"),
                alert="mail",
                target="a@example.org",
                every_minutes=1,
            )
            for n in range(count)
        ]
        saved = [store.save_search(draft, user) for draft in drafts]
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
    from storage.database.models import NotifiedMatch
    from storage.database.searches import saved_searches as store

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
    assert len(store.deliveries_of(search, 10)) == 1


def test_a_delivery_waits_is_repeated_and_ends(search: "SavedSearch") -> None:
    from storage.database.searches import saved_searches as store

    store.record_matches(search, {"a": NOW}, ["a"], NOW, NOW)
    (delivery,) = store.due_deliveries(NOW, 10)
    assert store.claim_delivery(delivery, NOW + MINUTE)
    assert not store.claim_delivery(delivery, NOW + MINUTE)
    store.settle_delivery(delivery, "away", NOW, last=False)
    assert store.failing_alerts(NOW - MINUTE, 10) == [store.FailingAlert("银行", "jane", "away")]
    assert store.due_deliveries(NOW, 10) == []
    (again,) = store.due_deliveries(NOW + MINUTE, 10)
    assert (again.pk, again.attempts, again.error) == (delivery.pk, 1, "away")
    store.settle_delivery(again, "", NOW + MINUTE, last=False)
    assert store.due_deliveries(NOW + 1000 * MINUTE, 10) == []
    assert store.failing_alerts(NOW - MINUTE, 10) == []


def test_what_waits_longer_than_it_may_is_due(search: "SavedSearch") -> None:
    """The clock of the database was ahead when the times were written, and has been set back."""
    from storage.database.models import SavedSearch
    from storage.database.searches import saved_searches as store

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
    from storage.database.models import Delivery, NotifiedMatch
    from storage.database.searches import saved_searches as store

    store.record_matches(search, {"a": NOW}, ["a"], NOW, NOW)
    owner.delete()
    assert not Delivery.objects.exists()
    assert not NotifiedMatch.objects.exists()
    # A run that was under way when it happened.
    store.record_matches(search, {"b": NOW}, ["b"], NOW, NOW)
    assert not Delivery.objects.exists()


def test_tokens_are_found_by_their_text_alone(owner: "User") -> None:
    from storage.database.models import ApiToken
    from storage.database.people.tokens import create_token, token_of

    token, text = create_token(owner, "script", ["SEARCH"], NOW + MINUTE)
    assert token_of(text, NOW) == token
    assert ApiToken.objects.get().last_used == NOW
    assert token_of(text.swapcase(), NOW) is None
    assert token_of(text, NOW + MINUTE) is None
    assert token_of("", NOW) is None
