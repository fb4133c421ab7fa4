"""Run all roles as one supervised group of processes, on the stores that the settings name."""

import os
import shutil
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import click
import psutil

from console.commands.roles import newsloom_command
from console.deaths import DeathReports
from console.progress import ProgressReader
from console.startup import load_settings
from console.supervisor import Supervisor
from console.terminal import echo, escape_controls
from storage.settings import PREFIX, Settings

_LINE_SECONDS = 2.0
_DEMO_INTERVAL_SECONDS = 5
_DEMO_PACE_SECONDS = 0.02
_DEMO_PAGES = 40
_DEMO_KEEPS = frozenset(
    {
        "ALLOWED_HOSTS",
        "FEATURES",
        "LOG_LEVEL",
        "MAIL_FROM",
        "SMTP_URL",
        "WEBHOOK_ALLOW_NETWORKS",
        "WEB_HOST",
        "WEB_PORT",
    }
)

_DEMO_NEW_SITE = "coast-observer"
"""A site of the fake web that others cite and no source collects."""

Closing = Callable[[], None]
Before = Callable[[dict[str, str]], Closing]
"""What runs before the processes, and may add to the environment that they get."""
IsOver = Callable[[float], bool]
"""Whether a group has run long enough, given the seconds since it started."""


@click.command()
@click.option(
    "--workers", type=click.IntRange(1, 32), default=1, show_default=True, help="Worker processes."
)
def run(workers: int) -> None:
    """Run all roles on this machine until you press Ctrl-C.

    The roles are scheduler, workers, alerts, stories and the web interface.
    """
    settings = load_settings()
    _Machine(settings, os.environ, workers).run()


@click.command()
@click.option(
    "--workers", type=click.IntRange(1, 32), default=1, show_default=True, help="Worker processes."
)
@click.option(
    "--rate",
    type=click.FloatRange(0, min_open=True),
    default=2.0,
    show_default=True,
    help="Articles per second that the fake web publishes.",
)
@click.option(
    "--seed",
    default=7,
    show_default=True,
    help="Seed of the fake web; the same seed makes the same sites.",
)
@click.option(
    "--seconds",
    type=click.IntRange(min=0),
    default=0,
    help="Seconds to run; 0 runs until you press Ctrl-C.",
)
def demo(workers: int, rate: float, seed: int, seconds: int) -> None:
    """Run everything against a small fake web on this machine.

    Each demo starts with an empty folder, demo below NEWSLOOM_HOME. It ends with what started
    it, such as make or a shell, unless you start it with nohup.
    """
    is_orphan = _orphan_check()
    settings = load_settings()
    shutil.rmtree(settings.home / "demo", ignore_errors=True)
    home = settings.folder("demo")
    environment = _demo_environment(os.environ, home)
    if dropped := sorted(os.environ.keys() - environment.keys()):
        echo(f"the demo has stores of its own and does without {', '.join(dropped)}")
    group = _Machine(Settings.from_mapping(environment), environment, workers)
    group.run(
        before=lambda given: _start_fake_web(seed, rate, given),
        is_over=lambda elapsed: is_orphan() or 0 < seconds < elapsed,
    )


def _demo_environment(environment: Mapping[str, str], home: Path) -> dict[str, str]:
    """Return what the processes of a demo run with: other settings of this installation may name
    its stores, and a demo has its own.
    """
    kept = {
        name: value
        for name, value in environment.items()
        if not name.startswith(PREFIX) or name.removeprefix(PREFIX) in _DEMO_KEEPS
    }
    return kept | {
        f"{PREFIX}HOME": str(home),
        f"{PREFIX}ALLOW_NETWORKS": "127.0.0.0/8",
        f"{PREFIX}TICK_SECONDS": "0.5",
        f"{PREFIX}FIRST_TASKS_SHOWN": "yes",
    }


def _orphan_check() -> Callable[[], bool]:
    """Return a function that tells whether a process that started this one is gone: ``make``, or a
    shell.

    It says no for a process that is meant to stay. Under nohup, or in the background of a script,
    a shell lets it ignore signals of the terminal; with setsid it has a session of its own.
    """
    if signal.SIG_IGN in (signal.getsignal(signal.SIGHUP), signal.getsignal(signal.SIGINT)):
        return lambda: False
    starters = _starters()
    return lambda: _starters() != starters


def _starters() -> list[int]:
    """Return the ids of the processes of this session that started this one, the nearest first.

    If one of them ends, those that it started have another parent.
    """
    found: list[int] = []
    session = os.getsid(0)
    # One of them may end meanwhile.
    with suppress(OSError, psutil.Error):
        process = psutil.Process().parent()
        while process is not None and os.getsid(process.pid) == session:
            found.append(process.pid)
            process = process.parent()
    return found


def _start_fake_web(seed: int, rate: float, environment: dict[str, str]) -> Closing:
    from fakeweb.web import FakeWeb, FakeWebError

    try:
        web = FakeWeb.start(seed=seed, rate=rate, events=True)
    except FakeWebError as error:
        raise click.ClickException(str(error)) from error
    environment[f"{PREFIX}FIRST_TASKS_SITE"] = web.address(_DEMO_NEW_SITE)
    echo(
        f"fake web: port {web.port}, invented news sites, blogs and forums that publish as you "
        "watch"
    )
    try:
        _add_sources(web.sources())
    except BaseException:
        web.stop()
        raise
    return web.stop


def _add_sources(found: Sequence[Mapping[str, Any]]) -> None:
    """Add the fake web's sources; a paged list or board is one source, as an operator would define
    it.
    """
    from storage.database.sources.source_config import SourceConfig
    from storage.database.sources.sources import add_source

    added = set()
    for source in found:
        is_paged = source["channel"] in ("list", "board")
        way = (source["host"], source["channel"] if is_paged else source["address"])
        # The fake web names each page of such a list.
        if way in added:
            continue
        added.add(way)
        draft = SourceConfig(
            name=source["name"],
            channel=source["channel"],
            address=source["address"],
            patterns=tuple(source["patterns"]),
            keywords=tuple(source["keywords"]),
            result_parser=source["result_parser"],
            selectors=source["selectors"],
            tags=tuple(source["tags"]),
            max_pages=_DEMO_PAGES if is_paged else 1,
            interval_seconds=_DEMO_INTERVAL_SECONDS,
            pace_seconds=_DEMO_PACE_SECONDS,
        )
        add_source(draft, "demo")
    echo(f"added {len(added)} sources")


class _Machine:
    """The processes of one machine, and what the terminal shows about them."""

    def __init__(self, settings: Settings, environment: Mapping[str, str], workers: int) -> None:
        self._settings = settings
        self._workers = workers
        self._port = _free_port(settings.web_port)
        self._environment = {**environment, f"{PREFIX}WEB_PORT": str(self._port)}
        self._stopping: list[int] = []

    def run(
        self,
        before: Before | None = None,
        is_over: IsOver = lambda _: False,
    ) -> None:
        """Run until Ctrl-C, SIGTERM, SIGHUP, the end of the terminal, or until ``is_over``.

        ``before`` runs as soon as the database exists. It returns a function, called after
        everything has stopped.
        """
        from storage.backends import open_counters, open_documents
        from storage.database.setup import migrate, set_up_django

        self._stop_at_signals()
        logs = self._settings.folder("log")
        set_up_django(self._settings)
        migrate()
        # Models can be imported only now that Django is set up.
        from storage.database.people.users import ensure_admin

        password = ensure_admin("admin")
        after = before(self._environment) if before else None
        supervisor = Supervisor(self._environment, logs, DeathReports(self._settings))
        with (
            closing(open_counters(self._settings)) as counters,
            closing(open_documents(self._settings)) as documents,
        ):
            try:
                self._start(supervisor)
                self._announce(password, logs)
                self._show(supervisor, ProgressReader(counters, documents), is_over)
            finally:
                self._stop(supervisor, ProgressReader(counters, documents))
                if after is not None:
                    after()

    def _stop_at_signals(self) -> None:
        stops = [signal.SIGTERM, signal.SIGINT]
        # nohup ignores it, so that what it starts outlives the terminal.
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
            stops.append(signal.SIGHUP)
        for number in stops:
            signal.signal(number, lambda got, _: self._stopping.append(got))

    def _start(self, supervisor: Supervisor) -> None:
        supervisor.add("web", newsloom_command("web"))
        supervisor.add("scheduler", newsloom_command("scheduler"))
        supervisor.add("alerts", newsloom_command("alerts"))
        supervisor.add("stories", newsloom_command("stories"))
        for number in range(1, self._workers + 1):
            supervisor.add(f"worker-{number}", newsloom_command("worker"))

    def _announce(self, password: str | None, logs: Path) -> None:
        self._say(f"web interface: http://127.0.0.1:{self._port}/", bold=True)
        if password:
            self._say(f"login: admin   password: {password}   (shown once)", bold=True)
        else:
            self._say(
                "login: unchanged; `newsloom user add NAME --group admin` adds an administrator"
            )
        self._say(f"logs: {logs}   stop: Ctrl-C")

    def _show(self, supervisor: Supervisor, reader: ProgressReader, is_over: IsOver) -> None:
        started, announced, last = time.monotonic(), False, ""
        while not self._stopping and not is_over(time.monotonic() - started):
            for name in supervisor.watch():
                self._say(f"{name} ended unexpectedly and is restarted; its log says why")
            progress = reader.read()
            # Once: this is what somebody who tries Newsloom waits for.
            if progress.searchable and not announced:
                announced = True
                self._say(
                    f"{reader.elapsed()}  the first documents are searchable "
                    f"({progress.searchable})",
                    bold=True,
                )
            if (line := progress.line()) != last:
                self._say(f"{reader.elapsed()}  {line}")
                last = line
            self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + _LINE_SECONDS
        while not self._stopping and time.monotonic() < until:
            time.sleep(0.1)

    def _stop(self, supervisor: Supervisor, reader: ProgressReader) -> None:
        self._say("stopping: workers finish their current jobs")
        killed = supervisor.stop()
        for name in killed:
            self._say(f"{name} did not stop in time and was killed; its jobs go back to the queue")
        self._say(f"stopped: {reader.read().line()}")

    def _say(self, text: str, *, bold: bool = False) -> None:
        """Print a line; if the terminal is gone, or a pipe is closed, stop as after Ctrl-C."""
        try:
            click.secho(escape_controls(text), bold=bold)
        except OSError:
            self._stopping.append(signal.SIGHUP)
            # Python would try to print the line again when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _free_port(wanted: int) -> int:
    """Return the wanted port, or the next free one."""
    for port in range(wanted, wanted + 100):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise click.ClickException(
        f"no port from {wanted} to {wanted + 99} is free; set NEWSLOOM_WEB_PORT to another one"
    )
