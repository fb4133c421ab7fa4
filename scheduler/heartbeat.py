"""Whether this process gets on: a file on this machine, which `newsloom healthy` reads, and a word
to systemd.

No store is asked, so an outage of one lets no role look dead. Each loop of a process, which has a
thread of its own, beats at every turn. The time of the file is that of the loop that has been
silent for longest, and a lock on the file says that its process lives. Until the first beat the
time is 0, and the process counts as starting: a migration may take long.
"""

import fcntl
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

FOLDER = "alive"
"""Where the files are, below NEWSLOOM_HOME."""
SILENT_SECONDS = 300.0
"""A loop that has been silent for longer hangs. No store and no step of a loop takes that long."""
_NOTED_SECONDS = 1.0
# So long systemd waits for the first beat: no restart may cut a migration short.
_START_SECONDS = 6 * 3600.0


class Heartbeat:
    """The heartbeat of a process, for all its loops."""

    def __init__(self, home: Path, role: str, systemd: str = "") -> None:
        """Make the file. ``systemd`` is its socket for words of this process, "" if it does not
        watch it. Raises OSError.
        """
        self._systemd = systemd
        folder = home / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{_prefix(role)}{os.getpid()}"
        for each in processes(home, role):
            if not each.lives:
                each.path.unlink(missing_ok=True)
        # Under another name until it is locked: nobody may take it for that of a dead process.
        hidden = folder / f".{path.name}"
        # Never closed: the lock ends with the process.
        fcntl.lockf(os.open(hidden, os.O_RDWR | os.O_CREAT, 0o600), fcntl.LOCK_EX)
        os.utime(hidden, (0, 0))
        hidden.replace(path)
        self._path = path
        self._beats: dict[int, float] = {}
        _tell(systemd, f"WATCHDOG_USEC={_START_SECONDS * 1e6:.0f}")
        self._noted = 0.0

    def beat(self) -> None:
        """Say that the loop of this thread gets on."""
        now = time.time()
        self._beats[threading.get_ident()] = now
        oldest = min(tuple(self._beats.values()))
        if abs(now - self._noted) < _NOTED_SECONDS:
            return
        if not self._noted:
            _tell(self._systemd, f"WATCHDOG_USEC={SILENT_SECONDS * 1e6:.0f}")
        self._noted = now
        # The file may be gone with its folder, and the role goes on without it.
        with suppress(OSError):
            os.utime(self._path, (oldest, oldest))
        if now - oldest < SILENT_SECONDS:
            _tell(self._systemd, "WATCHDOG=1")


_of_process: Heartbeat | None = None


def begin(home: Path, role: str, systemd: str = "") -> None:
    """Let the loops of this process have a heartbeat, see ``Heartbeat``; a file that cannot be made
    stops no role.
    """
    global _of_process
    with suppress(OSError):
        _of_process = Heartbeat(home, role, systemd)


def beat() -> None:
    """Say that the loop of this thread gets on; without ``begin``, as in a command, do nothing."""
    if _of_process is not None:
        _of_process.beat()


@dataclass(frozen=True, kw_only=True)
class RoleProcess:
    """A process of a role on this machine.

    ``lives`` is False if it has ended; ``silent_seconds`` is the time since the last beat of its
    most silent loop, 0 while it starts.
    """

    path: Path
    lives: bool
    silent_seconds: float

    @property
    def hangs(self) -> bool:
        """Whether a loop of it does not get on."""
        return self.lives and self.silent_seconds > SILENT_SECONDS


def processes(home: Path, role: str) -> Iterator[RoleProcess]:
    """Yield the processes of a role on this machine, those that were killed too."""
    for path in sorted((home / FOLDER).glob(f"{_prefix(role)}*")):
        with suppress(FileNotFoundError), path.open() as file:
            at = os.fstat(file.fileno()).st_mtime
            silent = time.time() - at if at else 0.0
            yield RoleProcess(path=path, lives=_is_locked(file.fileno()), silent_seconds=silent)


def _prefix(role: str) -> str:
    # Containers may share the folder; each has a name of its own.
    return f"{role}@{socket.gethostname()}-"


def _is_locked(file: int) -> bool:
    try:
        fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    return False


def _tell(address: str, message: str) -> None:
    """Send a message to a socket, as sd_notify(3) does."""
    if not address:
        return
    # An abstract socket, whose name begins with a zero byte (unix(7)).
    if address.startswith("@"):
        address = f"\0{address[1:]}"
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.setblocking(False)
        sender.sendto(message.encode(), address)
