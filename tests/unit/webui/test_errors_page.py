"""Errors of Newsloom itself: counted by place, without secrets, and to copy as text."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from crawler.error_log import ErrorLog
from storage.learned.internal_error import without_secrets
from tests.html_trees import html_tree

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]


def fail(message: str) -> None:
    raise RuntimeError(message)


def fail_elsewhere(message: str) -> None:
    raise RuntimeError(message)


def meet(log: ErrorLog, what: Callable[[str], None], message: str, url: str) -> None:
    try:
        what(message)
    except RuntimeError as error:
        log.note(error, json.dumps({"job": "page", "url": url}))


def test_errors_are_grouped_by_their_place(browse: Browse, ports: "Stores") -> None:
    logs = ErrorLog(ports.learned()), ErrorLog(ports.learned())
    client = browse("ops")
    assert "No internal errors" in client.get("/monitor/errors/").content.decode()
    for number in range(3):
        meet(logs[0], fail, f"number {number}", f"https://e.org/{number}?key=s3cret")
    meet(logs[0], fail_elsewhere, "other", "https://e.org/<b>")
    logs[0].flush()
    meet(logs[1], fail, "number 9", "https://e.org/9")
    logs[1].flush()
    page = client.get("/monitor/errors/").content.decode()
    sections = html_tree(page).cssselect("section.panel")
    counts = [section.cssselect("dd")[0].text_content() for section in sections]
    assert counts == ["4", "1"]
    text = sections[0].cssselect("textarea")[0].text_content()
    assert "RuntimeError: number 9" in text
    assert "Newsloom 0." in text
    assert "s3cret" not in page
    assert "https://e.org/&lt;b&gt;" in page


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("at https://jane:pw@e.org/a", "at https://***@e.org/a"),
        ("GET https://e.org/a?key=1&b=2 failed", "GET https://e.org/a?*** failed"),
        ("{'Authorization': 'Bearer abc', 'x': 1}", "{'Authorization': ***"),
        ("Cookie: a=b; c=d", "Cookie: ***"),
        ("api_key=abc", "api_key=***"),
        ("my_token = abc\nnext line", "my_token = ***\nnext line"),
        ("What? No.", "What? No."),
        ("password_file is missing", "password_file is missing"),
    ],
)
def test_secrets_are_masked(text: str, kept: str) -> None:
    assert without_secrets(text) == kept
