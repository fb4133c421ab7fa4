"""Two-step verification: a code of an app, or a recovery code, after the password."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from django_otp.oath import totp

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

Browse = Callable[..., "Client"]
JANE = {"username": "jane", "password": "correct horse"}


@pytest.fixture
def jane(tables: None) -> "User":
    from django.contrib.auth.models import Group, User

    user = User.objects.create_user(**JANE)
    user.groups.add(Group.objects.get(name="analyst"))
    return user


@pytest.fixture
def codes(browse: Browse, jane: "User") -> list[str]:
    """Turn two-step verification on for Jane, and give her recovery codes."""
    client = browse("")
    client.post("/login/", JANE)
    assert "Two-step verification" in client.get("/password/").content.decode()
    client.get("/password/two-step/")
    page = client.post("/password/two-step/", {"code": code_of(jane, used=0)}).content.decode()
    found = re.findall(r"<li><code>(\w+)</code>", page)
    assert len(set(found)) == 10
    return found


def code_of(user: "User", *, used: int) -> str:
    """Return a code that the user's app shows, after ``used`` others that were used."""
    from django_otp.plugins.otp_totp.models import TOTPDevice

    device = TOTPDevice.objects.get(user=user)
    # The next code is right as well: a phone's clock may be ahead.
    return f"{totp(device.bin_key, drift=used):06}"


def test_a_password_is_not_enough(browse: Browse, jane: "User", codes: list[str]) -> None:
    client = browse("")
    asked = client.post("/login/", JANE | {"next": "/stories/"})
    assert "Enter a code" in asked.content.decode()
    assert client.get("/search/").status_code == 302
    answer = client.post("/login/code/", {"code": code_of(jane, used=1), "next": "/stories/"})
    assert answer["Location"] == "/stories/"
    assert client.get("/search/").status_code == 200


def test_a_code_works_once(browse: Browse, jane: "User", codes: list[str]) -> None:
    code = code_of(jane, used=1)
    statuses = []
    for _ in range(2):
        client = browse("")
        client.post("/login/", JANE)
        statuses.append(client.post("/login/code/", {"code": code}).status_code)
    assert statuses == [302, 422]


def test_a_recovery_code_works_once_however_it_is_typed(
    browse: Browse, jane: "User", codes: list[str]
) -> None:
    typed = f" {codes[0][:4].upper()}-{codes[0][4:]}"
    statuses = []
    for _ in range(2):
        client = browse("")
        client.post("/login/", JANE)
        statuses.append(client.post("/login/code/", {"code": typed}).status_code)
    assert statuses == [302, 422]


@pytest.mark.parametrize("wrong", ["000000", "wrong-one"])
def test_each_wrong_code_doubles_the_wait(
    browse: Browse, jane: "User", codes: list[str], wrong: str
) -> None:
    from django.utils import timezone

    client = browse("")
    client.post("/login/", JANE)
    start = timezone.now()

    def status(code: str, seconds: float) -> int:
        with patch.object(timezone, "now", lambda: start + timedelta(seconds=seconds)):
            return client.post("/login/code/", {"code": code}).status_code

    right = code_of(jane, used=1) if wrong.isdecimal() else codes[1]
    tries = [(wrong, 0), (right, 0.9), (wrong, 1.1), (right, 3), (right, 3.2)]
    assert [status(code, seconds) for code, seconds in tries] == [422, 422, 422, 422, 302]


@pytest.mark.parametrize("change", ["password", "shut out", "late"])
def test_a_code_comes_too_late_after(
    browse: Browse, jane: "User", codes: list[str], change: str
) -> None:
    from django.utils import timezone

    client = browse("")
    client.post("/login/", JANE)
    now = timezone.now()
    if change == "password":
        jane.set_password("another horse")
    elif change == "shut out":
        jane.is_active = False
    else:
        now += timedelta(minutes=6)
    jane.save()
    with patch.object(timezone, "now", lambda: now):
        answer = client.post("/login/code/", {"code": codes[0]})
    assert answer["Location"] == "/login/"
    assert client.get("/search/").status_code == 302


def test_a_code_without_a_password_is_worth_nothing(
    browse: Browse, jane: "User", codes: list[str]
) -> None:
    client = browse("")
    assert client.get("/login/code/")["Location"] == "/login/"
    assert client.post("/login/code/", {"code": codes[0]})["Location"] == "/login/"
    assert client.get("/search/").status_code == 302


def test_a_link_for_a_new_password_does_not_go_around_the_code(
    browse: Browse, jane: "User", codes: list[str]
) -> None:
    page = browse("admin").post(f"/users/{jane.pk}/password/").content.decode()
    link = re.findall(r"http://localhost(/password/new/[^\"<\s]+)", page)[0]
    client = browse("")
    form = client.get(link)["Location"]
    new = {"new_password1": "a new long horse", "new_password2": "a new long horse"}
    assert client.post(form, new)["Location"] == "/login/"
    assert client.get("/search/").status_code == 302


def test_only_a_code_turns_it_off_or_renews_the_codes(
    browse: Browse, jane: "User", codes: list[str]
) -> None:
    client = browse("")
    client.force_login(jane, "django.contrib.auth.backends.ModelBackend")
    for path in ("end", "codes"):
        wrong = client.post(f"/password/two-step/{path}/", {"code": "nonsense"})
        assert wrong.status_code == 422
        assert "This code is wrong" in wrong.content.decode()
    assert "Turned on" in client.get("/password/two-step/").content.decode()
    renewed = client.post("/password/two-step/codes/", {"code": code_of(jane, used=1)})
    fresh = re.findall(r"<li><code>(\w+)</code>", renewed.content.decode())
    assert len(fresh) == 10
    assert not set(fresh) & set(codes)
    client.post("/password/two-step/end/", {"code": fresh[0]})
    assert browse("").post("/login/", JANE).status_code == 302


def test_an_administrator_turns_it_off(browse: Browse, jane: "User", codes: list[str]) -> None:
    admin = browse("admin")
    assert "Turn off two-step verification" in admin.get(f"/users/{jane.pk}/").content.decode()
    assert browse("ops").post(f"/users/{jane.pk}/two-step/end/").status_code == 403
    assert admin.post(f"/users/{jane.pk}/two-step/end/").status_code == 302
    assert browse("").post("/login/", JANE).status_code == 302
    assert "turned off" in admin.get("/users/audit/").content.decode()


def test_a_kept_form_comes_through_the_code(browse: Browse, jane: "User", codes: list[str]) -> None:
    client = browse("")
    kept = {"kept-name": "Floods", "next": "/saved/add/"}
    asked = client.post("/login/", JANE | kept).content.decode()
    assert 'name="kept-name" value="Floods"' in asked
    page = client.post("/login/code/", kept | {"code": codes[0]}).content.decode()
    assert 'action="/saved/add/"' in page
    assert 'name="name" value="Floods"' in page


def test_the_key_is_shown_only_until_it_is_confirmed(browse: Browse, jane: "User") -> None:
    client = browse("")
    client.post("/login/", JANE)
    first = client.get("/password/two-step/").content.decode()
    again = client.get("/password/two-step/").content.decode()
    key = re.findall(r'<code class="key">([^<]+)', first)
    assert key == re.findall(r'<code class="key">([^<]+)', again)
    assert "<svg" in first
    client.post("/password/two-step/", {"code": code_of(jane, used=0)})
    assert key[0] not in client.get("/password/two-step/").content.decode()


def test_a_backup_holds_no_second_factor_in_the_clear(jane: "User", codes: list[str]) -> None:
    from django_otp.plugins.otp_totp.models import TOTPDevice

    from storage.database.dump import dumped
    from storage.database.dump_secrets import opened, sealed
    from storage.sealing import HeaderSeal

    seal = HeaderSeal(lambda: "secret")
    rows = list(dumped())
    backup = list(sealed(rows, seal))
    secrets = [TOTPDevice.objects.get(user=jane).key, *codes]
    assert all(secret in "".join(rows) for secret in secrets)
    assert not any(secret in "".join(backup) for secret in secrets)
    assert all(secret in "".join(opened(backup, seal)) for secret in secrets)


def test_the_audit_says_how_a_user_logged_in(
    browse: Browse, jane: "User", codes: list[str]
) -> None:
    client = browse("", REMOTE_ADDR="192.0.2.7")
    client.post("/login/", JANE)
    client.post("/login/code/", {"code": "wrong-one"})
    client.post("/login/code/", {"code": code_of(jane, used=1)})
    page = browse("admin").get("/users/audit/").content.decode()
    assert "Wrong code after the right password" in page
    assert "Logged in with password and code" in page
    assert "192.0.2.7" in page


def test_uses_are_forgotten_after_a_year_and_changes_never(
    browse: Browse, jane: "User", codes: list[str]
) -> None:
    from django.utils import timezone

    from storage.database.models import AuditEntry
    from storage.database.people.logins import clean_logins

    browse("").post("/login/", JANE)
    now: datetime = timezone.now()
    clean_logins(now + timedelta(days=364))
    assert AuditEntry.objects.filter(action="log in").exists()
    clean_logins(now + timedelta(days=366))
    assert not AuditEntry.objects.filter(action="log in").exists()
    assert AuditEntry.objects.filter(action="begin second factor").exists()
