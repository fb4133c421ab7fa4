"""Bodies over the limit end with 413 before the web interface stores any of it, with and without a
length.
"""

import json
import re
import socket
from collections.abc import Mapping
from http.client import HTTPResponse

import pytest

from tests.e2e.browser import new_admin
from tests.stack import Stack

_MB = 1024 * 1024
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_MULTIPART = {"Content-Type": "multipart/form-data; boundary=cut"}
_CSV = b"name,channel,address\nGood,feed,https://example.org/feed\n"


def ask(
    stack: Stack, path: str, headers: Mapping[str, str], body: bytes = b"", method: str = "POST"
) -> tuple[int, HTTPResponse, str]:
    """Send the head and the body as they are; return status, response and text.

    The server may stop reading.
    """
    with socket.create_connection(("127.0.0.1", stack.settings.web_port), 30) as link:
        lines = [
            f"{method} {path} HTTP/1.1",
            "Host: localhost",
            *(f"{name}: {text}" for name, text in headers.items()),
        ]
        link.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        response = HTTPResponse(link)
        response.begin()
        return response.status, response, response.read().decode()


def upload(content: bytes, **fields: str) -> bytes:
    """Return a multipart body with a file."""
    parts = [
        f'--cut\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n'
        for name, text in fields.items()
    ]
    head = '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
    return "".join(parts).encode() + head.encode() + content + b"\r\n--cut--\r\n"


def chunked(content: bytes) -> bytes:
    """Return the content in chunks of 1 MB."""
    cut = [content[start : start + _MB] for start in range(0, len(content), _MB)]
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in cut) + b"0\r\n\r\n"


def logged_in(stack: Stack) -> dict[str, str]:
    """Log a new administrator in; return the cookies and the token that forms need."""
    password = new_admin(stack)
    _, head, page = ask(stack, "/login/", {}, method="GET")
    cookie = str(head.headers["Set-Cookie"]).partition(";")[0]
    body = f"csrfmiddlewaretoken={token_of(page)}&username=jane&password={password}".encode()
    status, head, page = ask(
        stack, "/login/", _FORM | {"Cookie": cookie, "Content-Length": str(len(body))}, body
    )
    assert status == 302, page
    cookies = "; ".join(line.partition(";")[0] for line in head.headers.get_all("Set-Cookie") or ())
    return {"Cookie": cookies}


def token_of(page: str) -> str:
    found = re.search('name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert found, page
    return found[1]


def test_a_body_over_the_limit_is_refused_before_any_of_it_is_read(stack: Stack) -> None:
    """The client announces 300 MB and sends none of it: an answer proves that nothing waits for the
    body.
    """
    status, _, page = ask(stack, "/login/", _MULTIPART | {"Content-Length": str(300 * _MB)})
    assert status == 413
    assert "too large" in page
    assert "5.0\xa0MB" in page
    chinese = ask(
        stack,
        "/login/",
        _MULTIPART | {"Content-Length": str(300 * _MB), "Accept-Language": "zh-CN"},
    )
    assert chinese[0] == 413
    assert "请求过大" in chinese[2]


def test_a_chunked_body_over_the_limit_is_refused(stack: Stack) -> None:
    sent = chunked(upload(b"x" * (5 * _MB)))
    status, _, page = ask(stack, "/login/", _MULTIPART | {"Transfer-Encoding": "chunked"}, sent)
    assert status == 413
    assert "too large" in page


@pytest.mark.parametrize(
    "length", [{"Content-Length": str(6 * _MB)}, {"Transfer-Encoding": "chunked"}]
)
def test_the_api_answers_with_a_problem(stack: Stack, length: dict[str, str]) -> None:
    body = chunked(b" " * (6 * _MB)) if "Transfer-Encoding" in length else b""
    status, head, text = ask(
        stack, "/api/v1/sources", {"Content-Type": "application/json", **length}, body
    )
    assert status == 413
    assert head.headers["Content-Type"] == "application/problem+json"
    assert json.loads(text)["status"] == 413


def test_an_import_may_be_larger_for_users_who_may_import(stack: Stack) -> None:
    session = logged_in(stack)
    _, _, page = ask(stack, "/sources/import/", session, method="GET")
    # More than other pages accept; the page reads it and finds that it is no file.
    field = (
        f'--cut\r\nContent-Disposition: form-data; name="confirmed"\r\n\r\n{"A" * (6 * _MB)}\r\n'
    ).encode()
    body = field + upload(_CSV, csrfmiddlewaretoken=token_of(page))
    headers = _MULTIPART | {"Content-Length": str(len(body))}
    status, _, page = ask(stack, "/sources/import/", session | headers, body)
    assert status == 422, page
    assert ask(stack, "/sources/import/", headers)[0] == 413
    assert ask(stack, "/sources/add/", session | headers)[0] == 413
    assert (
        ask(stack, "/sources/import/", session | _MULTIPART | {"Content-Length": str(17 * _MB)})[0]
        == 413
    )


def test_an_upload_within_the_limit_works_chunked_too(stack: Stack) -> None:
    stack.run("user", "add", "otto", "--group", "admin")
    status, head, page = ask(stack, "/login/", {}, method="GET")
    cookie = str(head.headers["Set-Cookie"]).partition(";")[0]
    body = f"csrfmiddlewaretoken={token_of(page)}&username=otto&password=wrong".encode()
    headers = _FORM | {"Cookie": cookie, "Transfer-Encoding": "chunked"}
    status, _, page = ask(stack, "/login/", headers, chunked(body))
    assert status == 200
    assert 'value="otto"' in page
