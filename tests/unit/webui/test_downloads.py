"""Downloads of search results, over a real store."""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import TYPE_CHECKING

import pytest

from tests.html_trees import html_tree
from tests.unit.webui.samples import MOMENT, article, compact, thread_page

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


def download(client: "Client", query: str) -> bytes:
    answer = client.get(f"/search/export/?{query}")
    assert answer.status_code == 200
    assert answer.streaming
    return answer.getvalue()


def test_export_gives_every_match_whole(browse: Browse, ports: "Stores") -> None:
    ports.documents().write(
        [article("https://example.org/1", "Bank", "银行"), thread_page(1, "bank", "other")]
    )
    client = browse("analyst")
    stated, *found = (
        json.loads(line)
        for line in download(client, "q=bank&site=example.org&site=forum.example").splitlines()
    )
    assert (stated["export"]["query"], stated["export"]["matches"]) == ("bank", 2)
    assert stated["export"]["filters"] == {"site": ["example.org", "forum.example"]}
    assert {each["title"] for each in found} == {"Bank", "Trains are late"}
    assert [post["body"] for each in found for post in each["posts"]] == ["bank", "other"]
    assert found[0]["published"] == MOMENT.isoformat()
    assert client.get("/search/export/?q=!!").status_code == 400


def test_export_and_api_give_the_post_that_a_reply_answers(browse: Browse, ports: "Stores") -> None:
    page = thread_page(1, "bank", "why?")
    first, second = page.posts
    page = replace(page, posts=(first, replace(second, parent=0)))
    ports.documents().write([page])
    client = browse("analyst")
    _, exported = (json.loads(line) for line in download(client, "q=bank").splitlines())
    given = json.loads(client.get(f"/api/v1/documents/{page.id}").content)
    for document in (exported, given):
        assert [post["parent"] for post in document["posts"]] == [None, 0]


def test_the_page_says_how_many_documents_an_export_writes(browse: Browse, ports: "Stores") -> None:
    copies = [
        article(f"https://site{n}.example/", "Bank", "The same.", copy_id="one") for n in range(3)
    ]
    ports.documents().write([*copies, article("https://example.org/2", "Bank moves", "Other.")])
    client = browse("analyst")
    page = compact(client.get("/search/?q=bank").content.decode())
    assert "4 documents in 2 groups</h2>" in page
    assert "Export 4 documents, shown in 2 groups" in page
    assert "All 4, in 2 groups" in page
    assert "The numbers count groups." in page
    stated, *found = download(client, "q=bank").splitlines()
    assert (json.loads(stated)["export"]["matches"], len(found)) == (4, 4)
    each = compact(client.get("/search/?q=bank&copies=each").content.decode())
    assert "Export 4 documents<" in each
    assert "All 4 that match<" in each
    assert "The numbers count groups." not in each
    alike = compact(client.get("/search/?q=same").content.decode())
    assert "Export 3 documents, shown in 1 group<" in alike
    assert "All 3, in 1 group<" in alike


def test_documents_without_a_language_are_a_value_of_its_facet(
    browse: Browse, ports: "Stores"
) -> None:
    unknown = article("https://example.org/1", "Bank", lang="")
    ports.documents().write([unknown, article("https://example.org/2", "Bank")])
    client = browse("analyst")
    page = html_tree(client.get("/search/?q=bank").content)
    [link] = [each for each in page.cssselect(".facet a") if "Unknown" in each.text_content()]
    assert link.get("href") == "?q=bank&lang=und"
    for address in (link.get("href"), "?q=bank&lang=UND"):
        narrowed = compact(client.get(f"/search/{address}").content.decode())
        assert "1 document</h2>" in narrowed, address
    _, found = download(client, "q=bank&lang=und").splitlines()
    assert json.loads(found)["lang"] == ""
    for query in ("lang=und", "lang=UND", "q=lang:und"):
        given = json.loads(client.get(f"/api/v1/documents?{query}&facets=true").content)
        assert [each["document"]["id"] for each in given["hits"]] == [unknown.id], query
        assert given["facets"]["lang"] == [{"value": "und", "count": 1}]


def test_export_as_csv(browse: Browse, ports: "Stores") -> None:
    ports.documents().write([article(f"https://example.org/{n}", "Bank", "银行") for n in range(3)])
    client = browse("analyst")
    table = list(
        csv.DictReader(io.StringIO(download(client, "q=银行&format=csv").decode("utf-8-sig")))
    )
    assert [(row["title"], row["query"], row["matches"]) for row in table] == [
        ("Bank", "银行", "3")
    ] * 3
    for form, ending in (("csv", "csv"), ("jsonl", "jsonl"), ("", "jsonl")):
        answer = client.get(f"/search/export/?q=bank+rates&format={form}")
        # Files of several exports can be told apart.
        assert re.fullmatch(
            rf'attachment; filename="newsloom-bank-rates-[\d-]+\.{ending}"',
            answer["Content-Disposition"],
        )
    named = client.get("/search/export/?q=银行")["Content-Disposition"]
    assert named.startswith("attachment; filename*=utf-8''newsloom-%E9%93%B6%E8%A1%8C-")


@pytest.mark.parametrize("wrong", ["format=exe", "match=foo", "zone=Mars", "after=soon"])
def test_what_cannot_be_read_gives_no_file(
    browse: Callable[..., "Client"], ports: "Stores", wrong: str
) -> None:
    answer = browse("analyst").get(f"/search/export/?q=bank&{wrong}")
    assert answer.status_code == 400
    assert wrong.partition("=")[2] in answer.content.decode()
    assert "Content-Disposition" not in answer


def test_an_export_of_the_first_has_them_in_the_order_of_the_list(
    browse: Browse, ports: "Stores"
) -> None:
    ports.documents().write(
        [
            article(
                f"https://example.org/{n}", f"Bank {n}", "Rates", published=MOMENT - timedelta(n)
            )
            for n in range(25)
        ]
    )
    client = browse("analyst")
    page = client.get("/search/?q=bank&sort=time").content.decode()
    [address] = re.findall(
        r'href="([^"]*)">\s*<span id="export-first">\s*CSV of all 25 documents', page
    )
    assert unescape(address) == "/search/export/?q=bank&sort=time&format=csv&first=200"
    assert "In the order in which they were collected." in page
    lines = download(client, "q=bank&sort=time&format=csv&first=3").decode("utf-8-sig")
    found = list(csv.DictReader(io.StringIO(lines, newline="")))
    assert [each["title"] for each in found] == ["Bank 0", "Bank 1", "Bank 2"]
    stated, *rows = download(client, "q=bank&first=2").splitlines()
    assert json.loads(stated)["export"]["filters"] == {"first": ["2"]}
    assert len(rows) == 2
    for wrong in ("0", "201", "-1", "many"):
        answer = client.get(f"/search/export/?q=bank&first={wrong}")
        assert answer.status_code == 400
        assert "from 1 to 200" in answer.content.decode()
