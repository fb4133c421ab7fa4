"""How records of our own and of libraries look as JSON, and what they never show."""

import json
import logging
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from structlog.contextvars import bound_contextvars

from console.logs import formatter
from scheduler.log_events import LogEvent


def rendered(message: object, *arguments: object, **fields: object) -> Mapping[str, object]:
    """Return a record as it stands in the log."""
    logger = logging.getLogger("some.module")
    record = logger.makeRecord(
        logger.name, logging.INFO, "f.py", 1, message, arguments, None, extra=fields
    )
    line = formatter().format(record)
    assert "\n" not in line
    found: Mapping[str, object] = json.loads(line)
    return found


def test_a_record_has_its_event_level_logger_time_and_fields() -> None:
    found = rendered(LogEvent.PAGE_STORED, source_id=4, store_ms=1.5)
    assert str(found["timestamp"]).endswith("Z")
    assert {**found, "timestamp": ""} == {
        "event": "page.stored",
        "level": "info",
        "logger": "some.module",
        "source_id": 4,
        "store_ms": 1.5,
        "timestamp": "",
    }


def test_a_record_of_a_library_looks_the_same() -> None:
    assert rendered("%d workers, %s", 3, "洪水")["event"] == "3 workers, 洪水"


def test_objects_that_a_library_attaches_are_left_out() -> None:
    found = rendered("Not Found: %s", "/feed", request=Path("/feed?key=s3cret"), status_code=404)
    assert found["status_code"] == 404
    assert "request" not in found


def test_bound_ids_are_added_and_given_fields_win() -> None:
    with bound_contextvars(job_id="7", url="http://a.example/list"):
        found = rendered(LogEvent.PAGE_QUEUED, url="http://a.example/page")
    assert (found["job_id"], found["url"]) == ("7", "http://a.example/page")


@pytest.mark.parametrize("name", ["scrapy.core.downloader", "twisted"])
def test_what_the_downloader_says_has_the_address_of_its_request_only(name: str) -> None:
    class Request:
        url = "http://b.example/page"

        def __str__(self) -> str:
            return f"<GET {self.url}>"

    logger = logging.getLogger(name)
    with bound_contextvars(job_id="7", source_id=1, url="http://a.example/list"):
        for arguments, expected in ((({"request": Request()},), Request.url), ((), None)):
            text = "Received more bytes than the limit in %(request)s" if arguments else "Late"
            record = logger.makeRecord(name, logging.WARNING, "f.py", 1, text, arguments, None)
            found = json.loads(formatter().format(record))
            assert (found.get("url"), found.get("job_id")) == (expected, None)
            assert "source_id" not in found


def test_a_bug_has_its_traceback_in_one_line() -> None:
    logger = logging.getLogger("some.module")
    try:
        raise RuntimeError("of http://joe:s3cret@a.example/")
    except RuntimeError as error:
        record = logger.makeRecord(
            "n", logging.ERROR, "f.py", 1, LogEvent.JOB_CRASHED, (), (type(error), error, None)
        )
    line = formatter().format(record)
    assert "\n" not in line
    assert "RuntimeError: of http://***@a.example/" in json.loads(line)["exception"]


def test_a_command_that_prints_and_ends_does_not_load_structlog() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "newsloom", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert "console.startup" in done.stderr
    assert "structlog" not in done.stderr


@pytest.mark.parametrize("name", ["headers", "Cookie", "authorization", "password", "token"])
def test_fields_that_hold_secrets_are_masked(name: str) -> None:
    assert rendered("asked", **{name: "s3cret"})[name] == "***"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://joe:s3cret@a.example/x", "http://***@a.example/x"),
        ("redis://:s3cret@a.example:6379/0 is away", "redis://***@a.example:6379/0 is away"),
        ("http://a.example/people/@joe", "http://a.example/people/@joe"),
        ("mail to joe@a.example", "mail to joe@a.example"),
    ],
)
def test_user_and_password_of_a_url_are_masked(text: str, shown: str) -> None:
    assert rendered(LogEvent.JOB_RETRIED, detail=text)["detail"] == shown
    assert rendered("%s", text)["event"] == shown


def test_what_a_stranger_sends_makes_no_line_of_a_megabyte() -> None:
    found = rendered("unknown id %s", "x" * 1_000_000, url="y" * 1_000_000)
    assert str(found["event"]).startswith("unknown id xxx")
    assert " […] " in str(found["event"])
    assert len(json.dumps(found)) < 30_000


@pytest.mark.parametrize(("status", "is_told"), [(403, False), (500, True)])
def test_a_request_that_was_refused_has_no_traceback(status: int, is_told: bool) -> None:
    """Django gives each 403 one."""
    logger = logging.getLogger("django.request")
    try:
        raise PermissionError
    except PermissionError:
        record = logger.makeRecord(
            logger.name,
            logging.WARNING,
            "f.py",
            1,
            "Forbidden: %s",
            ("/users/",),
            sys.exc_info(),
            extra={"status_code": status},
        )
    assert ("exception" in json.loads(formatter().format(record))) == is_told
