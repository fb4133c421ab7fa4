"""The web interface as it answers a reverse proxy that speaks https to browsers."""

import re
from collections.abc import Iterator, Mapping
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

import pytest

from testbed.servers.process import free_port
from testbed.stack import Stack
from tests.e2e.browser import answering, new_admin

ORIGIN = "https://news.example.org"


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with Stack(tmp_path / "home", WEB_PORT=free_port(), WEB_ORIGIN=ORIGIN) as running:
        running.start("web")
        answering(running)
        yield running


def ask(
    stack: Stack, method: str, path: str, fields: Mapping[str, str] | None = None, **headers: str
) -> tuple[int, str, dict[str, str], SimpleCookie]:
    """Send what a proxy would send for a client; return status, text, headers and cookies."""
    sent = {
        "Host": "news.example.org",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-For": "198.51.100.1",
    }
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    if fields is not None:
        sent |= {
            "Origin": ORIGIN,
            "Referer": f"{ORIGIN}/",
            "Content-Type": "application/x-www-form-urlencoded",
        }
    connection = HTTPConnection("127.0.0.1", stack.settings.web_port, timeout=60)
    connection.request(method, path, urlencode(fields or {}), sent)
    answer = connection.getresponse()
    cookies = SimpleCookie()
    for line in answer.headers.get_all("Set-Cookie") or ():
        cookies.load(line)
    text = answer.read().decode()
    connection.close()
    return answer.status, text, dict(answer.headers), cookies


def log_in(stack: Stack, password: str, **headers: str) -> tuple[int, dict[str, str], SimpleCookie]:
    _, page, _, cookies = ask(stack, "GET", "/login/")
    token = re.search('name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert token, page
    cookie = f"newsloom_csrf={cookies['newsloom_csrf'].value}"
    fields = {"csrfmiddlewaretoken": token[1], "username": "jane", "password": password}
    status, _, answered, set_cookies = ask(
        stack, "POST", "/login/", fields, Cookie=cookie, **headers
    )
    return status, answered, set_cookies


def test_cookies_are_secure_and_browsers_are_told_to_stay_with_https(stack: Stack) -> None:
    status, headers, cookies = log_in(stack, new_admin(stack))
    assert status == 302
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    assert {name for name, cookie in cookies.items() if cookie["secure"]} == {
        "newsloom_session",
        "newsloom_csrf",
    }
    assert ask(stack, "GET", "/login/", Host="other.example.org")[0] == 400
    assert (
        "Strict-Transport-Security"
        not in ask(stack, "GET", "/healthz", X_Forwarded_Proto="http")[2]
    )


def test_wrong_passwords_lock_out_the_client_and_not_the_proxy(stack: Stack) -> None:
    password = new_admin(stack)
    statuses = [
        log_in(stack, "wrong", X_Forwarded_For=f"203.0.113.{n}, 198.51.100.1")[0] for n in range(5)
    ]
    assert statuses == [200, 200, 200, 200, 429]
    assert log_in(stack, password, X_Forwarded_For="198.51.100.1")[0] == 429
    assert log_in(stack, password, X_Forwarded_For="198.51.100.2")[0] == 302
