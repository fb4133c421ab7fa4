"""Stars, notes, tags and collections, over real stores."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from tests.unit.webui.samples import MOMENT, article, compact

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
BANK = article("https://one.example/1", "Bank <one>", "The bank opened.")
PORT = article(
    "https://two.example/2", "Port two", "The port closed.", published=MOMENT - timedelta(days=1)
)


def page_of(client: "Client", path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, path
    return compact(answer.content.decode())


def post(client: "Client", path: str, status: int = 302, **fields: str) -> str:
    answer = client.post(path, fields)
    assert answer.status_code == status, path
    return answer.headers.get("Location", "")


def collection_on(html: str, name: str) -> str:
    found = re.search(rf'href="(/collections/\d+/)">(?:★ )?{name}<', html)
    assert found, html
    return found[1]


def new_collection(client: "Client", name: str, sharing: str = "private") -> str:
    return post(client, "/collections/", name=name, sharing=sharing)


def test_a_star_is_set_in_the_results_and_removed_on_the_document(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write([BANK, PORT])
    client = browse("analyst")
    assert 'aria-pressed="true"' not in page_of(client, "/search/")
    where = post(client, f"/documents/{BANK.id}/star/", next=f"/search/?q=bank#hit-{BANK.id}")
    assert where == f"/search/?q=bank#hit-{BANK.id}"
    assert page_of(client, "/search/").count('aria-pressed="true"') == 1
    # A script sets a star without another page, so that the place in this one stays.
    for _ in range(2):
        answer = client.post(f"/documents/{BANK.id}/star/", headers={"HX-Request": "true"})
        assert (answer.status_code, answer.content) == (204, b"")
    assert page_of(client, "/search/").count('aria-pressed="true"') == 1
    starred = collection_on(page_of(client, "/collections/"), "Starred")
    assert "Bank &lt;one&gt;" in page_of(client, starred)
    assert 'aria-pressed="true"' not in page_of(browse("analyst"), "/search/")
    assert (
        post(client, f"/documents/{BANK.id}/star/", next="https://evil.example/")
        == f"/documents/{BANK.id}/"
    )
    assert "Bank" not in page_of(client, starred)
    post(client, f"/documents/{'0' * 32}/star/", 404)


def test_a_note_and_tags_are_kept_and_found_again(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([BANK, PORT])
    client = browse("analyst")
    for document in (BANK, PORT):
        post(client, f"/documents/{document.id}/star/")
    starred = collection_on(page_of(client, "/collections/"), "Starred")
    post(
        client, f"{starred}documents/{BANK.id}/", note="Ask <them>", tags="economy，urgent, economy"
    )
    html = page_of(client, starred)
    assert '<p class="note-text">Ask &lt;them&gt;</p>' in html
    assert '<a class="chip" href="?tag=urgent">urgent</a>' in html
    tagged = page_of(client, f"{starred}?tag=urgent")
    assert ("Bank &lt;one&gt;" in tagged, "Port two" in tagged) == (True, False)
    unreadable = page_of(client, f"{starred}?page=two", 400)
    assert "Page number: “two” is not a number." in unreadable
    assert "Bank &lt;one&gt;" not in unreadable
    assert "No documents yet" not in unreadable
    assert "Port two" in page_of(client, f"{starred}?page={'9' * 5000}")
    assert "Ask &lt;them&gt;" in page_of(client, f"/documents/{BANK.id}/")
    post(client, f"{starred}documents/{BANK.id}/", note="x", tags=",".join(map(str, range(30))))
    assert "Use at most 20 tags" in page_of(client, starred)
    post(client, f"{starred}documents/{BANK.id}/", remove="1")
    assert "Ask" not in page_of(client, starred)


def test_a_document_whose_date_is_unknown_says_so_in_a_collection(
    browse: Browse, ports: "Stores"
) -> None:
    undated = article("https://three.example/3", "Ferry three", published=None)
    ports.documents().write([PORT, undated])
    client = browse("analyst")
    for each in (PORT, undated):
        post(client, f"/documents/{each.id}/star/", next="/search/")
    html = page_of(client, collection_on(page_of(client, "/collections/"), "Starred"))
    assert html.count('<span class="badge">Date unknown</span>') == 1


def test_who_may_see_and_change_a_collection(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([BANK])
    owner, other, admin = browse("analyst"), browse("analyst"), browse("admin")
    own = new_collection(owner, "Mine")
    number = own.strip("/").rpartition("/")[2]
    # Who, and the answers: page, adding a document, changing the name, deleting, the owner's feed.
    tables = {
        "private": {owner: (200, 302, 302, 200, 302), other: (404,) * 5, admin: (404,) * 5},
        "read": {
            owner: (200, 302, 302, 200, 302),
            other: (200, 404, 404, 404, 404),
            admin: (200, 404, 302, 200, 404),
        },
        "write": {
            owner: (200, 302, 302, 200, 302),
            other: (200, 302, 404, 404, 404),
            admin: (200, 302, 302, 200, 404),
        },
    }
    for sharing, table in tables.items():
        for client, expected in table.items():
            post(owner, f"{own}share/", name="Mine", sharing=sharing)
            answers = (
                client.get(own),
                client.post(f"/documents/{BANK.id}/collect/", {"collection": number}),
                client.post(f"{own}share/", {"name": "Mine", "sharing": sharing}),
                client.get(f"{own}delete/"),
                client.post(f"{own}feed/", {"renew": "1"}),
            )
            assert tuple(answer.status_code for answer in answers) == expected, sharing
    starred = post(owner, f"/documents/{BANK.id}/star/") and collection_on(
        page_of(owner, "/collections/"), "Starred"
    )
    post(owner, f"{starred}share/", 404, name="Stars", sharing="write")
    post(admin, f"{own}delete/")
    assert "Mine" not in page_of(owner, "/collections/")


def test_a_document_that_is_gone_keeps_its_name(browse: Browse, ports: "Stores") -> None:
    old = article("https://one.example/old", "Old news", collected=MOMENT - timedelta(days=400))
    ports.documents().write([old, BANK])
    client = browse("analyst")
    own = new_collection(client, "Kept")
    for document in (old, BANK):
        post(
            client,
            f"/documents/{document.id}/collect/",
            collection=own.strip("/").rpartition("/")[2],
        )
    post(client, f"{own}documents/{BANK.id}/", note="n", tags="urgent")
    ports.documents().drop_before((MOMENT - timedelta(days=100)).date())
    html = page_of(client, own)
    assert "Old news" in html
    assert f'href="/documents/{old.id}/"' not in html
    assert html.count("Newsloom no longer has this document.") == 1
    assert client.get(f"{own}export/?format=exe").status_code == 400
    lines = client.get(f"{own}export/?format=jsonl").getvalue().splitlines()
    header, *found = map(json.loads, lines)
    assert header["export"]["filters"] == {"collection": ["Kept"]}
    assert [(each["title"], each["tags"], each["note"]) for each in found] == [
        ("Bank <one>", ["urgent"], "n")
    ]


def test_a_collection_has_a_feed_that_ends_with_its_owners_rights(
    browse: Browse, ports: "Stores"
) -> None:
    from django.contrib.auth.models import User

    ports.documents().write([BANK])
    client, stranger = browse("analyst"), browse("")
    own = new_collection(client, "Banks")
    post(client, f"/documents/{BANK.id}/collect/", collection=own.strip("/").rpartition("/")[2])
    assert "/feeds/collections/" not in page_of(client, own)
    post(client, f"{own}feed/", renew="1")
    (address,) = re.findall(
        r'value="http://localhost(/feeds/collections/[^"]+\.atom)"', page_of(client, own)
    )
    answer = stranger.get(address)
    assert answer.status_code == 200
    titles = ElementTree.fromstring(answer.content).iter("{http://www.w3.org/2005/Atom}title")
    assert [title.text for title in titles] == ["Banks", "Bank <one>"]
    assert stranger.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert stranger.get(address.replace("-", "-x")).status_code == 404
    User.objects.update(is_active=False)
    assert stranger.get(address).status_code == 404


def test_a_deleted_user_leaves_shared_collections_to_the_admins(
    browse: Browse, ports: "Stores"
) -> None:
    from django.contrib.auth.models import User

    client, admin = browse("analyst"), browse("admin")
    mine, ours = new_collection(client, "Mine"), new_collection(client, "Ours", "read")
    User.objects.filter(username__startswith="analyst").delete()
    assert admin.get(mine).status_code == 404
    assert "Ours" in page_of(admin, ours)
    post(admin, f"{ours}delete/")


def test_what_a_user_enters_wrongly_is_named(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([BANK])
    client = browse("analyst")
    assert (
        "errorlist" in client.post("/collections/", {"name": "", "sharing": "x"}).content.decode()
    )
    post(client, f"/documents/{BANK.id}/collect/")
    assert "Choose a collection, or enter the name of a new one." in page_of(
        client, f"/documents/{BANK.id}/"
    )
    post(client, f"/documents/{BANK.id}/collect/", name="New one")
    assert "Bank &lt;one&gt;" in page_of(
        client, collection_on(page_of(client, "/collections/"), "New one")
    )


def test_more_like_the_documents_with_a_tag_are_searched(browse: Browse, ports: "Stores") -> None:
    tagged = [
        article(f"https://one.example/{day}", f"Ferry strike, day {day}", "The ferries stay away.")
        for day in range(8)
    ]
    like = article("https://two.example/like", "Another ferry strike", "Dockers join.")
    others = [
        article(f"https://two.example/{each}", f"Rain in town {each}", f"It rained {each} hours.")
        for each in range(60)
    ]
    ports.documents().write([*tagged, like, *others])
    client = browse("analyst")
    own = new_collection(client, "Ports")
    for document in (*tagged, others[0]):
        post(client, f"/documents/{document.id}/collect/", collection=own.split("/")[2])
    for document in tagged:
        post(client, f"{own}documents/{document.id}/", tags="at sea")
    post(client, f"{own}documents/{others[0].id}/", tags="weather")
    button = f'href="{own}like/?tag=at%20sea"'
    assert button in page_of(client, f"{own}?tag=at%20sea")
    assert "More like these" not in page_of(client, own)
    answer = client.get(f"{own}like/?tag=at%20sea")
    assert answer.status_code == 302
    found = page_of(client, answer["Location"])
    assert "Another <mark>ferry strike</mark>" in found
    assert "Rain in town" not in found
    # One document alone shows nothing that it shares with others.
    answer = client.get(f"{own}like/?tag=weather")
    assert answer["Location"] == f"{own}?tag=weather"
    assert "too few words in common" in page_of(client, answer["Location"])


def test_more_like_documents_with_long_names_is_a_query_that_can_be_asked(
    browse: Browse, ports: "Stores"
) -> None:
    names = tuple(f"Authority {number} for {'harbours ' * 12}".strip() for number in range(12))
    tagged = [
        replace(
            article(f"https://one.example/{day}", f"Day {day}", ". ".join(names)),
            organisations=names,
        )
        for day in range(8)
    ]
    others = [
        article(f"https://two.example/{each}", f"Rain in town {each}", f"It rained {each} hours.")
        for each in range(60)
    ]
    ports.documents().write([*tagged, *others])
    client = browse("analyst")
    own = new_collection(client, "Ports")
    for document in tagged:
        post(client, f"/documents/{document.id}/collect/", collection=own.split("/")[2])
        post(client, f"{own}documents/{document.id}/", tags="at sea")
    found = page_of(client, client.get(f"{own}like/?tag=at%20sea")["Location"])
    assert all(f"/documents/{document.id}/" in found for document in tagged)
    assert "Rain in town" not in found


def test_an_export_leaves_out_what_rights_signals_reserve(browse: Browse, ports: "Stores") -> None:
    free = article("https://news.example/2", "Ferry again", rights=("train-ai=y",))
    reserved = article("https://news.example/1", "Ferry", rights=("noarchive", "tdm-reserved"))
    ports.documents().write([reserved, free])
    client = browse("analyst")
    for document in (reserved, free):
        post(client, f"/documents/{document.id}/star/")
    starred = collection_on(page_of(client, "/collections/"), "Starred")
    answer = client.get(f"{starred}export/")
    first, *rest = map(json.loads, b"".join(answer.streaming_content).splitlines())  # type: ignore[attr-defined]
    assert (first["export"]["matches"], first["export"]["reserved"]) == (1, 1)
    assert [each["title"] for each in rest] == ["Ferry again"]


def test_every_problem_has_words() -> None:
    from features.collections.labels import PROBLEMS
    from features.collections.problems import CollectionProblem

    assert set(PROBLEMS) == set(CollectionProblem)


def test_the_audit_log_says_who_may_use_a_collection(browse: Browse) -> None:
    admin = browse("admin")
    new_collection(admin, "Banks", "write")
    assert "everyone may change what is in it" in page_of(admin, "/users/audit/")


def test_feeds_end_when_somebody_is_shut_out(browse: Browse, ports: "Stores") -> None:
    from features.collections.models import Collection
    from storage.database.people.users import change_user

    client = browse("analyst")
    own = new_collection(client, "Banks")
    post(client, f"{own}feed/", renew="1")
    found = re.search(
        r'value="http://localhost(/feeds/collections/[^"]+\.atom)"', page_of(client, own)
    )
    assert found
    stranger = browse("")
    assert stranger.get(found[1]).status_code == 200
    owner = Collection.objects.get(pk=own.split("/")[2]).owner_id
    assert owner
    for active in (False, True):
        change_user(owner, groups=["analyst"], active=active, who="test")
    assert stranger.get(found[1]).status_code == 404
