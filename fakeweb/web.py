"""Run the fake web as a process of its own and control it."""

import http.client
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self
from urllib.parse import urlencode

from fakeweb.control import HOST

_TOP: Final = Path(__file__).resolve().parents[1]
_PATIENCE_SECONDS: Final = 60
_GOODBYE_SECONDS: Final = 10


class FakeWebError(Exception):
    """The fake web did not start, or refused a command; the message says why."""


class FakeWeb:
    """A running fake web.

    It stops when you leave the context, or when the process that started it ends.
    """

    def __init__(self, process: subprocess.Popen[str], errors: IO[str], port: int) -> None:
        self._process = process
        self._errors = errors
        self.port = port

    @classmethod
    def start(cls, **options: Any) -> "FakeWeb":
        """Start it on a free port.

        ``options`` are the fields of ``Options``; ``sites`` is a sequence of host names.

        Raises FakeWebError if it does not say that it is ready, for instance for a host that does
        not exist.
        """
        sites = ",".join(options.pop("sites", ()))
        arguments = [
            f"--{name}={int(value) if value is True else value}"
            for name, value in options.items()
            if value is not None
        ]
        command = [
            sys.executable,
            "-m",
            "fakeweb",
            *arguments,
            f"--sites={sites}",
            "--until-stdin-closes",
        ]
        # Use a file and not a pipe: no one reads it while the server runs, and a full pipe would
        # block the server.
        errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 (closed by stop)
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            command,
            cwd=_TOP,
            stdin=pipe,
            stdout=pipe,
            stderr=errors,
            text=True,
            start_new_session=True,
        )
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line.startswith("ready "):
            process.communicate(timeout=_GOODBYE_SECONDS)
            raise FakeWebError(f"the fake web did not start: {_read(errors) or 'it said nothing'}")
        return cls(process, errors, int(line.rpartition(":")[2]))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """End the process and print what it wrote to standard error; a second call does nothing."""
        if self._errors.closed:
            return
        self._process.terminate()
        try:
            self._process.communicate(timeout=_GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()
        sys.stderr.write(_read(self._errors))

    def address(self, name: str, path: str = "/") -> str:
        """Return the address of a path on a host, given by its name without ``.localhost``."""
        return f"http://{name}.localhost:{self.port}{path}"

    def ledger(self, *, bodies: bool = True) -> list[dict[str, Any]]:
        """Return everything published so far; without texts it is quick even for many thousands of
        articles.
        """
        entries: list[dict[str, Any]] = self.command("GET", "/ledger", bodies=int(bodies))
        return entries

    def requests(self, name: str | None = None) -> list[dict[str, Any]]:
        """Return every request so far, or those to one host, in the order of the responses."""
        chosen = {} if name is None else {"host": f"{name}.localhost"}
        records: list[dict[str, Any]] = self.command("GET", "/requests", **chosen)
        return records

    def sources(self, *, faulty: bool = False) -> list[dict[str, Any]]:
        """Return the source definitions of well-behaved hosts, or those of the others."""
        return [source for source in self.command("GET", "/sources") if source["faulty"] is faulty]

    def misbehave(
        self, name: str, kind: str, *, path: str = "*", on: bool = True, amount: float | None = None
    ) -> None:
        """Switch a fault of a host, or of one of its paths, on or off; ``amount`` as in
        faults.Fault.
        """
        more = {} if amount is None else {"amount": amount}
        self.command(
            "POST",
            "/misbehave",
            host=f"{name}.localhost",
            path=path,
            kind=kind,
            state="on" if on else "off",
            **more,
        )

    def redesign(self, name: str) -> None:
        """Change the host's layout."""
        self.command("POST", "/redesign", host=f"{name}.localhost")

    def edit(self, name: str, article: int) -> str:
        """Change the text of an article (counted from 1, the oldest) without a word; return its
        address.
        """
        return str(
            self.command("POST", "/edit", host=f"{name}.localhost", article=article)["address"]
        )

    def remove(self, name: str, article: int) -> str:
        """Take an article down, so that its page is missing; return its address."""
        return str(
            self.command("POST", "/remove", host=f"{name}.localhost", article=article)["address"]
        )

    def publish(self, name: str, count: int = 1) -> None:
        """Publish articles or threads on a host, now."""
        self.command("POST", "/publish", host=f"{name}.localhost", count=count)

    def reply(self, name: str, thread: int, count: int = 1) -> None:
        """Add posts to a thread (counted from 1)."""
        self.command("POST", "/reply", host=f"{name}.localhost", thread=thread, count=count)

    def subscribers(self) -> list[dict[str, str]]:
        """Return topic and callback of those who subscribed at the hub."""
        found: list[dict[str, str]] = self.command("GET", "/hub")
        return found

    def pause(self) -> None:
        """Pause publication over time."""
        self.command("POST", "/pause")

    def resume(self) -> None:
        """Resume publication over time."""
        self.command("POST", "/resume")

    def command(self, method: str, command: str, /, **query: Any) -> Any:
        """Send a command to the control interface; raise FakeWebError with its message if it is
        refused.
        """
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_PATIENCE_SECONDS)
        try:
            connection.request(
                method, f"{command}?{urlencode(query)}", headers={"Host": f"{HOST}:{self.port}"}
            )
            response = connection.getresponse()
            value = json.loads(response.read())
        finally:
            connection.close()
        if response.status != 200:
            raise FakeWebError(value["error"])
        return value


def _read(errors: IO[str]) -> str:
    with errors:
        errors.seek(0)
        return errors.read().strip()
