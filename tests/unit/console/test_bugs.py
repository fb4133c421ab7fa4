"""A bug on the command line: the operator reads one sentence, the traceback is kept; ports are
closed in any case.
"""

import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import newsloom
from console.startup import load_settings
from crawler.isolation import IsolatedFailure, run_isolated
from scheduler.errors import QueueRefused
from scheduler.log_events import LogEvent
from scheduler.queue.sqlite import SqliteQueue
from storage.documents.sqlite import SqliteDocuments
from storage.seen.local import LocalSeen
from testbed.databases import database, set_up_django, sqlite_url


@click.command()
def broken() -> None:
    """Fail as no command should."""
    raise ZeroDivisionError("secret detail")


async def fail(_fetcher: object, _what: object, _report: object) -> str:
    """Fail in the process of a visit."""
    raise ZeroDivisionError("secret detail")


@click.command()
def broken_visit() -> None:
    """Make a visit that fails as no visit should, with a warning before."""
    logging.getLogger("x").warning(LogEvent.ROLE_DIED, extra={"role": "web", "code": 1})
    answer = run_isolated(fail, load_settings(), None, 60)
    assert isinstance(answer, IsolatedFailure)
    raise click.ClickException(answer.error)


@pytest.fixture
def run_broken(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    monkeypatch.setitem(newsloom._COMMANDS, "broken", f"{__name__}:broken")
    monkeypatch.setattr(sys, "argv", ["newsloom", "broken"])

    def run() -> int:
        with pytest.raises(SystemExit) as raised:
            newsloom.main()
        return int(str(raised.value.code))

    return run


@pytest.mark.parametrize("folder", ["home", "no/such/folder"])
def test_a_command_keeps_the_traceback_in_a_file(
    run_broken: Callable[[], int],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    folder: str,
) -> None:
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("NEWSLOOM_HOME", str(tmp_path / folder))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    assert run_broken() == 1
    (file,) = tmp_path.rglob("*newsloom-errors.log")
    said = capsys.readouterr().err
    assert (
        said == "newsloom: internal error (ZeroDivisionError); please report it with the end of "
        f"{file}\n"
    )
    assert "Traceback" in file.read_text()
    assert "ZeroDivisionError: secret detail" in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
def test_a_command_shows_log_records_as_lines_and_keeps_the_traceback_of_a_visit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(newsloom._COMMANDS, "broken-visit", f"{__name__}:broken_visit")
    monkeypatch.setattr(sys, "argv", ["newsloom", "broken-visit"])
    monkeypatch.setenv("NEWSLOOM_HOME", str(tmp_path))
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    monkeypatch.setattr(logging, "lastResort", logging.lastResort)
    with pytest.raises(SystemExit):
        newsloom.main()
    file = tmp_path / "newsloom-errors.log"
    assert capsys.readouterr().err.splitlines() == [
        "newsloom: role.died (role web, code 1)",
        f"newsloom: internal error (VisitCrashed); please report it with the end of {file}",
        "Error: ZeroDivisionError: secret detail",
    ]
    assert "Traceback" in file.read_text()
    assert "test_bugs.py" in file.read_text()


def test_a_role_logs_the_traceback(
    run_broken: Callable[[], int],
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert run_broken() == 1
    assert "internal error (ZeroDivisionError); please report it" in capsys.readouterr().err
    (record,) = caplog.records
    assert record.levelno == logging.CRITICAL
    assert record.exc_info is not None


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Return the names of the adapters that were closed."""
    monkeypatch.setenv("NEWSLOOM_HOME", str(tmp_path))
    found: list[str] = []
    for adapter in (SqliteQueue, LocalSeen, SqliteDocuments):

        def close(self: object, real: Callable[[Any], None] = adapter.close) -> None:
            found.append(type(self).__name__)
            real(self)

        monkeypatch.setattr(adapter, "close", close)
    return found


def test_doctor_closes_what_it_opened(closed: list[str], tmp_path: Path) -> None:
    from console.commands.doctor import doctor

    set_up_django()
    with database(sqlite_url(tmp_path)):
        done = CliRunner().invoke(doctor)
    assert done.output.endswith("ready\n")
    assert sorted(closed) == ["LocalSeen", "SqliteDocuments", "SqliteQueue"]


def test_force_closes_the_queue_that_refuses_its_job(
    closed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from console.commands.force import force

    (tmp_path / "queue.db").write_text("no database at all " * 100)
    set_up_django()
    with database(sqlite_url(tmp_path)):
        from storage.database.sources.source_config import SourceConfig
        from storage.database.sources.sources import add_source

        add_source(
            SourceConfig(name="a", channel="feed", address="https://example.org/a.xml"), "anna"
        )
        done = CliRunner().invoke(force, ["https://example.org/1", "--source", "a"])
    assert isinstance(done.exception, QueueRefused)
    assert closed == ["SqliteQueue"]


@pytest.mark.parametrize(
    ("command", "adapter"),
    [
        (("queue", "stats"), "SqliteQueue"),
        (("queue", "buried", "page"), "SqliteQueue"),
        (("queue", "kick", "page"), "SqliteQueue"),
        (("queue", "drop", "page", "--yes"), "SqliteQueue"),
        (("forget", "https://example.org/"), "LocalSeen"),
        (("search", "word"), "SqliteDocuments"),
        (("export",), "SqliteDocuments"),
    ],
)
def test_every_command_closes_what_it_opened(
    closed: list[str], command: tuple[str, ...], adapter: str
) -> None:
    done = CliRunner().invoke(newsloom.cli, command)
    assert done.exit_code == 0, done.output
    assert closed == [adapter]
