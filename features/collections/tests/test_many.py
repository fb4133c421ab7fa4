"""Many matches of a search are put into a collection at once, and taken out again."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from storage.documents.port import Document
from tests.html_trees import html_tree
from tests.unit.webui.samples import article, compact

if TYPE_CHECKING:
    from django.test import Client

    from features.collections.models import CollectionOrder
    from watch.stores import Stores

Browse = Callable[..., "Client"]
ADD = "/collections/add/?q=bank"


def banks(count: int) -> list[Document]:
    return [
        article(f"https://one.example/{n}", f"Bank number {n}", f"The bank opened {n} doors.")
        for n in range(count)
    ]


def titles(client: "Client", path: str) -> list[str]:
    tree = html_tree(client.get(path).content)
    return [each.text_content().strip() for each in tree.cssselect(".kept h2")]


def add(client: "Client", *, follow: bool = True, **fields: object) -> str:
    answer = client.post(ADD, fields, follow=follow)
    return compact(answer.content.decode())


def undo(client: "Client", page: bytes) -> str:
    """Press *Undo* on the page of a collection; return what is said then."""
    [form] = html_tree(page).cssselect(".together form")
    return compact(client.post(form.get("action"), follow=True).content.decode())


def tags(name: str) -> dict[str, list[str]]:
    from features.collections.models import CollectedDocument

    rows = CollectedDocument.objects.filter(collection__name=name)
    return dict(rows.values_list("document_id", "tags"))


def size(name: str) -> int:
    from features.collections.models import CollectedDocument

    return CollectedDocument.objects.filter(collection__name=name).count()


def test_the_page_of_hits_leads_to_them(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(banks(2))
    page = compact(browse("analyst").get("/search/?q=bank").content.decode())
    assert '<a class="button" href="/collections/add/?q=bank">Add to a collection</a>' in page


def test_those_that_are_ticked_are_added_in_their_order_and_taken_out_again(
    browse: Browse, ports: "Stores"
) -> None:
    found = banks(5)
    ports.documents().write(found)
    client = browse("analyst")
    tree = html_tree(client.get(ADD).content)
    shown = [each.get("value") for each in tree.cssselect("input[name=document][checked]")]
    assert sorted(shown) == sorted(each.id for each in found)
    page = add(client, name="Banks", document=shown[:3])
    assert "3 documents were added." in page
    assert "You chose 3 documents together" in page
    order = {each.id: each.title for each in found}
    [number] = _numbers("Banks")
    path = f"/collections/{number}/"
    assert titles(client, path) == [order[each] for each in shown[:3]]
    again = add(client, collection=number, document=shown)
    assert "2 documents were added. 3 were there before." in again
    undone = undo(client, client.get(path).content)
    assert "2 documents were taken out." in undone
    assert size("Banks") == 3


def test_undo_keeps_what_somebody_has_noted_and_what_is_older(
    browse: Browse, ports: "Stores"
) -> None:
    from features.collections import orders
    from features.collections.models import CollectionOrder

    found = banks(3)
    ports.documents().write(found)
    client = browse("analyst")
    add(client, name="Banks", document=[each.id for each in found], tags="money")
    [number] = _numbers("Banks")
    note = {"note": "Ask the bank.", "tags": "money"}
    client.post(f"/collections/{number}/documents/{found[0].id}/", note)
    undone = undo(client, client.get(f"/collections/{number}/").content)
    assert "2 documents were taken out. 1 stays: it has a note or a tag" in undone
    assert tags("Banks") == {found[0].id: []}
    add(client, collection=number, document=[each.id for each in found])
    CollectionOrder.objects.update(created=timezone.now() - orders.KEPT - timedelta(minutes=1))
    page = client.get(f"/collections/{number}/")
    assert not html_tree(page.content).cssselect(".together")
    last = CollectionOrder.objects.latest("pk").pk
    assert client.post(f"/collections/orders/{last}/undo/").status_code == 404
    assert size("Banks") == 3
    orders.forget_old()
    assert not CollectionOrder.objects.exists()
    assert size("Banks") == 3


def test_what_was_undone_is_not_undone_again(browse: Browse, ports: "Stores") -> None:
    found = banks(1)
    ports.documents().write(found)
    client = browse("analyst")
    add(client, name="Banks", document=found[0].id)
    [number] = _numbers("Banks")
    [form] = html_tree(client.get(f"/collections/{number}/").content).cssselect(".together form")
    assert client.post(form.get("action")).status_code == 302
    assert size("Banks") == 0
    add(client, collection=number, document=found[0].id)
    again = client.post(form.get("action"), follow=True)
    assert again.status_code == 200
    told = compact(again.content.decode())
    assert "<h1>Undone</h1>" in told
    assert "1 document was taken out." in told
    assert size("Banks") == 1


def test_many_hits_are_tagged_and_lose_these_tags_again(browse: Browse, ports: "Stores") -> None:
    found = banks(3)
    ports.documents().write(found)
    client = browse("analyst")
    first, second, third = (each.id for each in found)
    add(client, name="Banks", document=[first, second])
    [number] = _numbers("Banks")
    client.post(f"/collections/{number}/documents/{first}/", {"note": "", "tags": "money, mine"})
    tree = html_tree(client.get("/search/?q=bank").content)
    [button] = tree.cssselect("form#picked button[value=tag]")
    chosen = client.post(
        button.get("formaction"), {"choose": "tag", "document": [first, second, third]}
    )
    [form] = html_tree(chosen.content).cssselect("main form[method=post]")
    [offered] = form.cssselect("select#collection option[selected]")
    assert offered.text_content().strip() == "Starred"
    ids = [first, second, third]
    told = add(client, collection=number, document=ids, tags="money, 银行")
    assert "1 document was added. 2 were there before. 2 of these were tagged." in told
    assert tags("Banks") == {
        first: ["money", "mine", "银行"],
        second: ["money", "银行"],
        third: ["money", "银行"],
    }
    undone = undo(client, client.get(f"/collections/{number}/").content)
    assert "1 document was taken out. 2 that were there before lost the tags again." in undone
    assert tags("Banks") == {first: ["money", "mine"], second: []}
    refused = add(client, collection=number, document=[first], tags="x" * 61)
    assert "Use at most 20 tags of at most 60 characters." in refused
    assert tags("Banks") == {first: ["money", "mine"], second: []}


def test_tags_that_do_not_fit_are_said(browse: Browse, ports: "Stores") -> None:
    found = banks(2)
    ports.documents().write(found)
    client = browse("analyst")
    add(client, name="Banks", document=found[0].id, tags=",".join(map(str, range(20))))
    [number] = _numbers("Banks")
    told = add(client, collection=number, document=[each.id for each in found], tags="more")
    assert "1 document was added. 1 was there before. 1 of these has too many tags" in told
    assert tags("Banks")[found[1].id] == ["more"]
    assert len(tags("Banks")[found[0].id]) == 20


def test_no_collection_is_made_for_nothing(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(banks(1))
    client = browse("analyst")
    assert "None of these documents is stored" in add(client, name="x", document=["nosuch"])
    add(client, name="Real", document=banks(1)[0].id)
    [number] = _numbers("Real")
    both = add(client, name="x", collection=number, document=banks(1)[0].id)
    assert "Choose a collection, or enter the name of a new one." in both
    assert _numbers("x") == []


def test_all_matches_are_added_up_to_a_limit_that_is_said(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.collections import many

    monkeypatch.setattr(many, "SHOWN", 4)
    monkeypatch.setattr(many, "MAX_AT_ONCE", 10)
    ports.documents().write(banks(9))
    client = browse("analyst")
    assert "Add all 9 matches, not only those ticked below" in compact(
        client.get(ADD).content.decode()
    )
    assert "9 documents were added." in add(client, name="All", all="on")
    ports.documents().write(banks(12))
    assert "Add the first 10 of all 12 matches" in compact(client.get(ADD).content.decode())
    assert "10 documents were added." in add(client, name="Some", all="on")
    assert (size("All"), size("Some")) == (9, 10)


def test_what_was_erased_meanwhile_is_said(browse: Browse, ports: "Stores") -> None:
    found = banks(3)
    ports.documents().write(found)
    ids = [each.id for each in found]
    ports.documents().erase(ids[:2])
    page = add(browse("analyst"), name="Left", document=ids)
    assert "1 document was added. 2 are no longer stored." in page


def test_a_collection_takes_all_or_none(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.collections import store

    monkeypatch.setattr(store, "MAX_DOCUMENTS", 3)
    found = banks(4)
    ports.documents().write(found)
    client = browse("analyst")
    assert "1 document was added." in add(client, name="Small", document=found[0].id)
    [number] = _numbers("Small")
    page = add(client, collection=number, document=[each.id for each in found])
    assert "This collection is full" in page
    assert size("Small") == 1


def _numbers(name: str) -> list[int]:
    from features.collections.models import Collection

    return list(Collection.objects.filter(name=name).values_list("pk", flat=True))


def test_what_is_missing_is_asked_for_and_what_was_ticked_stays(
    browse: Browse, ports: "Stores"
) -> None:
    found = banks(3)
    ports.documents().write(found)
    client = browse("analyst")
    ids = [each.id for each in found]
    answer = client.post(ADD, {"document": ids[0], "shown": ids})
    assert answer.status_code == 422
    assert "Choose a collection, or enter the name of a new one." in answer.content.decode()
    ticked = html_tree(answer.content).cssselect("input[name=document][checked]")
    assert [each.get("value") for each in ticked] == [ids[0]]
    assert "Tick the documents to add." in add(client, name="None", shown=ids)
    assert size("None") == 0
    assert _numbers("None") == []


def test_nobody_fills_what_only_its_owner_may(browse: Browse, ports: "Stores") -> None:
    from features.collections.models import CollectionOrder

    ports.documents().write(banks(1))
    add(browse("analyst"), name="Mine", document=banks(1)[0].id)
    [number] = _numbers("Mine")
    other = browse("admin")
    answer = other.post(ADD, {"collection": number, "document": banks(1)[0].id})
    assert answer.status_code == 404
    [mine] = CollectionOrder.objects.values_list("pk", flat=True)
    for path in ("", "live/"):
        assert other.get(f"/collections/orders/{mine}/{path}").status_code == 404
    assert other.post(f"/collections/orders/{mine}/undo/").status_code == 404
    assert size("Mine") == 1


def test_programs_add_many_at_once_too(browse: Browse, ports: "Stores") -> None:
    found = banks(3)
    ports.documents().write(found)
    client = browse("analyst")
    ids = [each.id for each in found]
    add(client, name="Banks", document=ids[0])
    [number] = _numbers("Banks")
    path = f"/api/v1/collections/{number}/documents"
    body = {"documents": [*ids, ids[1], "0" * 40]}
    answer = client.post(path, body, content_type="application/json")
    done = answer.json()
    assert {name: done[name] for name in ("state", "added", "known", "gone", "waiting")} == {
        "state": "done",
        "added": 2,
        "known": 1,
        "gone": 1,
        "waiting": 0,
    }
    assert size("Banks") == 3
    order = f"/api/v1/collection-orders/{done['order']}"
    assert client.get(order).json() == done
    undone = client.post(f"{order}/undo").json()
    assert (undone["state"], undone["removed"]) == ("undone", 2)
    assert size("Banks") == 1
    assert client.post(f"{order}/undo").json() == undone
    tagging = {"documents": ids[:1], "tags": ["money"]}
    assert client.post(path, tagging, content_type="application/json").json()["tagged"] == 1
    assert tags("Banks") == {ids[0]: ["money"]}
    bodies: list[dict[str, object]] = [
        {},
        {"documents": []},
        {"documents": [1]},
        {"documents": ["x"] * 10_001},
        {"documents": ids, "tags": ["x"] * 21},
        {"documents": ids, "tag": "x"},
    ]
    for wrong in bodies:
        assert client.post(path, wrong, content_type="application/json").status_code == 422


def test_hits_that_are_ticked_are_starred_or_lead_to_the_choice_of_a_collection(
    browse: Browse, ports: "Stores"
) -> None:
    found = banks(25)
    ports.documents().write(found)
    client = browse("analyst")
    tree = html_tree(client.get("/search/?q=bank").content)
    boxes = tree.cssselect("input[name=document][form=picked]")
    assert len(boxes) == 20
    ticked = [each.get("value") for each in boxes[:3]]
    actions = {
        each.text_content().strip(): each.get("formaction")
        for each in tree.cssselect("form#picked button[formaction]")
    }
    chosen = client.post(actions["Add to a collection"], {"choose": "", "document": ticked})
    assert chosen.status_code == 200
    shown = html_tree(chosen.content).cssselect("input[name=document]")
    assert [each.get("value") for each in shown if each.get("checked") is not None] == ticked
    page = client.post(actions["Star"], {"document": ticked[:2]}, follow=True)
    assert "2 documents were added." in compact(page.content.decode())
    page = client.post(actions["Star"], {"document": [*ticked, "gone"]}, follow=True)
    told = compact(page.content.decode())
    assert "1 document was added. 2 were there before. 1 is no longer stored." in told
    for action, sent in (("Star", {}), ("Add to a collection", {"choose": ""})):
        answer = client.post(actions[action], sent, follow=True)
        assert "No document is ticked." in answer.content.decode()
    page = client.post(actions["Star"], {"all": "on"}, follow=True)
    assert "22 documents were added. 3 were there before." in compact(page.content.decode())
    assert "22 documents were taken out." in undo(client, page.content)


def test_hits_that_are_ticked_are_exported(browse: Browse, ports: "Stores") -> None:
    found = banks(4)
    ports.documents().write(found)
    client = browse("analyst")
    address = "/search/export/?q=bank&format=csv"
    answer = client.post(address, {"document": [found[0].id, found[2].id, "elsewhere"]})
    text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    assert [each.title in text for each in found] == [True, False, True, False]
    whole = client.post(address, {"all": "on", "document": found[0].id})
    text = b"".join(whole.streaming_content).decode()  # type: ignore[attr-defined]
    assert all(each.title in text for each in found)
    assert client.post(address).status_code == 400


def test_ticked_hits_that_may_not_be_exported_are_left_out_and_counted(
    browse: Browse, ports: "Stores"
) -> None:
    found = [replace(each, rights=("tdm-reserved",)) for each in banks(3)] + banks(8)[3:]
    ports.documents().write(found)
    client = browse("analyst")
    address = "/search/export/?q=bank&format=jsonl"
    picks: list[dict[str, object]] = [{"all": "on"}, {"document": [each.id for each in found]}]
    for picked in picks:
        answer = client.post(address, picked)
        text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
        header, *rows = map(json.loads, text.splitlines())
        assert (header["export"]["matches"], header["export"]["reserved"]) == (5, 3)
        assert {each["id"] for each in rows} == {each.id for each in found[3:]}
    # They may be kept: nothing leaves the installation.
    assert "8 documents were added." in add(client, name="Banks", all="on")


def test_a_new_collection_is_shared_at_once_or_not_made(browse: Browse, ports: "Stores") -> None:
    from features.collections.models import Collection

    found = banks(3)
    ports.documents().write(found)
    client = browse("analyst")
    page = add(client, name="Banks", sharing="all the world", document=found[0].id)
    assert "is not a valid choice" in page
    assert not Collection.objects.exists()
    add(client, name="Banks", sharing="read", all="1")
    assert Collection.objects.get().sharing == "read"
    assert size("Banks") == 3
    page = add(client, name="Banks", sharing="read", document=found[0].id)
    assert "You already have “Banks”. Choose another name." in page
    assert Collection.objects.count() == 1


def test_an_order_that_somebody_else_has_carried_out_meanwhile_is_told_as_done(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.collections import many, orders

    found = banks(3)
    ports.documents().write(found)
    client = browse("analyst")
    carried_out = many.carried_out

    def after_somebody_else(order: "CollectionOrder") -> "CollectionOrder":
        for _part in orders.carry_out(order, ports.documents()):
            pass
        return carried_out(order)

    monkeypatch.setattr(many, "carried_out", after_somebody_else)
    told = add(client, name="Banks", document=[each.id for each in found])
    assert "3 documents were added." in told
    [number] = _numbers("Banks")
    assert "3 documents were taken out." in undo(
        client, client.get(f"/collections/{number}/").content
    )


def test_an_order_ends_with_its_collection(browse: Browse, ports: "Stores") -> None:
    from django.contrib.auth.models import User

    from features.collections import many, orders, store

    browse("analyst")
    user = User.objects.get(username__startswith="analyst")
    made = store.save_collection("Banks", "private", user)
    order = orders.place(made.pk, [], 0, user, tags=())
    made.delete()
    assert many.carried_out(order).finished is None


def test_undo_leaves_what_was_put_back_since(browse: Browse, ports: "Stores") -> None:
    from features.collections.models import CollectionOrder

    found = banks(3)
    ports.documents().write(found)
    client = browse("analyst")
    ids = [each.id for each in found]
    add(client, name="Banks", document=ids)
    [number] = _numbers("Banks")
    first = CollectionOrder.objects.get().pk
    # One by hand, one by another order that was placed at the same moment.
    for each in ids[:2]:
        client.post(f"/collections/{number}/documents/{each}/", {"remove": ""})
    client.post(f"/documents/{ids[0]}/collect/", {"collection": number})
    add(client, collection=number, document=ids[1])
    CollectionOrder.objects.update(created=CollectionOrder.objects.get(pk=first).created)
    answer = client.post(f"/collections/orders/{first}/undo/", follow=True)
    told = compact(answer.content.decode())
    assert "1 document was taken out. 2 stay: they have a note or a tag, or were put back" in told
    assert set(tags("Banks")) == set(ids[:2])
    second = CollectionOrder.objects.latest("pk").pk
    client.post(f"/collections/orders/{second}/undo/")
    assert set(tags("Banks")) == {ids[0]}


def test_undo_leaves_tags_that_were_given_again_since(browse: Browse, ports: "Stores") -> None:
    from features.collections.models import CollectionOrder

    found = banks(4)
    ports.documents().write(found)
    client = browse("analyst")
    ids = [each.id for each in found]
    add(client, name="Banks", document=ids)
    [number] = _numbers("Banks")
    add(client, collection=number, document=ids, tags="money, city")
    order = CollectionOrder.objects.latest("pk").pk

    def tag(document: str, *given: str) -> None:
        path = f"/collections/{number}/documents/{document}/"
        client.post(path, {"note": "", "tags": ",".join(given)})

    tag(ids[0], "city")
    tag(ids[0], "city", "money")
    tag(ids[1])
    add(client, collection=number, document=ids[1], tags="money")
    client.post(f"/collections/{number}/documents/{ids[2]}/", {"remove": ""})
    client.post(f"/documents/{ids[2]}/collect/", {"collection": number})
    tag(ids[2], "money")
    told = client.post(f"/collections/orders/{order}/undo/", follow=True).content.decode()
    assert "2 that were there before lost the tags again." in told
    assert "2 stay: they have a note or a tag, or were put back since." in told
    assert tags("Banks") == {ids[0]: ["money"], ids[1]: ["money"], ids[2]: ["money"], ids[3]: []}


def test_the_last_order_that_did_something_is_undone_then_the_one_before(
    browse: Browse, ports: "Stores"
) -> None:
    found = banks(4)
    ports.documents().write(found)
    client = browse("analyst")
    ids = [each.id for each in found]
    add(client, name="Banks", document=ids[0])
    [number] = _numbers("Banks")
    for _sent_twice in range(2):
        page = add(client, collection=number, document=ids[1:])
    assert "0 documents were added. 3 were there before." in page
    path = f"/collections/{number}/"
    assert "3 documents were taken out." in undo(client, client.get(path).content)
    assert "1 document was taken out." in undo(client, client.get(path).content)
    assert not html_tree(client.get(path).content).cssselect(".together")
    assert size("Banks") == 0


def test_those_that_were_erased_since_they_were_ticked_are_counted(
    browse: Browse, ports: "Stores"
) -> None:
    found = banks(12)
    ports.documents().write(found)
    client = browse("analyst")
    ids = [each.id for each in found[:10]]
    ports.documents().erase(ids[:5])
    page = client.post(ADD, {"choose": "", "document": ids})
    assert "5 of the 10 that you ticked are no longer stored." in compact(page.content.decode())

    def fields(page: bytes) -> dict[str, Any]:
        """What a browser sends of the form."""
        [form] = html_tree(page).cssselect("main form[method=post]")
        sent: dict[str, list[str]] = {}
        for each in form.cssselect("input[type=hidden], input[checked]"):
            sent.setdefault(each.get("name"), []).append(each.get("value", ""))
        return dict(sent)

    sent = fields(page.content)
    assert sent["document"] == ids[5:]
    # The form says what is missing, and still lists what was ticked in the hits.
    page = client.post(ADD, {**sent, "document": ids[5:9]})
    assert page.status_code == 422
    again = fields(page.content)
    assert (again["shown"], again["document"]) == (ids[5:], ids[5:9])
    assert "Tick the documents to add." in add(client, **{**again, "document": []}, name="x")
    told = add(client, **again, name="Banks")
    assert "4 documents were added. 5 are no longer stored." in told
    assert "You chose 9 documents together" in told
    ports.documents().erase(ids[5:])
    page = client.post(ADD, {"choose": "", "document": ids})
    assert "None of these documents is stored any more." in page.content.decode()
    assert not html_tree(page.content).cssselect("main form[method=post]")


def test_what_is_wrong_is_said_at_its_field(browse: Browse, ports: "Stores") -> None:
    found = banks(2)
    ports.documents().write(found)
    client = browse("analyst")
    add(client, name="Banks", document=found[0].id)
    [number] = _numbers("Banks")

    def wrong(**fields: object) -> dict[str, str]:
        """What is said at each field that is marked as wrong."""
        answer = client.post(ADD, {"document": found[0].id, **fields})
        assert answer.status_code == 422
        tree = html_tree(answer.content)
        marked = {each.get("name"): each for each in tree.cssselect("[aria-invalid=true]")}
        return {
            name: tree.get_element_by_id(each.get("aria-describedby").split()[-1]).text_content()
            for name, each in marked.items()
        }

    missing = "Choose a collection, or enter the name of a new one."
    assert wrong() == {"collection": missing}
    assert wrong(name="Banks").keys() == {"name"}
    assert wrong(name="x", sharing="all the world").keys() == {"sharing"}
    assert wrong(collection=number, tags="x" * 61) == {
        "tags": "Use at most 20 tags of at most 60 characters."
    }
    assert "contains control characters" in wrong(collection=number, tags="a\0b")["tags"]
    assert tags("Banks") == {found[0].id: []}
    path = f"/collections/{number}/documents/{found[0].id}/"
    for given in ("a\0b", "a\1b"):
        answer = client.post(path, {"note": "", "tags": given}, follow=True)
        [told] = html_tree(answer.content).cssselect("p.note.bad")
        assert told.text_content()
    api = f"/api/v1/collections/{number}/documents"
    body = {"documents": [found[0].id], "tags": ["a\0b"]}
    refused = client.post(api, body, content_type="application/json")
    assert refused.status_code == 422
    assert [each["field"] for each in refused.json()["errors"]] == ["body.tags"]
    assert tags("Banks") == {found[0].id: []}
