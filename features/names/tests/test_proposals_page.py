"""The page of proposed spellings, and what becomes of a decision."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from tests.html_trees import html_tree
from tests.unit.webui.samples import article, compact

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
NOW = datetime.now(UTC)
PAGE = "/names/proposals/"


@pytest.fixture(autouse=True)
def _undecided(tables: None) -> None:
    from django.core.cache import cache

    from features.names.models import DifferentNames, SpelledName

    SpelledName.objects.all().delete()
    DifferentNames.objects.all().delete()
    cache.clear()


@pytest.fixture
def named(ports: "Stores") -> None:
    """Documents with three spellings of one person, two of one organisation, two of one place."""
    names: list[dict[str, Any]] = [
        {"people": ("Donald Trump",), "organisations": ("NATO",)},
        {"people": ("Donald Trump",), "places": ("Berlin", 'The "Rock" <b>')},
        {"people": ("特朗普",), "organisations": ("北约",), "places": ("德国",), "lang": "zh"},
        {"people": ("Trump",), "places": ("Germany",)},
    ]
    ports.documents().write(
        [
            article(
                f"https://site{number}.example/{number}",
                f"Report {number}",
                names_by="test",
                published=NOW,
                collected=NOW,
                **each,
            )
            for number, each in enumerate(names)
        ]
    )


def offered(client: "Client") -> list[str]:
    answer = client.get(PAGE)
    assert answer.status_code == 200, answer.content.decode()
    return [row.get("value") for row in html_tree(answer.content).cssselect("[name=pair][type]")]


def names_of(key: str) -> tuple[str, str]:
    from features.names.proposed import Pair

    pair = Pair.read(key)
    assert pair is not None
    return pair.name, pair.other


def decide(client: "Client", **values: Any) -> str:
    answer = client.post(f"{PAGE}decide/", values, follow=True)
    assert answer.redirect_chain == [(PAGE, 302)]
    return compact(answer.content.decode())


def kept() -> list[tuple[str, str, list[str]]]:
    from features.names.store import spellings_of_names

    return sorted(spellings_of_names())


def test_proposals_say_why_and_show_examples(browse: Browse, named: None) -> None:
    client = browse("analyst")
    assert PAGE in client.get("/names/").content.decode()
    page = compact(client.get(PAGE).content.decode())
    assert "From 4 documents of the last 7 days." in page
    assert "Both are in the list of names that Newsloom knows, as one." in page
    assert 'href="/names/?person=Donald%20Trump"' in page
    assert ">Report 2</a>" in page
    assert {frozenset(names_of(key)) for key in offered(client)} == {
        frozenset(("Donald Trump", "Trump")),
        frozenset(("Donald Trump", "特朗普")),
        frozenset(("NATO", "北约")),
        frozenset(("Germany", "德国")),
    }
    # Nothing is applied by itself.
    assert kept() == []


def test_the_same_counts_everywhere_and_can_be_undone(browse: Browse, named: None) -> None:
    client = browse("analyst")
    of_trump = [key for key in offered(client) if "Trump" in key]
    page = decide(client, same="", pair=of_trump)
    assert "2 pairs are one name each now." in page
    assert kept() == [("person", "Donald Trump", ["Trump", "特朗普"])]
    assert "4 documents</h2>" in compact(client.get("/search/?q=person:trump").content.decode())
    assert not [key for key in offered(client) if "Trump" in key]
    gone = {"kind": "person", "name": "Donald Trump", "spelling": "特朗普"}
    assert client.post("/names/spellings/part/", gone)["Location"] == "/names/spellings/"
    assert kept() == [("person", "Donald Trump", ["Trump"])]
    assert [names_of(key) for key in offered(client) if "Trump" in key] == [
        ("Donald Trump", "特朗普")
    ]


def test_what_is_different_is_remembered_and_can_be_undone(browse: Browse, named: None) -> None:
    client = browse("analyst")
    (key,) = [key for key in offered(client) if "NATO" in key]
    assert "1 pair is not proposed again." in decide(client, different=key)
    assert key not in offered(client)
    assert key not in offered(browse("operator"))
    log = compact(browse("admin").get("/users/audit/?kind=differentnames").content.decode())
    assert "Different names" in log
    page = client.get(PAGE).content.decode()
    assert "Propose again" in page
    assert client.post(f"{PAGE}forget/", {"pair": key}).status_code == 302
    assert key in offered(client)
    assert kept() == []


def test_a_spelling_of_what_is_different_is_not_proposed(browse: Browse, named: None) -> None:
    from features.names.store import save_spellings, tell_apart

    tell_apart("person", "Trump", "特朗普", "jane")
    save_spellings("person", "Trump", ["Donald Trump"], "jane")
    assert not [key for key in offered(browse("analyst")) if "Trump" in key]


def test_what_is_refused_is_said_and_the_others_are_decided(browse: Browse, named: None) -> None:
    from features.names.proposed import Pair

    client = browse("analyst")
    assert "Tick the names" in decide(client, same="")
    assert "Tick the names" in decide(client, same="kind=city&name=A&other=B")
    odd = [Pair("org", 'A "B" & C', "x" * 201).key, Pair("org", "A <b>'=&", 'D "E"').key]
    page = decide(client, same="", pair=odd)
    assert "1 pair is one name now." in page
    assert "A &quot;B&quot; &amp; C, xxx" in page
    assert kept() == [("org", "A <b>'=&", ['D "E"'])]


def test_known_pairs_are_ticked_at_once(browse: Browse, named: None) -> None:
    tree = html_tree(browse("analyst").get(f"{PAGE}?tick=known").content)
    assert len(tree.cssselect("[name=pair][checked]")) == 4


def test_more_than_a_page_holds_come_later(
    browse: Browse, named: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.names import proposed

    monkeypatch.setattr(proposed, "MAX_PROPOSALS", 1)
    client = browse("analyst")
    assert "3 more come" in compact(client.get(PAGE).content.decode())
    decide(client, different=offered(client)[0])
    assert "2 more come" in compact(client.get(PAGE).content.decode())


def test_a_busy_collection_looks_at_fewer_days(
    browse: Browse, named: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from features.names import proposed

    monkeypatch.setattr(proposed, "MAX_DOCUMENTS", 3)
    page = compact(browse("analyst").get(PAGE).content.decode())
    assert "From 3 documents of the last day." in page


def test_erased_names_are_forgotten(
    browse: Browse, named: None, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    from storage.database import tombstones

    client = browse("analyst")
    assert len(offered(client)) == 4
    found = ports.documents().draw(_everything(), "", 10)
    ports.documents().erase([each.id for each in found])
    monkeypatch.setattr(tombstones, "count", lambda: 4)
    assert offered(client) == []
    assert "No proposals" in client.get(PAGE).content.decode()


def _everything() -> Any:
    from storage.documents.port import SearchRequest
    from storage.documents.query_tree import Query

    return SearchRequest(query=Query())
