"""Errors of Newsloom itself: counted by place, without secrets, and to copy as text."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from console.error_reports import ErrorReports
from storage.errors import Unavailable
from storage.learned.error_log import ErrorLog
from storage.learned.internal_error import without_secrets
from testbed.stack import wait_until
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
        log.note(error, url)


def test_errors_are_grouped_by_their_place(browse: Browse, ports: "Stores") -> None:
    logs = ErrorLog("worker"), ErrorLog("alerts")
    client = browse("ops")
    assert "No internal errors" in client.get("/monitor/errors/").content.decode()
    for number in range(3):
        meet(logs[0], fail, f"number {number}", f"https://e.org/{number}?key=s3cret")
    meet(logs[0], fail_elsewhere, "other", "https://e.org/<b>")
    logs[0].flush(ports.learned())
    meet(logs[1], fail, "number 9", "https://e.org/9")
    logs[1].flush(ports.learned())
    page = client.get("/monitor/errors/").content.decode()
    sections = html_tree(page).cssselect("section.panel")
    counts = [section.cssselect("dd")[0].text_content() for section in sections]
    assert counts == ["4", "1"]
    text = sections[0].cssselect("textarea")[0].text_content()
    assert "RuntimeError: number 9" in text
    assert "Newsloom 0." in text
    assert "alerts, worker" in sections[0].text_content()
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


def test_a_page_that_fails_is_an_error_of_the_web_server(
    browse: Browse, ports: "Stores", monkeypatch: pytest.MonkeyPatch
) -> None:
    from webui.monitor.views import hosts

    client = browse("ops")
    client.raise_request_exception = False
    reports = ErrorReports("web", ports.settings)
    monkeypatch.setattr(logging.getLogger(), "handlers", [reports])
    monkeypatch.setattr(hosts, "read_hosts", lambda: fail("no hosts"))
    assert client.get("/monitor/hosts/").status_code == 500

    def shown() -> str:
        return client.get("/monitor/errors/").content.decode()

    wait_until(lambda: "RuntimeError: no hosts" in shown(), 60, "the error is shown")
    assert "<dd>web</dd>" in shown()


def test_an_outage_of_a_store_is_no_error_of_newsloom(browse: Browse, ports: "Stores") -> None:
    reports = ErrorReports("scheduler", ports.settings)
    for error in (Unavailable("Redis", "away"), RuntimeError("a bug")):
        record = logging.LogRecord(
            "n", logging.ERROR, "f.py", 1, "x", (), (type(error), error, error.__traceback__)
        )
        reports.handle(record)
    client = browse("ops")

    def shown() -> str:
        return client.get("/monitor/errors/").content.decode()

    wait_until(lambda: "a bug" in shown(), 60, "the bug is shown")
    assert "Unavailable" not in shown()
