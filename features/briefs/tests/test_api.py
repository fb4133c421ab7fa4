"""Briefs in the API."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from features.briefs.tests.samples import BLAST, LATER, grouping
from tests.unit.webui.test_api import send

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


def asked(client: "Client", line: str, content: object = None, status: int = 200) -> Any:
    answer = send(client, line, content)
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


def test_a_brief_is_made_filled_ordered_and_taken_out(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([BLAST, LATER])
    client = browse("analyst")
    made = asked(client, "POST /briefs", {"name": "Mill"}, 201)
    assert (made["name"], made["sharing"], made["is_own"], made["items"]) == (
        "Mill",
        "private",
        True,
        [],
    )
    path = f"/briefs/{made['id']}"
    quotations = [
        {"document": BLAST.id, "sentence": "Three people", "claim": "3"},
        {"document": LATER.id, "sentence": "Five people", "claim": "5"},
    ]
    content = {"items": [{"text": "Ask."}, {"quotations": quotations}, {"document": BLAST.id}]}
    with grouping():
        filled = asked(client, f"POST {path}/items", content)
    note, line, document = filled["items"]
    assert [each["kind"] for each in filled["items"]] == ["note", "line", "document"]
    assert [(each["value"], each["text"]) for each in line["claims"]] == [
        ("3", "Three people died in the blast at the mill on Monday."),
        ("5", "Five people died in the blast at the mill."),
    ]
    [source] = document["claims"][0]["sources"]
    assert (source["number"], source["url"], source["state"]) == (1, BLAST.url, "")
    order = [document["id"], note["id"], line["id"]]
    ordered = asked(client, f"PUT {path}/order", {"items": order})
    assert [each["id"] for each in ordered["items"]] == order
    wrong = asked(client, f"PUT {path}/order", {"items": order[:2]}, 422)
    assert "added or removed meanwhile" in json.dumps(wrong)
    half = {"items": [{"text": "Kept out."}, {"document": "nowhere"}]}
    nothing = asked(client, f"POST {path}/items", half, 422)
    assert "nothing to add" in json.dumps(nothing)
    [head] = asked(client, "GET /briefs")
    assert head["size"] == 3
    taken = send(client, f"GET {path}/export?format=md")
    assert taken.content.decode().startswith("# Mill\n")
    asked(browse("operator"), f"GET {path}", None, 404)


def test_what_is_wrong_with_items_is_said_at_their_places(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([BLAST])
    client = browse("analyst")
    path = f"/briefs/{asked(client, 'POST /briefs', {'name': 'Mill'}, 201)['id']}"

    def places(*items: object) -> list[str]:
        answer = asked(client, f"POST {path}/items", {"items": items}, 422)
        return [each["field"] for each in answer["errors"]]

    fine = {"document": BLAST.id}
    quotations = [
        {"document": BLAST.id, "sentence": "Three people"},
        {"document": "nowhere", "sentence": "Three people"},
    ]
    with grouping():
        assert places(fine, {"quotations": quotations}) == ["body.items.1.quotations.1"]
    assert places(fine, {**fine, "words": "Not there."}) == ["body.items.1.words"]
    assert places(fine, {"document": "nowhere"}) == ["body.items.1"]
    assert places({"text": "a\x00b"}, fine) == ["body.items.0.text"]
    assert places(fine, {"text": "x" * 201, "kind": "heading"}) == ["body.items.1.text"]
    named = {"document": BLAST.id, "sentence": "", "claim": "a\x00b"}
    assert places({"quotations": [named]}) == ["body.items.0.quotations.0.claim"]
    assert asked(client, f"GET {path}")["items"] == []
