"""What the API and exports say of documents that lack a date, or an address on the web."""

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from tests.unit.webui.samples import article
from tests.unit.webui.test_api import send

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores


def test_a_document_without_a_date_says_so(
    browse: Callable[..., "Client"], ports: "Stores"
) -> None:
    dated = article("https://example.org/1", "Bank one")
    undated = article(
        "https://example.org/2",
        "Bank two",
        published=None,
        collected=dated.collected + timedelta(days=1),
    )
    ports.documents().write([dated, undated])
    client = browse("analyst")
    found = json.loads(send(client, "GET /documents?q=bank&sort=collected&facets=true").content)
    assert found["undated"] == 1
    known = [
        (hit["document"]["published"] is None, hit["document"]["date_known"])
        for hit in found["hits"]
    ]
    assert known == [(True, False), (False, True)]
    assert json.loads(send(client, f"GET /documents/{undated.id}").content)["date_known"] is False
    only = json.loads(send(client, "GET /documents?q=-has:date").content)
    assert [hit["document"]["id"] for hit in only["hits"]] == [undated.id]
    _, *lines = b"".join(send(client, "GET /export").streaming_content).splitlines()
    assert [json.loads(line)["date_known"] for line in lines] == [True, False]
    rows = csv.DictReader(
        io.StringIO(
            b"".join(send(client, "GET /export?format=csv").streaming_content).decode("utf-8-sig")
        )
    )
    assert [(row["date_known"], bool(row["published"])) for row in rows] == [
        ("yes", True),
        ("no", False),
    ]


def test_times_are_utc_unless_a_zone_is_named(
    browse: Callable[..., "Client"], ports: "Stores"
) -> None:
    ports.documents().write([article("https://example.org/1", "Bank")])
    client = browse("analyst")
    client.cookies["newsloom_zone"] = "America/New_York"
    for query, total in (
        ("after=2026-11-20T08:30&before=2026-11-20T08:31", 1),
        ("after=2026-11-20T16:30&before=2026-11-20T16:31", 0),
        ("after=2026-11-20T16:30&before=2026-11-20T16:31&zone=Asia/Shanghai", 1),
        ("q=after:2026-11-20T16:30&zone=Asia/Shanghai", 1),
        ("q=after:2026-11-20T16:31&zone=Asia/Shanghai", 0),
        ("before=-1m", 1),
        ("after=-1m", 0),
    ):
        assert json.loads(send(client, f"GET /documents?{query}").content)["total"] == total, query
    stated, *_ = b"".join(
        send(client, "GET /export?after=2026-11-20").streaming_content
    ).splitlines()
    assert json.loads(stated)["export"]["filters"] == {"after": ["2026-11-20"], "zone": ["UTC"]}
    stated, *_ = b"".join(send(client, "GET /export").streaming_content).splitlines()
    assert json.loads(stated)["export"]["filters"] == {}


@pytest.mark.parametrize("origin", ["https://news.example.org", ""])
def test_each_document_leads_to_its_page_here(
    browse: Callable[..., "Client"], ports: "Stores", origin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mail has no other address that a browser opens."""
    monkeypatch.setattr(ports, "settings", replace(ports.settings, web_origin=origin))
    mail = article("mid:issue-1@paper.example", "Bank")
    ports.documents().write([mail])
    client = browse("analyst")
    [hit] = json.loads(send(client, "GET /documents?q=bank").content)["hits"]
    whole = json.loads(send(client, f"GET /documents/{mail.id}").content)
    where = origin or f"http://{ports.settings.web_host}:{ports.settings.web_port}"
    for found in (hit["document"], whole):
        assert found["url"] == "mid:issue-1@paper.example"
        assert found["page"] == f"{where}/documents/{mail.id}/"
    assert client.get(whole["page"].removeprefix(where)).status_code == 200
