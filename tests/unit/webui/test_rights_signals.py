"""What pages say about the use of their texts: shown, and obeyed in exports."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.html_trees import html_tree
from tests.unit.webui.samples import article, compact

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
RESERVED = article(
    "https://news.example/1",
    "Ferry",
    "Ferry text.",
    rights=("noarchive", "tdm-reserved"),
    rights_stated=(
        "noarchive: X-Robots-Tag",
        "noarchive: meta robots",
        "tdm-reserved: /.well-known/tdmrep.json",
    ),
)
FREE = article("https://news.example/2", "Ferry again", "Ferry text.", rights=("train-ai=y",))


@pytest.fixture(autouse=True)
def stored(ports: "Stores") -> None:
    ports.documents().write([RESERVED, FREE])


def obey(ports: "Stores", *uses: str) -> None:
    ports.settings = replace(ports.settings, obey_rights=uses)


def exported(client: "Client", path: str) -> tuple[dict[str, object], list[str]]:
    answer = client.get(path)
    lines = [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]  # type: ignore[attr-defined]
    return lines[0]["export"], [line["title"] for line in lines[1:]]


def test_a_document_shows_its_signals(browse: Browse) -> None:
    client = browse("analyst")
    page = client.get(f"/documents/{RESERVED.id}/").content
    text = " ".join(html_tree(page).text_content().split())
    assert "Rights signals noarchive no copy of the page to be kept" in text
    header = 'Stated in: header X-Robots-Tag · <meta name="robots">'
    assert f"no copy of the page to be kept {header} tdm-reserved" in text
    assert "Stated in: /.well-known/tdmrep.json" in text
    # From a version that did not keep where it is said.
    assert "Stated in" not in client.get(f"/documents/{FREE.id}/").content.decode()
    assert 'href="/search/?q=rights:tdm-reserved"' in page.decode()
    found = client.get("/search/?q=rights:tdm-reserved").content.decode()
    assert RESERVED.id in found
    assert FREE.id not in found


def test_an_export_says_what_it_leaves_out(browse: Browse, ports: "Stores") -> None:
    client = browse("analyst")
    for path in ("/search/export/?q=ferry", "/search/export/"):
        header, titles = exported(client, path)
        assert (header["matches"], header["reserved"]) == (1, 1)
        assert titles == ["Ferry again"]
    obey(ports, "archive", "assistants")
    header, titles = exported(client, "/search/export/?q=ferry")
    assert (header["matches"], header["reserved"]) == (2, 0)
    assert sorted(titles) == ["Ferry", "Ferry again"]


def test_the_page_says_how_many_documents_an_export_leaves_out(
    browse: Browse, ports: "Stores"
) -> None:
    copies = [
        article(
            f"https://copy.example/{n}", "Ferry", "Ferry.", copy_id="one", rights=RESERVED.rights
        )
        for n in range(3)
    ]
    ports.documents().write(copies)
    client = browse("analyst")
    page = compact(client.get("/search/?q=ferry").content.decode())
    assert "Export 1 of 5 documents; 4 reserve such use<" in page
    assert "shown in" not in page
    page = compact(client.get("/search/?q=ferry&copies=each&site=news.example").content.decode())
    assert "Export 1 of 2 documents; 1 reserves such use<" in page
    page = compact(client.get("/search/?site=copy.example").content.decode())
    assert "Nothing to export: all documents reserve such use<" in page


@pytest.mark.parametrize("form", ["csv", "xlsx", "jsonl", "ris", "bib"])
def test_an_export_of_reserved_documents_alone_is_refused_with_the_reason(
    browse: Browse, ports: "Stores", form: str
) -> None:
    client = browse("analyst")
    answer = client.get(f"/search/export/?q=rights:tdm-reserved&format={form}")
    assert answer.status_code == 400
    said = "There is nothing to export: all documents reserve such use.\n"
    assert answer.content.decode() == said
    obey(ports, "archive")
    answer = client.get(f"/search/export/?q=rights:tdm-reserved&format={form}")
    assert b"".join(answer.streaming_content)  # type: ignore[attr-defined]
