"""Hits of a search are erased, many at once: never without a look, and only by administrators."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from storage.documents.port import Document
from tests.html_trees import html_tree
from tests.unit.webui.samples import article, thread_page

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
CONFIRMED = {"confirm": "1", "reason": "A takedown"}


def banks(count: int) -> list[Document]:
    return [
        article(f"https://one.example/{n}", f"Bank number {n}", f"The bank opened {n} doors.")
        for n in range(count)
    ]


def text(answer: Any) -> str:
    return " ".join(html_tree(answer.content).text_content().split())


def erase_button(client: "Client", address: str = "/search/?q=bank") -> str:
    """The address that the button below the hits sends to, "" without one."""
    tree = html_tree(client.get(address).content)
    buttons = tree.cssselect("form#picked button.danger[formaction]")
    return buttons[0].get("formaction") if buttons else ""


def look(client: "Client", **picked: object) -> Any:
    return client.post(erase_button(client), picked)


def confirm(client: "Client", looked: Any, count: int) -> Any:
    """Send the form that asks, with this number."""
    [form] = html_tree(looked.content).cssselect("main form[method=post]")
    fields = {**dict(form.form_values()), **CONFIRMED, "count": str(count)}
    return client.post(form.get("action"), fields, follow=True)


def orders() -> list[Any]:
    from features.erasure.models import Erasure

    return list(Erasure.objects.all())


def carry_out(ports: "Stores") -> None:
    from features.erasure.eraser import Eraser

    for _ in Eraser(ports).until_done():
        pass


def stored(ports: "Stores", found: list[Document]) -> list[bool]:
    return [ports.documents().get(each.id) is not None for each in found]


def test_what_cannot_be_undone_is_last(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(banks(2))
    tree = html_tree(browse("admin").get("/search/?q=bank").content)
    buttons = [each.text_content().strip() for each in tree.cssselect(".picked .menu-items button")]
    assert buttons[-1] == "Erase"
    assert "Export as CSV" in buttons[:-1]


def test_ticked_hits_are_erased_after_a_look(browse: Browse, ports: "Stores") -> None:
    found = banks(4)
    ports.documents().write(found)
    client = browse("admin")
    looked = look(client, document=[found[0].id, found[2].id])
    assert "Erase 2 documents for good?" in text(looked)
    assert orders() == []
    assert "The erasure begins" in text(confirm(client, looked, 2))
    carry_out(ports)
    assert stored(ports, found) == [False, True, False, True]


def test_all_that_match_are_counted_before(browse: Browse, ports: "Stores") -> None:
    found = [*banks(25), article("https://one.example/ferry", "Ferry", "It sails.")]
    ports.documents().write(found)
    client = browse("admin")
    looked = look(client, all="on")
    assert "Erase 25 documents for good?" in text(looked)
    wrong = confirm(client, looked, 24)
    assert "Enter the number of documents that is shown above." in text(wrong)
    assert orders() == []
    confirm(client, looked, 25)
    carry_out(ports)
    assert stored(ports, found) == [False] * 25 + [True]


def test_a_thread_that_is_one_hit_goes_with_the_pages_that_match(
    browse: Browse, ports: "Stores"
) -> None:
    pages = [thread_page(1, "A bank"), thread_page(2, "The bank of the river bank")]
    ports.documents().write([*pages, *banks(1)])
    looked = look(browse("admin"), document=[pages[0].id])
    assert "Erase 2 documents for good?" in text(looked)
    assert "1 further page of the ticked threads is included." in text(looked)


def test_what_was_ticked_is_erased_also_if_it_matches_no_longer(
    browse: Browse, ports: "Stores"
) -> None:
    found, page = banks(3), thread_page(1, "A bank")
    ports.documents().write([*found, page])
    client = browse("admin")
    address = erase_button(client)
    changed = [replace(each, title="Ferry", content="It sails.") for each in (found[0], page)]
    ports.documents().write([replace(each, posts=()) for each in changed])
    for copies in ("", "&copies=each"):
        looked = client.post(f"{address}{copies}", {"document": [found[0].id, page.id]})
        assert "Erase 2 documents for good?" in text(looked)
        assert "stored" not in text(looked)
    confirm(client, looked, 2)
    carry_out(ports)
    assert stored(ports, [*found, page]) == [False, True, True, False]


def test_if_none_is_stored_that_is_said(browse: Browse, ports: "Stores") -> None:
    found = banks(3)
    ports.documents().write(found)
    client = browse("admin")
    address = erase_button(client)
    ports.documents().erase([found[0].id])
    told = client.post(address, {"document": [found[0].id, "nosuch"]}, follow=True)
    assert "None of these documents is stored any more." in text(told)
    assert "This field is required." not in text(told)
    assert len(html_tree(told.content).cssselect("article.hit")) == 2


def test_what_was_erased_meanwhile_is_said_and_does_not_hinder(
    browse: Browse, ports: "Stores"
) -> None:
    found = banks(6)
    ports.documents().write(found)
    client = browse("admin")
    ports.documents().erase([found[0].id])
    looked = look(client, document=[each.id for each in found[:4]])
    assert "1 is no longer stored." in text(looked)
    assert "Erase 3 documents for good?" in text(looked)
    ports.documents().erase([found[1].id])
    assert "The erasure begins" in text(confirm(client, looked, 3))
    [order] = orders()
    assert order.planned["documents"] == 2
    carry_out(ports)
    assert stored(ports, found) == [False] * 4 + [True] * 2


def test_nobody_else_may_and_nothing_ticked_erases_nothing(browse: Browse, ports: "Stores") -> None:
    found = banks(2)
    ports.documents().write(found)
    client = browse("admin")
    address = erase_button(client)
    told = client.post(address, follow=True)
    assert "No document is ticked." in told.content.decode()
    for group in ("analyst", "operator"):
        other = browse(group)
        assert erase_button(other) == ""
        assert other.post(address, {"all": "on"}).status_code == 403
    assert orders() == []
    wrong = browse("admin").post(f"{address}%20AND%20(", {"all": "on"}, follow=True)
    assert wrong.status_code in (200, 400)
    assert orders() == []


def test_programs_look_confirm_and_follow(browse: Browse, ports: "Stores") -> None:
    found = banks(3)
    ports.documents().write(found)
    client = browse("admin")
    named = {"documents": [found[0].id, found[1].id, "nosuch"]}

    def post(**more: object) -> Any:
        return client.post("/api/v1/erasures", named | more, content_type="application/json")

    looked = post().json()
    assert (looked["erasure"], looked["documents"], looked["gone"]) == (None, 2, 1)
    assert post(confirm=3, reason="A takedown").status_code == 409
    assert post(confirm=2).status_code == 409
    assert orders() == []
    number = post(confirm=2, reason="A takedown").json()["erasure"]
    path = f"/api/v1/erasures/{number}"
    assert client.get(path).json()["is_done"] is False
    carry_out(ports)
    assert client.get(path).json()["is_done"] is True
    assert stored(ports, found) == [False, False, True]
    assert post().status_code == 404


def test_an_erasure_that_is_confirmed_twice_is_one(browse: Browse, ports: "Stores") -> None:
    found = banks(3)
    ports.documents().write(found)
    client = browse("admin")

    def order(*ids: str) -> int:
        content = {"documents": ids, "confirm": len(ids), "reason": "A takedown"}
        answer = client.post("/api/v1/erasures", content, content_type="application/json")
        return int(answer.json()["erasure"])

    first = order(found[0].id, found[1].id)
    assert order(found[1].id, found[0].id) == first
    assert order(found[0].id) != first
    assert order(found[0].id, found[2].id) != first
    assert len(orders()) == 3
    carry_out(ports)
    # What came back by another way is erased anew.
    ports.documents().write(found[:2])
    assert order(found[0].id, found[1].id) != first
