"""What a browser meets whose session has expired: nothing is swapped wrongly, and nothing typed is
lost.
"""

import html
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

Browse = Callable[..., "Client"]
PASSWORD = "correct horse"


def hidden(page: bytes) -> dict[str, list[str]]:
    """Return the hidden fields of the page's main form, as a browser would send them."""
    form = page.decode().partition("<main")[2]
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form):
        if name != "csrfmiddlewaretoken":
            found.setdefault(name, []).append(html.unescape(value))
    return found


def the_name() -> str:
    from django.contrib.auth.models import User

    return User.objects.get().get_username()


def test_a_part_of_a_page_leads_the_whole_page_to_the_login(browse: Browse) -> None:
    answer = browse("").get(
        "/monitor/live/",
        headers={"HX-Request": "true", "HX-Current-URL": "http://localhost/monitor/?hours=3"},
    )
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["HX-Redirect"] == "/login/?next=/monitor/%3Fhours%3D3"


@pytest.mark.parametrize(
    "here", ["https://evil.example/monitor/", "javascript:alert(1)", "", "//evil.example/"]
)
def test_the_login_never_leads_to_another_site(browse: Browse, here: str) -> None:
    answer = browse("").get(
        "/monitor/live/", headers={"HX-Request": "true", "HX-Current-URL": here}
    )
    assert answer["HX-Redirect"] == "/login/?next=/"


def test_a_page_leads_to_the_login_as_ever(browse: Browse) -> None:
    assert browse("").get("/monitor/")["Location"] == "/login/?next=/monitor/"


def test_a_form_that_was_sent_too_late_is_kept_over_the_login(browse: Browse) -> None:
    browse("operator").logout()
    client = browse("")
    typed = {"name": "Late & <early>", "queries": ["one", "two"]}
    asked = client.post("/keywords/add/", typed)
    assert asked.status_code == 422
    assert "Your session has expired" in asked.content.decode()
    wrong = client.post(
        "/login/", {"username": the_name(), "password": "wrong"} | hidden(asked.content)
    )
    assert wrong.status_code == 200
    again = client.post(
        "/login/", {"username": the_name(), "password": PASSWORD} | hidden(wrong.content)
    )
    assert 'action="/keywords/add/"' in again.content.decode()
    assert hidden(again.content) == {"name": ["Late & <early>"], "queries": ["one", "two"]}
    assert client.get("/keywords/").status_code == 200


def test_passwords_and_very_long_forms_are_not_kept(browse: Browse) -> None:
    client = browse("")
    assert (
        client.post("/password/", {"old_password": "secret", "new_password1": "x"}).status_code
        == 302
    )
    assert client.post("/keywords/add/", {"name": "x" * 1_000_001}).status_code == 302


@pytest.mark.parametrize(
    ("group", "page"),
    [("operator", "/sources/"), ("ops", "/monitor/"), ("analyst", "/"), ("admin", "/")],
)
def test_after_the_login_everyone_is_where_they_work(browse: Browse, group: str, page: str) -> None:
    browse(group)
    assert (
        browse("").post("/login/", {"username": the_name(), "password": PASSWORD})["Location"]
        == page
    )


def test_who_asked_for_a_page_gets_that_page(browse: Browse) -> None:
    browse("ops")
    answer = browse("").post(
        "/login/?next=/tokens/", {"username": the_name(), "password": PASSWORD}
    )
    assert answer["Location"] == "/tokens/"
