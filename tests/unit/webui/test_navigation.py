"""Few sections, each with what belongs together as tabs."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.html_trees import html_tree
from tests.unit.webui.samples import article

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


def texts(client: "Client", path: str, selector: str) -> list[str]:
    tree = html_tree(client.get(path).content)
    return [each.text_content().strip() for each in tree.cssselect(selector)]


@pytest.mark.parametrize(("role", "most"), [("admin", 7), ("operator", 7), ("analyst", 5)])
def test_the_sections_are_few(browse: Browse, role: str, most: int) -> None:
    found = texts(browse(role), "/", ".top nav a")
    assert found[:2] == ["Overview", "Search"]
    assert "My desk" in found
    assert len(found) <= most


@pytest.mark.parametrize(
    ("path", "section", "tab"),
    [
        ("/saved/", "My desk", "Saved searches"),
        ("/saved/deliveries/", "My desk", "Saved searches"),
        ("/collections/", "My desk", "Collections"),
        ("/names/", "Explore", "Names"),
        ("/names/all/person/", "Explore", "Names"),
        ("/sources/directory/", "Explore", "Sources"),
        ("/explore/terms/", "Explore", "Top terms"),
        ("/explore/cited/", "Explore", "Cited"),
        ("/sources/", "Sources", "Sources"),
        ("/sources/changes/", "Sources", "Bulk changes"),
        ("/keywords/", "Sources", "Keywords"),
        ("/monitor/", "Monitor", "Monitor"),
        ("/monitor/events/", "Monitor", "Events"),
        ("/monitor/jobs/", "Monitor", "Jobs"),
        ("/monitor/hosts/", "Monitor", "Hosts"),
        ("/monitor/errors/", "Monitor", "Monitor"),
    ],
)
def test_a_page_shows_the_tabs_beside_its_own(
    browse: Browse, path: str, section: str, tab: str
) -> None:
    client = browse("admin")
    assert texts(client, path, ".top nav [aria-current]") == [section]
    assert texts(client, path, ".tabs [aria-current]") == [tab]
    assert len(texts(client, path, ".tabs a")) > 1


def test_a_section_of_one_page_is_called_like_it_and_has_no_tabs(browse: Browse) -> None:
    client = browse("analyst")
    assert texts(client, "/search/", ".top nav [aria-current]") == ["Search"]
    assert texts(client, "/search/", ".tabs a") == []


@pytest.mark.parametrize(
    ("path", "entry"),
    [
        ("/users/", "/users/"),
        ("/users/audit/", "/users/"),
        ("/password/", "/password/"),
        ("/tokens/", "/password/"),
        ("/tokens/add/", "/password/"),
        ("/api/", "/password/"),
    ],
)
def test_what_stands_beside_the_account_is_current_too(
    browse: Browse, path: str, entry: str
) -> None:
    tree = html_tree(browse("admin").get(path).content)
    assert [each.get("href") for each in tree.cssselect(".who[aria-current]")] == [entry]


def test_a_document_is_within_the_search(browse: Browse, ports: "Stores") -> None:
    document = article("https://example.org/1", "Bank", "Rates")
    ports.documents().write([document])
    path = f"/documents/{document.id}/"
    assert texts(browse("analyst"), path, ".top nav [aria-current]") == ["Search"]


def test_pages_of_no_section_have_no_tabs(browse: Browse) -> None:
    client = browse("admin")
    assert texts(client, "/search/", ".top nav [aria-current]") == ["Search"]
    assert texts(client, "/search/", ".tabs a") == []
    assert texts(client, "/users/", ".top nav [aria-current]") == []
    assert texts(client, "/", ".top nav [aria-current]") == ["Overview"]


@pytest.mark.parametrize("page", ["cited", "terms"])
def test_an_earlier_address_leads_on_with_what_was_asked_for(browse: Browse, page: str) -> None:
    answer = browse("analyst").get(f"/search/{page}/?q=harbour&after=-7d")
    assert answer.status_code == 301
    assert answer["Location"] == f"/explore/{page}/?q=harbour&after=-7d"
