"""Heartbeats of workers, and the deaths of processes."""

import json
from dataclasses import asdict

from storage.state.port import All, Put, Rank, Ranks, Remove, StateStore, Texts
from storage.workers.status import (
    LOST_SECONDS,
    MAX_DEATHS,
    ProcessDeath,
    WorkerStatus,
    is_alive,
    is_of,
    status_from_json,
    status_to_json,
)

# The keys are in the group of the counters, where workers of version 0.1 look for them.
_HEARTBEATS = Texts("stats", ":workers")
_DEATHS = Ranks("stats", ":deaths")


class Workers(StateStore):
    """What is known of the processes of Newsloom.

    Methods raise ``storage.errors.Unavailable``.
    """

    def heartbeat(self, status: WorkerStatus) -> None:
        """Record that a worker is alive, for 30 seconds from ``status.at``.

        The times are those of the store's clock (``Pace.now``): a worker's own clock may be wrong.
        """
        self._state.run(Put(_HEARTBEATS, {status.name: status_to_json(status)}))

    def alive(self, now: float) -> list[WorkerStatus]:
        """Return workers with a heartbeat in the 30 seconds before ``now`` of the store's clock, by
        name.
        """
        return [status for status in self._heartbeats(now) if is_alive(status, now)]

    def lost(self, now: float) -> list[WorkerStatus]:
        """Return workers whose last heartbeat is older, by name, unless they were retired.

        Kept for a day.
        """
        return [status for status in self._heartbeats(now) if not is_alive(status, now)]

    def retire(self, worker_name: str) -> None:
        """Forget a worker that stops normally."""
        self._state.run(Remove(_HEARTBEATS, [worker_name]))

    def record_death(self, death: ProcessDeath) -> None:
        """Record that a process died, and forget its heartbeat if it was a worker.

        The newest 200 are kept.
        """
        names = [name for name in self._state.run(All(_HEARTBEATS)) if is_of(name, death)]
        self._state.run_all(
            [
                Rank(_DEATHS, {json.dumps(asdict(death)): death.at}, most=MAX_DEATHS),
                Remove(_HEARTBEATS, names),
            ]
        )

    def deaths(self, since: float) -> list[ProcessDeath]:
        """Return the deaths at this time (Unix time) or later, oldest first."""
        found = self._state.run(All(_DEATHS))
        return [ProcessDeath(**json.loads(text)) for text, at in found.items() if at >= since]

    def _heartbeats(self, now: float) -> list[WorkerStatus]:
        everyone = map(status_from_json, self._state.run(All(_HEARTBEATS)).values())
        by_name = {status.name: status for status in everyone}
        over = [name for name, status in by_name.items() if status.at < now - LOST_SECONDS]
        if over:
            self._state.run(Remove(_HEARTBEATS, over))
        return [by_name[name] for name in sorted(by_name.keys() - set(over))]
