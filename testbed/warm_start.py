"""Processes of Newsloom that begin with its libraries in memory: to import them takes longer than
most tests work.

`WarmStart` keeps one process that has imported the libraries and forks for each command. The fork
runs what ``python -m newsloom`` runs, or the code of a test, as a process of its own, in the
environment and folder that it is given. What `FIRST` names reads neither environment nor settings
when it is imported.
"""

import atexit
import fcntl
import gc
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import suppress
from importlib import import_module
from multiprocessing import util
from pathlib import Path
from runpy import run_module
from typing import IO, Any, NoReturn

import psutil

from crawler import limited_process

FIRST = (
    "click",
    "crawler.worker",
    "crawler.downloader.engine",
    "django.core.management",
    "django.db.backends.sqlite3.base",
    "django.db.migrations.executor",
    "webui.serve",
    # Django Ninja reads settings; these it imports.
    "django.test.client",
    "jinja2",
    "pydantic",
    # The clients of the servers; Elasticsearch's alone takes a third of a second.
    "elasticsearch",
    "greenstalk",
    "pymysql",
    "redis",
    "rjieba",
)
_OF_PARSERS = "crawler.preloaded"
"""What processes for parsers have in memory elsewhere, without the other libraries."""
_MAX_BYTES = 1 << 20
READ_AT_START = ("LD_", "PYTHON")
"""How the names of variables begin that the loader and the interpreter read when they start."""


def _network() -> str:
    """Return the network namespace of this thread; nothing without Linux."""
    return os.readlink("/proc/thread-self/ns/net") if sys.platform == "linux" else ""


_NETWORK = _network()
_other_bytes = 0
"""Memory that this process has taken for what processes for parsers do not need."""


class WarmProcess:
    """A command of Newsloom, with the methods of ``subprocess.Popen`` that tests need."""

    def __init__(self, pid: int, end: "Future[int]") -> None:
        self.pid = pid
        self._end = end

    @property
    def returncode(self) -> int | None:
        """The exit status, negative for a signal; None while it runs."""
        return self.poll()

    def poll(self) -> int | None:
        """Return the exit status, or None while the process runs."""
        return self._end.result() if self._end.done() else None

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit status when the process has ended.

        Raises:
            subprocess.TimeoutExpired: It has not ended within ``timeout`` seconds.
        """
        try:
            return self._end.result(timeout)
        except FutureTimeout:
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0) from None

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process has ended."""
        if not self._end.done():
            with suppress(ProcessLookupError):  # it has ended, and this side has yet to hear of it
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End the process at once."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask the process to end."""
        self.send_signal(signal.SIGTERM)


class WarmStart:
    """Starts commands of Newsloom, from any thread."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, "-m", __name__, str(theirs.fileno())]
            self._server = subprocess.Popen(
                command, pass_fds=[theirs.fileno()], cwd=Path(__file__).parents[1]
            )
        self._one_at_a_time = threading.Lock()
        self._started: Future[WarmProcess] = Future()
        self._ends: dict[int, Future[int]] = {}
        threading.Thread(target=self._listen, daemon=True).start()

    def start(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        cwd: Path,
        out: IO[bytes],
        err: IO[bytes],
        code: str = "",
    ) -> WarmProcess:
        """Start ``newsloom`` with arguments, or run this code instead; ``out`` and ``err`` are
        files or pipes for what it prints.
        """
        request = json.dumps(
            {
                "arguments": arguments,
                "environment": dict(environment),
                "cwd": str(cwd),
                "code": code,
            }
        ).encode()
        with self._one_at_a_time:
            self._started = Future()
            socket.send_fds(self._socket, [request], [out.fileno(), err.fileno()])
            return self._started.result(120)

    def close(self) -> None:
        """End the process that starts others, not the others."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self._server.wait()
        self._socket.close()

    def _listen(self) -> None:
        """Note each start and each end that the other side reports: its process number and, at the
        end, its status.

        If the other side ends, nobody waits for it any longer: whoever waits gets an error.
        """
        while message := self._socket.recv(_MAX_BYTES):
            pid, status = json.loads(message)
            if status is None:
                # It may end before anybody asks for it.
                end = self._ends[pid] = Future()
                self._started.set_result(WarmProcess(pid, end))
            else:
                self._ends.pop(pid).set_result(status)
        unheard: list[Future[Any]] = [self._started, *self._ends.values()]
        for waiting in unheard:
            if not waiting.done():
                waiting.set_exception(
                    ChildProcessError("the process that starts others has ended; see its output")
                )


def may_start_warm(environment: Mapping[str, str]) -> bool:
    """Return whether a process with this environment, started here, may begin as a copy of one with
    ours.

    Not for what the loader and the interpreter read when they start, nor in a simulated network,
    nor without Linux.
    """
    names = {name for name in {*environment, *os.environ} if name.startswith(READ_AT_START)}
    same = all(environment.get(name) == os.environ.get(name) for name in names)
    return same and _NETWORK != "" and _network() == _NETWORK


def _serve(connection: socket.socket) -> str:
    """Fork for each request, report starts and ends, and end with the connection.

    Each fork returns from here, with the code that it shall run, if any.
    """
    woken, waker = socket.socketpair()
    waker.setblocking(False)
    signal.set_wakeup_fd(waker.fileno())
    signal.signal(signal.SIGCHLD, lambda *_: None)
    with selectors.DefaultSelector() as ready:
        ready.register(connection, selectors.EVENT_READ)
        ready.register(woken, selectors.EVENT_READ)
        while True:
            for key, _ in ready.select():
                if key.fileobj is woken:
                    woken.recv(_MAX_BYTES)
                    _report_ends(connection)
                    continue
                request, files, _, _ = socket.recv_fds(connection, _MAX_BYTES, 2)
                if not request:
                    sys.exit()
                pid = os.fork()
                if pid == 0:
                    signal.set_wakeup_fd(-1)
                    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                    for each in (connection, woken, waker):
                        each.close()
                    wanted = json.loads(request)
                    _become(wanted, files)
                    return str(wanted["code"])
                for file in files:
                    os.close(file)
                connection.send(json.dumps([pid, None]).encode())


def _report_ends(connection: socket.socket) -> None:
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        connection.send(json.dumps([pid, os.waitstatus_to_exitcode(status)]).encode())


def _become(request: Mapping[str, Any], files: Sequence[int]) -> None:
    """Take over what a new process is given: environment, folder, arguments and files."""
    for number, given in enumerate(files, 1):
        os.dup2(given, number)
        os.close(given)
    os.environ.clear()
    os.environ.update(request["environment"])
    time.tzset()
    os.chdir(request["cwd"])
    sys.argv[1:] = request["arguments"]
    _keep_fork_server()


def _keep_fork_server() -> None:
    """Let multiprocessing's fork server, if this command starts one, begin as a copy of this
    process.

    The copy is made now, while this process has neither threads nor files of its own, and waits
    until multiprocessing would start an interpreter. Forks of this process start theirs as usual,
    because multiprocessing waits for its own children only.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    copy = os.fork()
    if copy == 0:
        ours.close()
        _wait_to_serve_forks(theirs)
    theirs.close()
    owner = os.getpid()
    start_interpreter = util.spawnv_passfds

    def start(path: bytes, arguments: Sequence[Any], files: Sequence[int]) -> int:
        source = arguments[-1]
        if "forkserver" not in source or os.getpid() != owner:
            return start_interpreter(path, arguments, files)
        util.spawnv_passfds = start_interpreter  # there is one copy
        request = json.dumps({"source": source, "files": files}).encode()
        with ours:
            socket.send_fds(ours, [request], files)
        return copy

    util.spawnv_passfds = start  # type: ignore[assignment]


def _wait_to_serve_forks(connection: socket.socket) -> NoReturn:
    """Run the source of a fork server, with the files that it names by number, when it comes."""
    request, files, _, _ = socket.recv_fds(connection, _MAX_BYTES, 8)
    connection.close()
    if request:
        # The limit of parsers is for all memory of a process: leave them what they have elsewhere.
        limited_process._MAX_BYTES += _other_bytes
        server = json.loads(request)
        # First to numbers that none will have, so that none takes the place of another.
        free = 1 + max(server["files"])
        moved = [fcntl.fcntl(file, fcntl.F_DUPFD, free) for file in files]
        for file in files:
            os.close(file)
        for number, file in zip(server["files"], moved, strict=True):
            os.dup2(file, number)
            os.close(file)
        with suppress(SystemExit):
            exec(server["source"], {})
    os._exit(0)


def _run(code: str) -> NoReturn:
    """Run the code or the command, and end as Python ends a process, but leave the memory to the
    system: to take all these libraries down takes longer than a short command works.
    """
    status: object = None
    try:
        if code:
            exec(code, {"__name__": "__main__"})
        else:
            run_module("newsloom", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        status = end.code
    # What a process does before it takes its modules down; multiprocessing ends its forks likewise.
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status if isinstance(status, int) else int(status is not None))


def _data_bytes() -> int:
    """Return the memory that counts for RLIMIT_DATA."""
    return int(psutil.Process().memory_info().data)


if __name__ == "__main__":
    import_module(_OF_PARSERS)
    _before = _data_bytes()
    for _module in FIRST:
        import_module(_module)
    _other_bytes = _data_bytes() - _before
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as _connection:
        _code = _serve(_connection)
    _run(_code)
