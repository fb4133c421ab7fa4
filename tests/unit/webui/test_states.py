"""What a page shows in place of what one came for is drawn in one place, and says what to do next:
nothing here, filtered to nothing, broken, forbidden, and an address that takes no such request.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from lxml.html import HtmlElement

from storage.database.people.group_rights import RIGHTS_OF_GROUPS
from storage.errors import Unavailable
from tests.html_trees import html_tree
from tests.unit.webui.samples import draft

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

ROOT = Path(__file__).parents[3]
Browse = Callable[..., "Client"]
DRAWN_BY = {
    r'class="nothing': {"nothing.html"},
    # The search keeps the place of its number, with its heading.
    r'class="(?:[\w-]+ )*working': {"working.html", "count.html", "source_form.html"},
    # The monitor lists each store with its reason.
    r"outage\.why": {"broken.html", "monitor_stores.html"},
}


@pytest.mark.parametrize("mark", DRAWN_BY)
def test_a_state_is_drawn_in_one_place(mark: str) -> None:
    templates = [*ROOT.glob("webui/**/*.html"), *ROOT.glob("features/**/*.html")]
    found = {path.name for path in templates if re.search(mark, path.read_text())}
    assert found == DRAWN_BY[mark]


def _main(client: "Client", address: str) -> HtmlElement:
    return html_tree(client.get(address).content).cssselect("main")[0]


def _said(main: HtmlElement) -> tuple[str, list[str]]:
    """Return what a page says of its state, and where that leads."""
    [state] = main.cssselect(".nothing, .message")
    heading = state.cssselect("h1, h2")[0].text_content()
    return heading, [link.get("href") for link in state.cssselect("a")]


def test_nothing_yet_is_told_from_filtered_to_nothing(browse: Browse) -> None:
    from storage.database.sources.sources import add_source

    admin, ops = browse("admin"), browse("ops")
    assert _said(_main(ops, "/sources/")) == ("No sources yet", [])
    assert _said(_main(browse("analyst"), "/sources/directory/")) == ("No sources yet", [])
    heading, [adding] = _said(_main(admin, "/sources/directory/"))
    assert heading == "No sources yet"
    assert admin.get(adding).status_code == 200
    add_source(draft("Example"), "test")
    for address in ("/sources/?channel=board", "/sources/directory/?q=nosuch"):
        assert _said(_main(admin, address)) == ("Nothing matches the filter", ["?"])


def test_the_next_step_is_offered_to_who_has_the_right_to_it(browse: Browse) -> None:
    for address in ("/search/", "/names/", "/explore/terms/", "/explore/cited/"):
        heading, [adding] = _said(_main(browse("operator"), address))
        assert heading == "No documents yet", address
        assert browse("operator").get(adding).status_code == 200
    assert _said(_main(browse("analyst"), "/search/")) == ("No documents yet", [])


def test_a_broken_part_leads_to_another_try_unless_a_form_would_be_lost(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise Unavailable("documents", "no answer")

    monkeypatch.setattr(ports, "documents", away)
    client = browse("admin")
    [shown] = _main(client, "/search/?q=bank").cssselect(".alert.bad")
    assert [link.get("href") for link in shown.cssselect("a")] == [""]
    sent = client.post("/checks/", {"count": 9, "days": 30, "spread": "documents", "query": ""})
    assert sent.status_code == 503
    [shown] = html_tree(sent.content).cssselect(".alert.bad")
    assert shown.cssselect("a") == []


def test_a_forbidden_page_names_the_right_and_who_has_it(browse: Browse) -> None:
    client = browse("ops")
    answer = client.get("/users/audit/")
    text = answer.content.decode()
    assert answer.status_code == 403
    assert "It needs the right “View the audit log”. These groups have it: admin." in text
    _heading, [address] = _said(_main(client, "/users/audit/"))
    assert client.get(address, follow=True).status_code == 200


def test_every_right_has_a_name_and_a_group() -> None:
    from storage.database.people.rights import Right
    from webui.labels import RIGHTS

    granted = {right for rights in RIGHTS_OF_GROUPS.values() for right in rights}
    assert set(RIGHTS) == {right.name for right in Right}
    assert granted >= set(Right)


def test_a_request_that_an_address_does_not_take_gets_a_page(browse: Browse) -> None:
    client = browse("admin")
    answer = client.put("/sources/1/visit/")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    heading, [address] = _said(html_tree(answer.content).cssselect("main")[0])
    assert heading == "This address does not take PUT"
    assert address == "/sources/1/"
