"""What surrounds the processes of the hostile run: a name server with a silent zone, and a clock
that jumps.
"""

import os
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from tests.servers.errors import ServerUnavailable
from tests.servers.install import install_packages

INSIDE = Path(__file__).parent / "inside"
_LIBRARY = "libfaketimeMT.so.1"
_PLACES = ("/usr/lib", "/usr/local/lib")


def stub_names(port: int) -> Mapping[str, str]:
    """Return the environment of processes that ask the stub name server at a port."""
    return {"PYTHONPATH": str(INSIDE), "STUB_NAME_SERVER": str(port)}


class Clock:
    """The clock of the processes that get its environment. libfaketime moves it while they run,
    within a second.
    """

    def __init__(self, folder: Path) -> None:
        """Find libfaketime, or install it.

        Raises:
            ServerUnavailable: It cannot be installed; the message says what to do.
        """
        self._library = _library()
        self._file = folder / "clock"
        self.move(timedelta())

    def move(self, ahead: timedelta) -> None:
        """Let the clock differ from that of the machine by so much."""
        part = self._file.with_suffix(".part")
        part.write_text(f"{ahead.total_seconds():+.0f}\n")
        part.replace(self._file)

    def environment(self) -> Mapping[str, str]:
        """Return what lets a process have this clock.

        Time-outs and times of files stay those of the machine.
        """
        return {
            "LD_PRELOAD": str(self._library),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
        }


def _library() -> Path:
    found = _found()
    if found is None:
        install_packages(["libfaketime"])
        found = _found()
    if found is None:
        raise ServerUnavailable(
            f"{_LIBRARY} is not below {os.pathsep.join(_PLACES)}; install libfaketime there"
        )
    return found


def _found() -> Path | None:
    return next(
        (path for place in _PLACES for path in sorted(Path(place).glob(f"**/{_LIBRARY}"))), None
    )
