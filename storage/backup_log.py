"""When Newsloom was last backed up, and what went wrong since."""

import json
from dataclasses import asdict, dataclass

from storage.state.port import All, Count, Counts, Put, Remove, StateStore, Texts

_NEWEST = Texts("backups")
_COUNTS = Counts("backups", ":counts")


@dataclass(frozen=True, kw_only=True)
class BackupMade:
    """A complete backup: when it was complete (Unix time by the store's clock), where it is on the
    machine that made it, and what it holds.
    """

    at: float
    path: str
    size_bytes: int
    rows: int
    documents: int


@dataclass(frozen=True, kw_only=True)
class BackupFailure:
    """A backup that failed: when, and why in one sentence."""

    at: float
    problem: str


@dataclass(frozen=True, kw_only=True)
class BackupHistory:
    """The newest complete backup, the newest failure since, and the failures since the start."""

    made: BackupMade | None = None
    failure: BackupFailure | None = None
    failures: int = 0


class BackupLog(StateStore):
    """What became of backups. Raises ``storage.errors.Unavailable``."""

    def succeeded(self, path: str, size_bytes: int, rows: int, documents: int) -> None:
        """Note a complete backup, durable on return.

        Failures before it are over. They are forgotten here and not by their times, which a clock
        that was set back between them would put in the wrong order.
        """
        made = BackupMade(
            at=self._state.now(), path=path, size_bytes=size_bytes, rows=rows, documents=documents
        )
        self._state.run_all(
            [Put(_NEWEST, {"made": json.dumps(asdict(made))}), Remove(_NEWEST, ["failure"])]
        )

    def failed(self, problem: str) -> None:
        """Note that a backup failed, durable on return."""
        failure = BackupFailure(at=self._state.now(), problem=problem)
        self._state.run_all(
            [
                Put(_NEWEST, {"failure": json.dumps(asdict(failure))}),
                Count(_COUNTS, {"failures": 1}),
            ]
        )

    def history(self) -> BackupHistory:
        """Return what is known."""
        newest, counts = self._state.run_all([All(_NEWEST), All(_COUNTS)])
        return BackupHistory(
            made=BackupMade(**json.loads(newest["made"])) if "made" in newest else None,
            failure=BackupFailure(**json.loads(newest["failure"])) if "failure" in newest else None,
            failures=counts.get("failures", 0),
        )
