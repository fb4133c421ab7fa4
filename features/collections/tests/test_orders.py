"""Thousands of hits are put into a collection in the background: followed, undone, and every
document that was left out is said.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from storage.documents.port import Document, Documents
from tests.html_trees import html_tree
from tests.unit.webui.samples import article, compact

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

    from features.collections.models import CollectionOrder
    from watch.stores import Stores

Browse = Callable[..., "Client"]
ADD = "/collections/add/?q=bank"
_PART = 4


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than three documents are put there in the background, four in a transaction."""
    from features.collections import orders

    monkeypatch.setattr(orders, "IN_A_REQUEST", 3)
    monkeypatch.setattr(orders, "_A_PART", _PART)


def banks(count: int) -> list[Document]:
    return [
        article(f"https://one.example/{n}", f"Bank number {n}", f"The bank opened {n} doors.")
        for n in range(count)
    ]


def work(ports: "Stores", parts: int | None = None) -> None:
    """Do so many parts of what is ordered, as the role alerts does; None for all."""
    from features.collections import orders
    from features.collections.models import CollectionOrder

    for order in CollectionOrder.unfinished():
        for done, _order in enumerate(orders.carry_out(order, ports.documents()), start=1):
            if done == parts:
                return


def page(client: "Client", path: str = "") -> str:
    """The text of the page of the last order."""
    shown = client.get(f"/collections/orders/{last().pk}/{path}")
    assert shown.status_code == 200
    texts = html_tree(shown.content).xpath("//text()")
    return " ".join(" ".join(texts).split())


def last() -> "CollectionOrder":
    from features.collections.models import CollectionOrder

    return CollectionOrder.objects.latest("pk")


def ids_of(name: str) -> list[str]:
    from features.collections.models import Collection
    from features.collections.store import documents_in

    found = documents_in(Collection.objects.get(name=name))
    return [each.document_id for each in found]


def order_all(client: "Client", name: str = "All", **fields: object) -> str:
    answer = client.post(ADD, {"name": name, "all": "on", **fields}, follow=True)
    return compact(answer.content.decode())


def test_many_hits_are_put_there_in_the_background_in_their_order(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write(banks(10))
    client = browse("analyst")
    hits = [
        each.get("value")
        for each in html_tree(client.get("/search/?q=bank").content).cssselect(
            "input[name=document]"
        )
    ]
    told = order_all(client, tags="money")
    assert "It goes on in the background, also if you leave this page" in told
    # What is said once would stay beside "Added to a collection".
    assert not html_tree(told.encode()).cssselect("p.note")
    [again] = html_tree(told.encode()).cssselect("noscript a")
    assert again.get("href") == f"/collections/orders/{last().pk}/"
    assert "0 of 10 documents" in page(client)
    work(ports, 1)
    assert "4 of 10 documents 4 documents were added." in page(client, "live/").replace(
        " It goes on in the background, also if you leave this page or Newsloom is restarted.", ""
    )
    assert ids_of("All") == hits[-_PART:]
    work(ports)
    assert "10 documents were added." in page(client)
    assert "hx-get" not in client.get(f"/collections/orders/{last().pk}/").content.decode()
    assert ids_of("All") == hits
    # The page of the collection leads there, and undoes it as one.
    shown = html_tree(client.get(f"/collections/{last().collection_id}/").content)
    [undo] = shown.cssselect(".together form")
    client.post(undo.get("action"))
    assert "0 of 10 documents" in page(client)
    work(ports)
    assert "10 documents were taken out." in page(client)
    assert ids_of("All") == []


def test_an_order_is_undone_while_it_is_carried_out(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(banks(10))
    client = browse("analyst")
    order_all(client)
    work(ports, 2)
    told = client.post(f"/collections/orders/{last().pk}/undo/", follow=True).content
    [bar] = html_tree(told).cssselect("progress")
    assert (bar.get("value"), bar.get("max")) == ("0", "8")
    assert "0 of 8 documents" in page(client)
    work(ports, 1)
    assert "4 of 8 documents" in page(client)
    work(ports)
    assert "8 documents were taken out." in page(client)
    assert not html_tree(client.get(f"/collections/orders/{last().pk}/").content).cssselect(
        "noscript a"
    )
    assert ids_of("All") == []


def test_half_of_what_was_chosen_is_erased_meanwhile(browse: Browse, ports: "Stores") -> None:
    from features.collections.erasing import erase

    found = banks(10)
    ports.documents().write(found)
    client = browse("analyst")
    order_all(client)
    gone = [each.id for each in found[:5]]
    ports.documents().erase(gone[:3])
    ports.documents().erase(gone[3:])
    erase(gone[3:])
    work(ports)
    assert "5 documents were added. 5 are no longer stored." in page(client)
    assert set(ids_of("All")) == {each.id for each in found[5:]}
    # What is erased later leaves the collection, and undoing goes on without it.
    later = [each.id for each in found[5:7]]
    ports.documents().erase(later)
    erase(later)
    client.post(f"/collections/orders/{last().pk}/undo/")
    work(ports)
    assert "3 documents were taken out." in page(client)
    assert ids_of("All") == []


def test_who_may_no_longer_fill_it_adds_nothing_more(browse: Browse, ports: "Stores") -> None:
    from features.collections import store
    from features.collections.models import Collection

    ports.documents().write(banks(10))
    browse("admin")
    shared = store.save_collection("Ours", "write", _user("admin"))
    client = browse("analyst")
    client.post(ADD, {"collection": shared.pk, "all": "on"})
    work(ports, 1)
    Collection.objects.update(sharing="read")
    work(ports)
    told = "6 were not added: you may no longer change this collection."
    assert f"4 documents were added. {told}" in page(client)
    assert len(ids_of("Ours")) == 4
    # What was added stays undone by nobody who may not change it.
    assert client.post(f"/collections/orders/{last().pk}/undo/").status_code == 404


def test_who_has_left_adds_nothing_more_and_what_is_shared_stays(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write(banks(10))
    client = browse("analyst")
    order_all(client, sharing="read")
    work(ports, 1)
    left = _user("analyst")
    left.is_active = False
    left.save()
    work(ports)
    assert len(ids_of("All")) == 4
    order_all(other := browse("admin"), "Others")
    left.delete()
    work(ports)
    assert "10 documents were added." in page(other)
    assert len(ids_of("All")) == 4


def test_what_has_no_room_any_more_is_said(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.collections import store

    ports.documents().write(banks(10))
    client = browse("analyst")
    order_all(client)
    monkeypatch.setattr(store, "MAX_DOCUMENTS", 7)
    work(ports)
    assert "7 documents were added. 3 were not added: the collection is full." in page(client)


def test_programs_follow_an_order_and_undo_it(browse: Browse, ports: "Stores") -> None:
    from features.collections import store

    found = banks(6)
    ports.documents().write(found)
    client = browse("analyst")
    made = store.save_collection("Banks", "private", _user("analyst"))
    body = {"documents": [each.id for each in found], "tags": ["money"]}
    path = f"/api/v1/collections/{made.pk}/documents"
    begun = client.post(path, body, content_type="application/json").json()
    assert (begun["state"], begun["waiting"], begun["added"]) == ("doing", 6, 0)
    work(ports)
    order = f"/api/v1/collection-orders/{begun['order']}"
    done = client.get(order).json()
    assert (done["state"], done["waiting"], done["added"]) == ("done", 0, 6)
    assert client.post(f"{order}/undo").json()["waiting"] == 6
    work(ports)
    undone = client.get(order).json()
    assert (undone["state"], undone["removed"]) == ("undone", 6)
    other = browse("admin")
    assert other.get(order).status_code == 404
    assert other.post(f"{order}/undo").status_code == 404


def test_the_role_alerts_carries_out_what_is_ordered(browse: Browse, ports: "Stores") -> None:
    import threading

    from features.collections.collector import Collector
    from features.collections.models import CollectionOrder

    ports.documents().write(banks(10))
    order_all(browse("analyst"))

    class Watched(Collector):
        """Ends itself after one tick."""

        def tick(self, now: object) -> None:
            super().tick(now)  # type: ignore[arg-type]
            self.stop()

    loop = threading.Thread(target=Watched(ports).run)
    loop.start()
    loop.join()
    assert CollectionOrder.unfinished() == []
    assert len(ids_of("All")) == 10


def test_a_bug_that_one_order_meets_lets_the_others_go_on(
    browse: Browse,
    ports: "Stores",
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    from features.collections import orders
    from features.collections.collector import Collector
    from features.collections.models import CollectionOrder

    ports.documents().write(banks(10))
    client = browse("analyst")
    order_all(client, "First")
    order_all(client, "Second")
    first, _second = CollectionOrder.unfinished()
    usual = orders.carry_out

    def breaks(order: CollectionOrder, documents: Documents) -> Iterator[CollectionOrder]:
        if order == first:
            raise KeyError("tag")
        return usual(order, documents)

    monkeypatch.setattr(orders, "carry_out", breaks)
    Collector(ports).tick(datetime.now(UTC))
    assert CollectionOrder.unfinished() == [first]
    assert len(ids_of("Second")) == 10
    (told,) = [each for each in caplog.records if each.message == "collections.crashed"]
    assert vars(told)["order"] == first.pk


def test_what_has_little_to_do_is_done_at_once(browse: Browse, ports: "Stores") -> None:
    from features.collections import store

    found = banks(10)
    ports.documents().write(found)
    client = browse("analyst")
    made = store.save_collection("Banks", "private", _user("analyst"))
    body = {"documents": [found[0].id, *(f"{n:040}" for n in range(10_000 - 1))]}
    path = f"/api/v1/collections/{made.pk}/documents"
    done = client.post(path, body, content_type="application/json").json()
    assert (done["state"], done["added"], done["gone"]) == ("done", 1, 9_999)
    # So is the undo of an order that was placed, and has not begun.
    order_all(client)
    told = client.post(f"/collections/orders/{last().pk}/undo/", follow=True).content.decode()
    assert "0 documents were taken out." in compact(told)
    assert last().state == "undone"


def test_the_page_of_an_order_offers_only_what_may_still_be_done(
    browse: Browse, ports: "Stores"
) -> None:
    from features.collections import store
    from features.collections.models import Collection

    ports.documents().write(banks(2))
    browse("admin")
    shared = store.save_collection("Ours", "write", _user("admin"))
    client = browse("analyst")
    client.post(ADD, {"collection": shared.pk, "all": "on"})
    for sharing, offered in (
        ("write", {"Open the collection", "Undo"}),
        ("read", {"Open the collection"}),
        ("private", set()),
    ):
        Collection.objects.update(sharing=sharing, name=f"Ours, {sharing}")
        for path in ("", "live/"):
            told = page(client, path)
            assert {each for each in ("Open the collection", "Undo") if each in told} == offered
            assert ("The collection is no longer shared with you." in told) == (not offered)
    assert "Ours" not in page(client)


def _user(name: str) -> "User":
    from django.contrib.auth.models import User

    return User.objects.get(username__startswith=name)
