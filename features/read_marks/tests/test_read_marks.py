"""What a user has read is told apart in lists, and may be left out."""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from storage.documents.port import Document
from tests.html_trees import html_tree
from tests.unit.webui.samples import article, thread_page

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


def banks(count: int) -> list[Document]:
    return [
        article(f"https://one.example/{n}", f"Bank number {n}", f"The bank opened {n} doors.")
        for n in range(count)
    ]


def shown(client: "Client", address: str = "/search/?q=bank") -> dict[str, bool]:
    """The hits of a search by id, and whether they are read."""
    answer = client.get(address, follow=True)
    assert answer.status_code == 200
    return {
        hit.get("id").removeprefix("hit-"): hit.cssselect(".read-mark button")[0].get(
            "aria-pressed"
        )
        == "true"
        for hit in html_tree(answer.content).cssselect("article.hit")
    }


def action(client: "Client", words: str, address: str = "/search/?q=bank") -> "tuple[str, str]":
    """The address of a button below the hits, and its value."""
    tree = html_tree(client.get(address, follow=True).content)
    [button] = [
        each
        for each in tree.cssselect("form#picked button[formaction]")
        if each.text_content().strip().startswith(words)
    ]
    return button.get("formaction"), button.get("value", "")


def test_what_a_user_opens_is_read_for_that_user_alone(browse: Browse, ports: "Stores") -> None:
    found = banks(3)
    ports.documents().write(found)
    client, other = browse("analyst"), browse("operator")
    client.get(f"/documents/{found[0].id}/")
    client.get(f"/search/?q=bank&open={found[1].id}")
    assert shown(client) == {found[0].id: True, found[1].id: True, found[2].id: False}
    assert not any(shown(other).values())


def test_a_thread_is_read_whichever_page_was_opened(browse: Browse, ports: "Stores") -> None:
    pages = [thread_page(1, "A bank"), thread_page(2, "The bank of the river bank")]
    ports.documents().write(pages)
    client = browse("analyst")
    client.get(f"/documents/{pages[0].id}/")
    assert list(shown(client).values()) == [True]
    assert shown(client, "/search/?q=bank&unread=1") == {}
    assert list(shown(client, "/search/?q=bank&copies=each").values()) == [True, True]


def test_many_hits_are_marked_at_once_and_that_is_undone(browse: Browse, ports: "Stores") -> None:
    found = banks(25)
    ports.documents().write(found)
    client = browse("analyst")
    mark, _ = action(client, "Mark as read")
    client.post(mark, {"document": [found[0].id, "gone"]})
    told = client.post(mark, {"all": "on"}, follow=True).content.decode()
    assert "24 hits were marked as read." in told
    assert all(shown(client).values())
    undo, at = action(client, "Undo marking as read")
    client.post(undo, {"at": at})
    everything = shown(client) | shown(client, "/search/?q=bank&unread=1")
    assert "No document is ticked." in client.post(mark, {}, follow=True).content.decode()
    assert [name for name, is_read in everything.items() if is_read] in ([], [found[0].id])
    unmark, _ = action(client, "Mark as unread")
    client.post(unmark, {"document": [found[0].id], "unread": ""})
    assert not any(shown(client).values())


def test_unread_only_holds_for_hits_counts_and_files(browse: Browse, ports: "Stores") -> None:
    found = banks(4)
    ports.documents().write(found)
    client = browse("analyst")
    client.get(f"/documents/{found[0].id}/")
    page = client.get("/search/?q=bank")
    [link] = [
        each
        for each in html_tree(page.content).cssselect(".bar a")
        if each.text_content().strip() == "Unread only"
    ]
    address = f"/search/{link.get('href')}"
    assert set(shown(client, address)) == {each.id for each in found[1:]}
    assert "3 documents" in client.get(address, follow=True).content.decode()
    file = client.get(f"/search/export/{link.get('href')}&format=csv")
    text = b"".join(file.streaming_content).decode()  # type: ignore[attr-defined]
    assert [each.title in text for each in found] == [False, True, True, True]
    assert "unread:only" in text
    # The document that is read has its place in the list.
    opened = client.get(f"/documents/{found[2].id}/{link.get('href')}&page=1").content.decode()
    assert "of 3" in opened


def test_a_hit_is_marked_and_unmarked_by_its_button(browse: Browse, ports: "Stores") -> None:
    [found] = banks(1)
    ports.documents().write([found])
    client = browse("analyst")
    for is_read in (True, False):
        client.post(f"/documents/{found.id}/read/")
        assert shown(client) == {found.id: is_read}
    assert client.post("/documents/unknown/read/").status_code == 404


def test_the_api_marks_for_its_user(browse: Browse, ports: "Stores") -> None:
    found = banks(2)
    ports.documents().write(found)
    client = browse("analyst")
    ids = [each.id for each in found]

    def post(**content: object) -> int:
        answer = client.post("/api/v1/read-marks", content, content_type="application/json")
        assert answer.status_code == 200
        return int(answer.json()["changed"])

    assert [post(documents=ids), post(documents=ids)] == [2, 0]
    assert all(shown(client).values())
    assert post(documents=ids[:1], state="unread") == 1


def test_marks_are_few_young_and_go_with_the_document(browse: Browse, ports: "Stores") -> None:
    from django.contrib.auth.models import User

    from features.read_marks import store
    from features.read_marks.models import ReadMark

    browse("analyst")
    user = User.objects.get()
    store.mark(["old"], user)
    ReadMark.objects.update(read=ReadMark.objects.get().read - store.KEPT - timedelta(days=1))
    store.mark([f"d{number}" for number in range(store.MAX_MARKS)], user)
    assert store.mark(["newest"], user) == {"newest"}
    names = store.read_by(user, timezone.now())
    assert len(names) == store.MAX_MARKS
    assert "newest" in names
    assert "old" not in names
    assert store.count_marks(["newest", "d7"]) == 2
    assert store.erase_marks(["newest"]) == 1
    assert "newest" not in store.read_by(user, timezone.now())


def test_a_thread_is_marked_whichever_page_is_named(browse: Browse, ports: "Stores") -> None:
    pages = [thread_page(1, "A bank"), thread_page(2, "The bank of the river bank")]
    ports.documents().write(pages)
    client = browse("analyst")
    for content in ({"all": "on"}, {"document": [pages[1].id]}):
        for words, told in (("read", "1 hit was marked as read."), ("unread", "1 hit is unread")):
            address, _ = action(client, f"Mark as {words}")
            fields = content | ({"unread": ""} if words == "unread" else {})
            assert told in client.post(address, fields, follow=True).content.decode()
            assert list(shown(client).values()) == [words == "read"]
    client.get(f"/documents/{pages[0].id}/")
    named = {"documents": [pages[1].id], "state": "unread"}
    answer = client.post("/api/v1/read-marks", named, content_type="application/json")
    assert answer.json() == {"changed": 1}
    assert list(shown(client).values()) == [False]


def test_all_that_match_are_those_that_are_unread(browse: Browse, ports: "Stores") -> None:
    from features.read_marks.models import ReadMark

    found = banks(3)
    ports.documents().write(found)
    client = browse("analyst")
    client.get(f"/documents/{found[0].id}/")
    opened = ReadMark.objects.get().read
    address = "/search/?q=bank&unread=1"
    starred = client.post(action(client, "Star", address)[0], {"all": "on"}, follow=True)
    assert "2 documents were added." in " ".join(starred.content.decode().split())
    client.post(action(client, "Mark as unread", address)[0], {"all": "on", "unread": ""})
    assert ReadMark.objects.get().read == opened
    assert shown(client)[found[0].id]


def test_ids_of_nothing_push_out_no_marks(browse: Browse, ports: "Stores") -> None:
    from features.read_marks import store

    [found] = banks(1)
    ports.documents().write([found])
    client = browse("analyst")
    client.get(f"/documents/{found.id}/")
    content = {"documents": [f"d{number}" for number in range(store.MAX_MARKS)]}
    answer = client.post("/api/v1/read-marks", content, content_type="application/json")
    assert answer.json() == {"changed": 0}
    assert shown(client) == {found.id: True}


def test_a_list_of_what_is_unread_keeps_its_places(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(banks(23))
    client = browse("analyst")
    page = html_tree(client.get("/search/?q=bank&unread=1", follow=True).content)
    address = page.cssselect("[data-hit]")[0].get("href")
    for number in range(1, 24):
        read = html_tree(client.get(address.partition("#")[0]).content)
        assert f"{number} of 23" in " ".join(read.text_content().split())
        following = read.cssselect("[rel=next]")
        assert bool(following) == (number < 23)
        address = following[0].get("href") if following else ""
    back = read.cssselect(".result-place > a")[0].get("href").partition("#")[0]
    assert list(shown(client, back).values()) == [True] * 3
    assert shown(client, "/search/?q=bank&unread=1") == {}


def test_the_address_of_a_list_of_what_is_unread_shows_the_same_list_again(
    browse: Browse, ports: "Stores"
) -> None:
    """A step back in the browser asks for it."""
    found = banks(2)
    ports.documents().write(found)
    client = browse("analyst")
    for asked in ("q=bank&unread=only", "q=bank&unread=1&since=yesterday"):
        answer = client.get(f"/search/?{asked}", follow=True)
        address = answer.redirect_chain[-1][0]
        client.get(f"/documents/{found[0].id}/")
        assert shown(client, address)[found[0].id]
        assert found[0].id not in shown(client, f"/search/?{asked}")
        client.post(f"/documents/{found[0].id}/read/")
    old = "/search/?q=bank&unread=1&since=2020-01-01T00:00:00%2B00:00"
    assert client.get(old).status_code == 200
    assert client.get("/search/?q=bank").status_code == 200


def test_what_is_no_longer_stored_is_said(browse: Browse, ports: "Stores") -> None:
    found = banks(2)
    ports.documents().write(found)
    client = browse("analyst")
    ports.documents().erase([found[1].id])

    def told(words: str, *ids: str) -> str:
        more = {"unread": ""} if words.endswith("unread") else {}
        address, _ = action(client, words)
        return client.post(address, {"document": ids, **more}, follow=True).content.decode()

    for words in ("Mark as read", "Mark as unread"):
        page = told(words, found[0].id, found[1].id)
        assert "1 hit " in page
        assert "1 is no longer stored." in page
        page = told(words, found[1].id, "nosuch")
        assert "None of these documents is stored any more." in page
        assert "0 hits" not in page
    assert "stored" not in told("Mark as read", found[0].id)


def test_that_there_was_nothing_to_undo_is_said(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(banks(2))
    client = browse("analyst")
    client.post(action(client, "Mark as read")[0], {"all": "on"})
    undo, at = action(client, "Undo marking as read")
    undone, nothing = "What you marked together is unread again.", "There is nothing to undo"
    for said, other in ((undone, nothing), (nothing, undone)):
        page = client.post(undo, {"at": at}, follow=True).content.decode()
        assert said in page
        assert other not in page


def test_the_reports_of_a_story_that_the_user_has_read_are_told_apart(
    ports: "Stores", browse: Browse
) -> None:
    from django.contrib.auth.models import User

    from webui.parts import beside_rows

    first, second = banks(2)
    ports.documents().write([first, second])
    client = browse("analyst")
    client.get(f"/documents/{first.id}/")
    reader = User.objects.get(pk=client.session["_auth_user_id"])
    ids = [first.id, second.id]
    told = [len(parts) for _id, parts in beside_rows("story", ids, reader, key=str)]
    assert told == [1, 0]
    other = User.objects.get(pk=browse("operator").session["_auth_user_id"])
    assert not any(parts for _id, parts in beside_rows("story", ids, other, key=str))
