"""Logging in and out, in two languages, and what every answer carries."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Self

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


@pytest.fixture
def jane(tables: None) -> dict[str, str]:
    from django.contrib.auth.models import Group, User

    User.objects.create_user("jane", password="correct horse").groups.add(
        Group.objects.get(name="analyst")
    )
    return {"username": "jane", "password": "correct horse"}


def test_in_and_out(browse: Browse, jane: dict[str, str]) -> None:
    client = browse("")
    assert client.get("/search/")["Location"] == "/login/?next=/search/"
    assert client.post("/login/?next=/search/", jane)["Location"] in ("/search/", "/")
    page = client.get("/search/").content.decode()
    assert "jane" in page
    client.get("/logout/")
    assert client.get("/search/").status_code == 200, "looking at an address has logged out"
    assert client.post("/logout/")["Location"] == "/login/"
    assert client.get("/search/").status_code == 302


def test_after_the_login_no_one_is_sent_to_another_site(
    browse: Browse, jane: dict[str, str]
) -> None:
    assert browse("").post("/login/", jane | {"next": "https://evil.example/"})["Location"] == "/"


def test_five_wrong_passwords_close_the_door_for_that_name(
    browse: Browse, jane: dict[str, str]
) -> None:
    client = browse("")
    wrong = jane | {"password": "wrong"}
    for _ in range(4):
        answer = client.post("/login/", wrong)
        assert answer.status_code == 200
        assert "Please enter a correct username and password" in answer.content.decode()
    locked = client.post("/login/", wrong)
    assert locked.status_code == 429
    assert "Too many attempts" in locked.content.decode()
    assert client.post("/login/", jane).status_code == 429
    other = browse("", REMOTE_ADDR="192.0.2.7")
    assert other.post("/login/", jane).status_code == 302


def test_an_address_that_tries_many_names_is_locked(browse: Browse, jane: dict[str, str]) -> None:
    client = browse("")
    statuses = [
        client.post(
            "/login/", {"username": f"name{n}", "password": "wrong"}, headers={"user-agent": str(n)}
        ).status_code
        for n in range(50)
    ]
    assert statuses == [200] * 49 + [429]
    locked = client.post("/login/", jane)
    assert locked.status_code == 429
    assert "from your address" in locked.content.decode()
    assert browse("", REMOTE_ADDR="192.0.2.7").post("/login/", jane).status_code == 302


def test_what_logins_leave_is_cleaned_up(browse: Browse, jane: dict[str, str]) -> None:
    from axes.models import AccessAttempt, AccessLog
    from django.contrib.sessions.models import Session
    from django.utils import timezone

    from storage.database.people.logins import clean_logins

    def left() -> list[int]:
        return [model.objects.count() for model in (Session, AccessAttempt, AccessLog)]

    AccessLog.objects.all().delete()
    browse("").post("/login/", jane)
    browse("").post("/login/", jane | {"username": "joan"})
    assert left() == [1, 1, 1]
    now = timezone.now()
    kept = []
    for days in (0, 1, 15, 91):
        clean_logins(now + timedelta(days=days))
        kept.append(left())
    assert kept == [[1, 1, 1], [1, 0, 1], [0, 0, 1], [0, 0, 0]]


def test_the_alerts_role_cleans_up_and_a_fast_clock_of_it_ends_no_session(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.contrib.sessions.models import Session

    from watch.events import observer

    class FastClock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return super().now(tz) + timedelta(days=30)

    client = browse("ops")
    Session.objects.create(session_key="over", expire_date=datetime(2026, 1, 1, tzinfo=UTC))
    monkeypatch.setattr(observer, "datetime", FastClock)
    observer.Observer(ports).look()
    assert not Session.objects.filter(session_key="over").exists()
    assert client.get("/monitor/").status_code == 200


def test_cookies_are_kept_from_scripts_and_other_sites(
    browse: Browse, jane: dict[str, str]
) -> None:
    client = browse("")
    client.get("/login/")
    client.post("/login/", jane)
    assert set(client.cookies) == {"newsloom_session", "newsloom_csrf"}
    for cookie in client.cookies.values():
        assert cookie["httponly"] is True
        assert cookie["samesite"] == "Lax"


@pytest.mark.parametrize("path", ["/login/", "/nowhere/", "/healthz", "/search/"])
def test_every_answer_forbids_foreign_and_inline_scripts(browse: Browse, path: str) -> None:
    answer = browse("analyst").get(path)
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    ["/login/", "/search/", "/sources/export.csv", "/users/", "/nowhere/", "/api/v1/sources"],
)
def test_no_answer_is_kept_by_browsers_or_proxies(browse: Browse, path: str) -> None:
    policy = browse("admin").get(path)["Cache-Control"]
    assert "private" in policy
    assert "no-store" in policy


@pytest.mark.parametrize(
    "path",
    [
        "/login/",
        "/search/",
        "/sources/",
        "/sources/add/",
        "/sources/import/",
        "/keywords/",
        "/monitor/",
        "/no/",
    ],
)
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_no_page_has_inline_script_or_style_or_foreign_parts(
    browse: Browse, path: str, language: str
) -> None:
    group = "" if path == "/login/" else "admin"
    page = browse(group).get(path, headers={"accept-language": language}).content.decode()
    assert not re.search(
        r"<script(?![^>]*src=\"/static/)|<style|\sstyle=|\son\w+=|src=\"(?!/static/)", page
    )
    assert f'<html lang="{language}" ' in page


def test_the_browser_says_the_language_until_the_user_does(browse: Browse) -> None:
    client = browse("admin")
    chinese = {"accept-language": "zh-CN,zh;q=0.9,en;q=0.5"}
    assert "监控" in client.get("/monitor/", headers=chinese).content.decode()
    switched = client.post("/language/", {"language": "en", "next": "/monitor/"}, headers=chinese)
    assert switched["Location"] == "/monitor/"
    assert "监控" not in client.get("/monitor/", headers=chinese).content.decode()
    client.post("/language/", {"language": "zh-hans", "next": "/monitor/"})
    assert "监控" in client.get("/monitor/", headers={"accept-language": "en"}).content.decode()


def test_static_files_are_there_without_a_build(browse: Browse) -> None:
    page = browse("admin").get("/monitor/").content.decode()
    files = re.findall(r'"(/static/[^"]+)"', page)
    assert len(files) >= 5
    for path in files:
        answer = browse("").get(path)
        assert answer.status_code == 200, path
        answer.close()


def test_unknown_host_names_are_refused(browse: Browse) -> None:
    answer = browse("").get("/login/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert "Traceback" not in answer.content.decode()


def test_pages_that_are_not_there(browse: Browse) -> None:
    for group in ("", "admin"):
        answer = browse(group).get("/nowhere/")
        assert answer.status_code == 404
        assert "This page does not exist" in answer.content.decode()
