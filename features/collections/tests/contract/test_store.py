"""What collections promise, on SQLite and on a real MySQL server."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.core.exceptions import ValidationError

from testbed.databases import database, set_up_django, sqlite_url

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from features.collections.store import KeptDocument

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.fixture(params=["sqlite", "mysql"])
def owner(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator["User"]:
    set_up_django()
    address = (
        request.getfixturevalue("mysql_url") if request.param == "mysql" else sqlite_url(tmp_path)
    )
    with database(address):
        from django.contrib.auth.models import User

        from features.collections.models import Collection

        User.objects.all().delete()
        Collection.objects.all().delete()
        yield User.objects.create_user("jane")


def kept(name: str, title: str = "洪水救援 😀") -> "KeptDocument":
    from features.collections.store import KeptDocument

    return KeptDocument(
        id=name,
        title=title,
        url=f"https://e.example/{name}",
        site="e.example",
        lang="zh",
        published=NOW,
    )


def test_a_star_is_one_however_many_set_it(owner: "User") -> None:
    from features.collections import store
    from features.collections.models import Collection

    stars = store.stars_of(owner)
    problems: list[BaseException] = []

    def add() -> None:
        from django.db import connection

        try:
            assert store.stars_of(owner).pk == stars.pk
            store.add_document(stars.pk, kept("one"), owner)
        except BaseException as error:
            problems.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert Collection.objects.count() == 1
    assert [row.title for row in store.documents_in(stars)] == ["洪水救援 😀"]
    assert store.starred_among(["one", "two"], owner) == {"one"}
    assert store.star(kept("one"), owner) is False
    assert store.starred_among(["one", "two"], owner) == set()


def test_collections_are_changed_by_whom_they_belong_to(owner: "User") -> None:
    from django.contrib.auth.models import User

    from features.collections import store
    from features.collections.models import Collection
    from storage.database.errors import NotFound
    from storage.database.models import AuditEntry
    from storage.database.owned.keeping import delete, set_feed

    AuditEntry.objects.all().delete()
    other = User.objects.create_user("joe")
    ours = store.save_collection(" Ours ", "write", owner)
    assert (ours.name, ours.sharing) == ("Ours", "write")
    assert store.add_document(ours.pk, kept("one"), other) is True
    assert store.add_document(ours.pk, kept("one"), owner) is False
    store.annotate_document(
        ours.pk, "one", store.Annotation(note=" Ask ", tags=("b", " a  b ", "b", "")), owner
    )
    (row,) = store.documents_in(ours, "a b")
    assert (row.note, row.tags, row.added_by) == ("Ask", ["b", "a b"], "joe")
    for change in (
        lambda: store.save_collection("Theirs", "read", other, ours.pk),
        lambda: delete(Collection, ours.pk, other),
        lambda: set_feed(Collection, ours.pk, other, wanted=True),
        lambda: store.annotate_document(ours.pk, "two", store.Annotation(), owner),
        lambda: store.save_collection("None", "read", owner, 10**9),
    ):
        with pytest.raises(NotFound):
            change()
    with pytest.raises(ValidationError):
        store.save_collection("", "everybody", owner)
    key = set_feed(Collection, ours.pk, owner, wanted=True).feed_key
    assert set_feed(Collection, ours.pk, owner, wanted=True).feed_key != key
    store.save_collection("Ours", "private", owner, ours.pk)
    assert store.collections_of(other) == []
    assert [(each.name, vars(each)["size"]) for each in store.collections_of(owner)] == [
        ("Ours", 1)
    ]
    entries = AuditEntry.objects.filter(kind="collection").order_by("pk")
    assert [entry.action for entry in entries] == ["add", "new feed", "new feed", "change"]


def test_limits_are_named(owner: "User", monkeypatch: pytest.MonkeyPatch) -> None:
    from features.collections import store
    from features.collections.models import Collection
    from storage.database.errors import Invalid

    monkeypatch.setattr(Collection, "most", 1)
    monkeypatch.setattr(store, "MAX_DOCUMENTS", 1)
    own = store.save_collection("One", "private", owner)
    store.add_document(own.pk, kept("one"), owner)
    with pytest.raises(ValidationError, match="limit of 1 collections"):
        store.save_collection("Two", "private", owner)
    with pytest.raises(Invalid, match=r"collection_full \(limit 1\)"):
        store.add_document(own.pk, kept("two"), owner)


def test_a_deleted_user_takes_private_collections_along(owner: "User") -> None:
    from features.collections import store
    from features.collections.models import CollectedDocument, Collection

    for name, sharing in (("Mine", "private"), ("Ours", "read")):
        store.add_document(store.save_collection(name, sharing, owner).pk, kept("one"), owner)
    store.star(kept("one"), owner)
    owner.delete()
    assert [(each.name, each.owner_id) for each in Collection.objects.all()] == [("Ours", None)]
    assert CollectedDocument.objects.count() == 1
