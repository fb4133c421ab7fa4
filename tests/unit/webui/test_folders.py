"""Folders of sources, with their region, language and owner: bulk changes, filters and facets."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.html_trees import html_tree
from tests.unit.webui.samples import article
from tests.unit.webui.test_sources_pages import add, fields_of, only_source

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


def names_on(client: "Client", path: str) -> list[str]:
    """Return the names of the sources or documents that a page lists."""
    tree = html_tree(client.get(path).content.decode())
    found = tree.cssselect(".sources tbody th a") or tree.cssselect(".hit h3 a")
    return sorted(each.text_content().strip() for each in found)


def facet(client: "Client", path: str, name: str) -> dict[str, str]:
    """Return the values of a facet with their numbers of documents."""
    tree = html_tree(client.get(path).content.decode())
    values = tree.cssselect(f".facet[aria-labelledby='facet-{name}'] li")
    return dict(each.text_content().split() for each in values)


def test_several_sources_are_filed_at_once_and_found_by_it(browse: Browse) -> None:
    first, second = add("A", owner="anna"), add("B")
    add("C")
    client = browse("operator")
    page = client.post("/sources/bulk/", {"do": "file", "id": [first.pk, second.pk]})
    answer = client.post(
        "/sources/bulk/", fields_of(page) | {"folder": " Local press ", "region": "Nepal"}
    )
    assert answer.status_code == 302
    assert names_on(client, "/sources/?folder=Local+press") == ["A", "B"]
    assert names_on(client, "/sources/?folder=Local+press&owner=anna") == ["A"]
    # A hyphen empties a field, and what is left empty stays.
    page = client.post("/sources/bulk/", {"do": "file", "id": [first.pk]})
    client.post("/sources/bulk/", fields_of(page) | {"owner": "-"})
    assert names_on(client, "/sources/?owner=anna") == []
    assert names_on(client, "/sources/?region=Nepal") == ["A", "B"]
    page = client.post("/sources/bulk/", {"do": "file", "id": [first.pk]})
    answer = client.post("/sources/bulk/", fields_of(page))
    assert answer.status_code == 422
    assert "Fill in at least one field." in answer.content.decode()


def test_the_api_lists_the_sources_of_a_folder(browse: Browse) -> None:
    add("A", folder="Press", language="ne")
    add("B", folder="Blogs")
    client = browse("operator")
    found = json.loads(client.get("/api/v1/sources?folder=Press&language=ne").content)
    assert [(each["name"], each["folder"]) for each in found["sources"]] == [("A", "Press")]


def test_a_folder_of_a_feed_reader_becomes_the_folder(browse: Browse) -> None:
    opml = """<opml><body><outline text="Press"><outline text="Local">
        <outline text="A" type="rss" xmlUrl="https://a.example/feed"/>
    </outline></outline></body></opml>"""
    client = browse("operator")
    file = SimpleUploadedFile("a.opml", opml.encode())
    page = client.post("/sources/import/", {"file": file})
    client.post("/sources/import/", {"confirmed": fields_of(page)["confirmed"]})
    assert (only_source().folder, only_source().tags) == ("Press", ["Press", "Local"])


@pytest.fixture
def documents(ports: "Stores", tables: None) -> None:
    add("A", folder="Press", region="Nepal")
    add("B", folder="Press", region="Peru")
    add("C", folder="Blogs", region="Peru")
    written = [
        article(f"https://{name}.example/{number}", f"{name}{number}", source=name.upper())
        for name, count in (("a", 3), ("b", 2), ("c", 1), ("d", 4))
        for number in range(count)
    ]
    ports.documents().write(written)


@pytest.mark.usefixtures("documents")
def test_a_search_is_filtered_by_the_folder_its_sources_have_now(browse: Browse) -> None:
    client = browse("analyst")
    assert len(names_on(client, "/search/?folder=Press")) == 5
    assert names_on(client, "/search/?folder=Press&region=Peru") == ["b0", "b1"]
    assert names_on(client, "/search/?folder=Press&source=A&source=C") == ["a0", "a1", "a2"]
    assert names_on(client, "/search/?folder=none") == []
    from storage.database.models import Source
    from storage.database.sources.sources import change_source

    moved = Source.objects.get(name="C")
    change_source(moved.pk, replace(moved.config(), folder="Press"), "anna")
    assert len(names_on(client, "/search/?folder=Press")) == 6
    found = client.get("/api/v1/documents?folder=Blogs&facets=true")
    assert json.loads(found.content)["total"] == 0


@pytest.mark.usefixtures("documents")
def test_folders_are_facets_of_a_search(browse: Browse) -> None:
    client = browse("analyst")
    assert facet(client, "/search/", "folder") == {"Press": "5", "Blogs": "1"}
    assert facet(client, "/search/?q=a0", "folder") == {"Press": "1"}
    # A chosen folder does not hide the others, but narrows the regions.
    assert facet(client, "/search/?folder=Blogs", "folder") == {"Press": "5", "Blogs": "1"}
    assert facet(client, "/search/?folder=Blogs", "region") == {"Peru": "1"}


@pytest.mark.usefixtures("documents")
def test_a_browser_with_scripts_asks_for_the_folders_when_the_reader_comes_to_them(
    browse: Browse,
) -> None:
    client = browse("analyst")
    client.cookies["newsloom_zone"] = "UTC"
    part = {"HX-Request": "true"}
    page = client.get("/search/counts/?folder=Blogs", headers=part).content.decode()
    assert "facet-source" in page
    assert "facet-folder" not in page
    assert 'hx-get="/search/filed/folder/?folder=Blogs"' in page
    # What is on one page, and is counted at once, does not wait for the folders either.
    whole = client.get("/search/?q=a0").content.decode()
    assert 'hx-get="/search/filed/folder/?q=a0"' in whole
    tree = html_tree(client.get("/search/filed/folder/?folder=Blogs", headers=part).content)
    values = [each.text_content().split() for each in tree.cssselect(".facet li")]
    assert values == [["Press", "5"], ["Blogs", "1"]]
    tree = html_tree(client.get("/search/filed/region/?folder=Blogs", headers=part).content)
    assert [each.text_content().split() for each in tree.cssselect(".facet li")] == [["Peru", "1"]]
    assert "/search/filed/owner/" not in page
    assert not client.get("/search/filed/owner/?folder=Blogs", headers=part).content.strip()
    assert client.get("/search/filed/site/", headers=part).status_code == 404
    assert client.get("/search/filed/folder/?q=(", headers=part).status_code == 400


@pytest.mark.parametrize("folder", ["News/ /", "/News", "News/", "News//Asia", "/"])
def test_a_folder_with_an_empty_part_is_refused(browse: Browse, folder: str) -> None:
    source = add("A", folder="Press")
    client = browse("operator")
    said = "has an empty part beside a slash"
    page = client.post("/sources/bulk/", {"do": "file", "id": [source.pk]})
    answer = client.post("/sources/bulk/", fields_of(page) | {"folder": folder})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    form = client.get(f"/sources/{source.pk}/edit/")
    answer = client.post(f"/sources/{source.pk}/edit/", fields_of(form) | {"folder": folder})
    assert said in answer.content.decode()
    assert only_source().folder == "Press"
    page = client.post("/sources/bulk/", {"do": "file", "id": [source.pk]})
    client.post("/sources/bulk/", fields_of(page) | {"folder": "News/Asia"})
    assert only_source().folder == "News/Asia"
