"""Collections in the API."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.unit.webui.samples import article
from tests.unit.webui.test_api import send

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


def asked(client: "Client", path: str, status: int = 200) -> Any:
    answer = send(client, f"GET {path}")
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


def test_collections_have_their_documents_notes_and_tags(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(
        [
            article("https://one.example/1", "harbour opens"),
            article("https://two.example/2", "harbour closes"),
        ]
    )
    client = browse("analyst")
    where = client.post("/collections/", {"name": "Port", "sharing": "private"}).headers["Location"]
    number = int(where.strip("/").split("/")[-1])
    for each in (1, 2):
        document = article(f"https://{('one', 'two')[each - 1]}.example/{each}", "")
        client.post(f"/documents/{document.id}/collect/", {"collection": number, "next": "/"})
    client.post(f"{where}documents/{document.id}/", {"note": "a <b>note</b>", "tags": "sea, x"})
    [head] = [each for each in asked(client, "/collections") if each["name"] == "Port"]
    assert head == {"id": number, "name": "Port", "sharing": "private", "is_own": True, "size": 2}
    found = asked(client, f"/collections/{number}")
    assert [each["title"] for each in found["documents"]] == ["harbour closes", "harbour opens"]
    assert (found["documents"][0]["note"], found["documents"][0]["tags"]) == (
        "a <b>note</b>",
        ["sea", "x"],
    )
    assert found["documents"][0]["document"] == document.id
    tagged = asked(client, f"/collections/{number}?tag=sea")
    assert (tagged["size"], len(tagged["documents"])) == (1, 1)
    assert [
        each["title"] for each in asked(client, f"/collections/{number}?offset=1")["documents"]
    ] == ["harbour opens"]
    asked(client, f"/collections/{number + 1}", 404)
    assert send(browse("ops"), f"GET /collections/{number}").status_code in (401, 403)
