"""Logins with a provider of OpenID Connect, which is a real server here."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
import requests

from features.sign_on.settings import SignOnSettings

if TYPE_CHECKING:
    from django.test import Client

# The provider still uses what Authlib will drop.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:authlib.jose"),
]

Browse = Callable[..., "Client"]
PEOPLE: dict[str, dict[str, Any]] = {
    "1": {"preferred_username": "alice", "groups": ["newsloom-operator", "sales", "Analyst"]},
    "2": {"email": "bob@news.example"},
    "3": {"preferred_username": "Ève Müller <script>", "groups": "reader others"},
}


@pytest.fixture
def provider(tables: None) -> Iterator[dict[str, Any]]:
    """Run a provider, and let the web interface know it; yield the people that it knows."""
    import oidc_provider_mock
    from django.conf import settings
    from django.test import override_settings

    claims = {subject: dict(person) for subject, person in PEOPLE.items()}
    users = [
        oidc_provider_mock.User(sub=subject, claims=person) for subject, person in claims.items()
    ]
    with oidc_provider_mock.run_server_in_thread(user_claims=users) as server:
        issuer = f"http://localhost:{server.server_port}"
        own = replace(
            settings.NEWSLOOM,
            of_features=(
                SignOnSettings(
                    issuer=issuer,
                    client_id="newsloom",
                    client_secret="hidden",
                    groups_claim="groups",
                ),
            ),
        )
        with override_settings(NEWSLOOM=own):
            yield claims


def log_in(client: "Client", subject: str, **fields: str) -> Any:
    """Log in at the provider as ``subject``, and return the answer to coming back."""
    return client.get(way_back(client, subject, **fields))


def way_back(client: "Client", subject: str, **fields: str) -> str:
    page = client.post("/login/sign-on/", fields).content.decode()
    leaving = unescape(re.findall(r'http-equiv="refresh" content="0; url=([^"]+)"', page)[0])
    answer = requests.post(leaving, data={"sub": subject}, allow_redirects=False, timeout=10)
    parts = urlsplit(answer.headers["Location"])
    assert parts.path == "/login/sign-on/return/"
    return f"{parts.path}?{parts.query}"


def test_a_person_of_the_provider_logs_in(browse: Browse, provider: dict[str, Any]) -> None:
    client = browse("")
    assert "Log in with localhost" in client.get("/login/").content.decode()
    assert log_in(client, "1", next="/sources/")["Location"] == "/sources/"
    page = client.get("/sources/").content.decode()
    assert "alice" in page
    entries = browse("admin").get("/users/audit/").content.decode()
    assert "Logged in with single sign-on" in entries
    users = browse("admin").get("/users/").content.decode()
    assert "active, with single sign-on" in users


def test_the_provider_says_the_groups_at_each_login(
    browse: Browse, provider: dict[str, Any]
) -> None:
    from django.contrib.auth.models import User

    def groups() -> list[str]:
        names = User.objects.get(username="alice").groups.values_list("name", flat=True)
        return sorted(names)

    log_in(browse(""), "1")
    assert groups() == ["analyst", "operator"]
    provider["1"]["groups"] = ["ops"]
    log_in(browse(""), "1")
    assert groups() == ["ops"]
    assert User.objects.count() == 1


def test_a_user_with_a_password_is_never_taken_over(
    browse: Browse, provider: dict[str, Any]
) -> None:
    from django.contrib.auth.models import Group, User

    User.objects.create_user("ALICE", password="correct horse").groups.add(
        Group.objects.get(name="admin")
    )
    log_in(browse(""), "1")
    assert {user.username for user in User.objects.all()} == {"ALICE", "alice@localhost"}


def test_names_suit_what_user_names_may_hold(browse: Browse, provider: dict[str, Any]) -> None:
    from django.contrib.auth.models import User

    for subject in ("2", "3"):
        assert log_in(browse(""), subject).status_code == 302
    assert {user.username for user in User.objects.all()} == {
        "bob@news.example",
        "Ève-Müller-script",
    }
    assert not User.objects.get(username="bob@news.example").groups.exists()


def test_the_last_administrator_stays_one(browse: Browse, provider: dict[str, Any]) -> None:
    from django.contrib.auth.models import User

    provider["1"]["groups"] = ["admin"]
    log_in(browse(""), "1")
    provider["1"]["groups"] = []
    log_in(browse(""), "1")
    assert User.objects.get(username="alice").groups.filter(name="admin").exists()


def test_who_was_shut_out_stays_out(browse: Browse, provider: dict[str, Any]) -> None:
    from django.contrib.auth.models import User

    log_in(browse(""), "1")
    User.objects.update(is_active=False)
    client = browse("")
    assert log_in(client, "1")["Location"] == "/login/"
    assert "may not log in" in client.get("/login/").content.decode()


@pytest.mark.parametrize(
    "break_it",
    [
        lambda path: re.sub("state=[^&]+", "state=forged", path),
        lambda path: re.sub("code=[^&]+", "code=forged", path),
        lambda path: "/login/sign-on/return/?error=access_denied",
        lambda path: "/login/sign-on/return/",
    ],
    ids=["state", "code", "denied", "nothing"],
)
def test_a_forged_return_logs_nobody_in(
    browse: Browse, provider: dict[str, Any], break_it: Callable[[str], str]
) -> None:
    client = browse("")
    answer = client.get(break_it(way_back(client, "1")))
    assert answer["Location"] == "/login/"
    assert "failed. Try again" in client.get("/login/").content.decode()
    assert client.get("/search/").status_code == 302


def test_the_way_back_belongs_to_one_browser(browse: Browse, provider: dict[str, Any]) -> None:
    stolen = way_back(browse(""), "1")
    other = browse("")
    assert other.get(stolen)["Location"] == "/login/"
    assert other.get("/search/").status_code == 302


def test_a_provider_that_is_away_is_said_to_be(browse: Browse, provider: dict[str, Any]) -> None:
    from django.conf import settings
    from django.test import override_settings

    elsewhere = replace(settings.NEWSLOOM.of(SignOnSettings), issuer="http://localhost:9")
    away = replace(settings.NEWSLOOM, of_features=(elsewhere,))
    client = browse("")
    with override_settings(NEWSLOOM=away):
        assert client.post("/login/sign-on/")["Location"] == "/login/"
        assert "failed. Try again" in client.get("/login/").content.decode()


def test_what_was_typed_is_kept(browse: Browse, provider: dict[str, Any]) -> None:
    answer = log_in(browse(""), "1", next="/saved/add/", **{"kept-name": "Floods"})
    page = answer.content.decode()
    assert 'action="/saved/add/"' in page
    assert 'name="name" value="Floods"' in page


def test_nobody_is_sent_to_another_site(browse: Browse, provider: dict[str, Any]) -> None:
    assert log_in(browse(""), "1", next="https://evil.example/")["Location"] == "/sources/"


def test_a_session_lasts_as_long_as_any_other(browse: Browse, provider: dict[str, Any]) -> None:
    client = browse("")
    log_in(client, "1")
    assert client.session.get_expiry_age() == 14 * 24 * 3600


def test_there_is_no_password_to_change(browse: Browse, provider: dict[str, Any]) -> None:
    client = browse("")
    log_in(client, "1")
    for path in ("/password/", "/password/two-step/"):
        assert "are kept there" in client.get(path).content.decode()


def test_without_a_provider_there_is_no_such_login(browse: Browse) -> None:
    client = browse("")
    assert "/login/sign-on/" not in client.get("/login/").content.decode()
    assert client.post("/login/sign-on/").status_code == 404
    assert client.get("/login/sign-on/return/").status_code == 404
