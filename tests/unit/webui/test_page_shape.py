"""What all pages have alike: one heading, at the top, and one primary button at most."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from lxml.html import HtmlElement

from tests.html_trees import html_tree
from tests.unit.webui.access import OK
from tests.unit.webui.test_rights import ANY, TABLE

if TYPE_CHECKING:
    from django.test import Client

_NOT_OPEN = {"dialog", "template", "noscript"}
# A document brings its own, and a message stands alone.
_IN_PLACE = "parent::main | ancestor::*[contains(@class, 'head') or contains(@class, 'text')]"


@pytest.mark.parametrize("is_used", [False, True], ids=["new", "used"])
def test_pages_have_a_heading_at_the_top_and_one_primary_button_at_most(
    browse: Callable[..., "Client"], request: pytest.FixtureRequest, is_used: bool
) -> None:
    """As the admin of a new Newsloom sees them, and who owns what is in a used one."""
    from django.contrib.auth.models import Group, User

    client, named = browse("admin"), dict[str, Any]()
    if is_used:
        named = request.getfixturevalue("named")
        owner = User.objects.get(pk=named["person"])
        owner.groups.add(Group.objects.get(name="admin"))
        client.force_login(owner, "django.contrib.auth.backends.ModelBackend")
    primary, headings, seen = dict[str, list[str]](), dict[str, list[str]](), 0
    for path, main in _pages(client, named):
        seen += 1
        buttons = list(filter(_is_seen, main.cssselect(".primary")))
        if len(buttons) > 1:
            primary[path] = [" ".join(each.text_content().split()) for each in buttons]
        found = main.cssselect("h1")
        if len(found) != 1 or not found[0].xpath(_IN_PLACE):
            headings[path] = [" ".join(each.text_content().split()) for each in found]
    assert seen > 40
    assert primary == {}
    assert headings == {}


def _pages(client: "Client", named: dict[str, Any]) -> Iterator[tuple[str, HtmlElement]]:
    """Yield the address and the main content of each page that answers."""
    for line in TABLE:
        method, path = line.split()
        if method != "GET":
            continue
        answer = client.get(path.format(**ANY | named), follow=True)
        if answer.status_code == OK and not answer.streaming and b"<main" in answer.content:
            yield path, html_tree(answer.content).cssselect("main")[0]


def _is_seen(element: HtmlElement) -> bool:
    """Return whether an element is shown before anything is opened."""
    inner = element
    for outer in element.iterancestors():
        is_closed = outer.tag == "details" and "open" not in outer.attrib
        if outer.tag in _NOT_OPEN or "hidden" in outer.attrib:
            return False
        if is_closed and inner.tag != "summary":
            return False
        inner = outer
    return "hidden" not in element.attrib
