"""Changing one's own password, and whom a request comes from."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.webui.conftest import GROUPS

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

Browse = Callable[..., "Client"]

OLD, NEW = "correct horse", "battery staple 9"


def the_user() -> "User":
    from django.contrib.auth.models import User

    return User.objects.get()


def form(old: str = OLD, new: str = NEW, again: str = NEW) -> dict[str, str]:
    return {"old_password": old, "new_password1": new, "new_password2": again}


@pytest.mark.parametrize("group", [*GROUPS, None])
def test_everyone_with_an_account_can_change_the_password(browse: Browse, group: str | None) -> None:
    client = browse(group)
    name = the_user().get_username()
    answer = client.post("/password/", form())
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert client.get("/password/").status_code == 200
    stranger = browse("")
    assert stranger.post("/login/", {"username": name, "password": OLD}).status_code == 200
    assert stranger.post("/login/", {"username": name, "password": NEW}).status_code == 302


def test_strangers_are_sent_to_the_login(browse: Browse) -> None:
    assert browse("").get("/password/")["Location"] == "/login/?next=/password/"
    assert browse("").post("/password/", form())["Location"] == "/login/?next=/password/"


def test_other_sessions_of_the_user_end(browse: Browse) -> None:
    from django.test import Client

    here, there = browse("analyst"), Client(SERVER_NAME="localhost")
    there.force_login(the_user(), "django.contrib.auth.backends.ModelBackend")
    assert there.get("/search/").status_code == 200
    here.post("/password/", form())
    assert here.get("/search/").status_code == 200
    assert there.get("/search/").status_code == 302


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (form(old="guess"), "旧密码"),
        (form(again="another one 9"), "密码"),
        (form(new="short1!", again="short1!"), "10"),
        (form(new="password1234", again="password1234"), "密码"),
        (form(new="135792468013", again="135792468013"), "数字"),
    ],
    ids=["old", "different", "short", "common", "digits"],
)
def test_what_is_wrong_is_said_and_nothing_changes(browse: Browse, wrong: dict[str, str], said: str) -> None:
    client = browse("ops")
    answer = client.post("/password/", wrong, headers={"accept-language": "zh-CN"})
    assert answer.status_code == 422
    errors = re.findall('<ul class="errorlist".*?</ul>', answer.content.decode(), re.DOTALL)
    assert len(errors) == 1
    assert said in errors[0]
    assert the_user().check_password(OLD)


@pytest.mark.parametrize(
    ("header", "address"),
    [
        (None, "192.0.2.1"),
        ("", "192.0.2.1"),
        ("unknown", "192.0.2.1"),
        ("198.51.100.7", "198.51.100.7"),
        ("10.0.0.1, 198.51.100.7", "198.51.100.7"),
        ("198.51.100.7,<script>", "192.0.2.1"),
        ("1.1.1.1,  2001:DB8::1 ", "2001:db8::1"),
    ],
)
def test_only_what_the_proxy_itself_wrote_counts(header: str | None, address: str) -> None:
    from django.test import RequestFactory

    from webui.proxy import client_address

    headers = {} if header is None else {"x-forwarded-for": header}
    assert client_address(RequestFactory().get("/", headers=headers, REMOTE_ADDR="192.0.2.1")) == address


@given(st.text(max_size=40))
def test_what_a_client_writes_before_it_never_counts(lie: str) -> None:
    from django.test import RequestFactory

    from webui.proxy import client_address

    request = RequestFactory().get("/", headers={"x-forwarded-for": f"{lie}, 198.51.100.7"}, REMOTE_ADDR="192.0.2.1")
    assert client_address(request) == "198.51.100.7"
