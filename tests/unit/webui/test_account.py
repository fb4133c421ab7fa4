"""Changing one's own password."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

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
def test_everyone_with_an_account_can_change_the_password(
    browse: Browse, group: str | None
) -> None:
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
def test_what_is_wrong_is_said_and_nothing_changes(
    browse: Browse, wrong: dict[str, str], said: str
) -> None:
    client = browse("ops")
    answer = client.post("/password/", wrong, headers={"accept-language": "zh-CN"})
    assert answer.status_code == 422
    errors = re.findall('<ul class="errorlist".*?</ul>', answer.content.decode(), re.DOTALL)
    assert len(errors) == 1
    assert said in errors[0]
    assert the_user().check_password(OLD)
