"""Workers in Redis: a hash of heartbeats, and a sorted set of deaths by time."""

import json
from dataclasses import asdict
from typing import Any

from storage.seen.connection import RedisServer
from storage.workers.port import ProcessDeath, WorkerStatus
from storage.workers.status import (
    LOST_SECONDS,
    MAX_DEATHS,
    is_alive,
    is_of,
    status_from_json,
    status_to_json,
)

# The keys are in the group of the counters, where workers of version 0.1 look for them.
_GROUP = "stats"


class RedisWorkers:
    """The port ``Workers`` over Redis."""

    def __init__(self, url: str) -> None:
        """Parse the address. Raises SettingsError. The first call connects."""
        self._server = RedisServer(url)
        self._workers = self._server.key(_GROUP, ":workers")
        self._deaths = self._server.key(_GROUP, ":deaths")

    def heartbeat(self, status: WorkerStatus) -> None:
        """See ``Workers.heartbeat``."""
        with self._server.translated():
            self._server.client.hset(self._workers, status.name, status_to_json(status))

    def alive(self, now: float) -> list[WorkerStatus]:
        """See ``Workers.alive``."""
        return [status for status in self._heartbeats(now) if is_alive(status, now)]

    def lost(self, now: float) -> list[WorkerStatus]:
        """See ``Workers.lost``."""
        return [status for status in self._heartbeats(now) if not is_alive(status, now)]

    def retire(self, worker_name: str) -> None:
        """See ``Workers.retire``."""
        with self._server.translated():
            self._server.client.hdel(self._workers, worker_name)

    def record_death(self, death: ProcessDeath) -> None:
        """See ``Workers.record_death``."""
        names = [name for name in self._server.mapping(self._workers) if is_of(name, death)]
        with self._server.translated(), self._server.client.pipeline(transaction=True) as pipeline:
            pipeline.zadd(self._deaths, {json.dumps(asdict(death)): death.at})
            pipeline.zremrangebyrank(self._deaths, 0, -MAX_DEATHS - 1)
            if names:
                pipeline.hdel(self._workers, *names)
            pipeline.execute()

    def deaths(self, since: float) -> list[ProcessDeath]:
        """See ``Workers.deaths``."""
        with self._server.translated():
            found: Any = self._server.client.zrangebyscore(self._deaths, since, "+inf")
        return [ProcessDeath(**json.loads(text)) for text in found]

    def close(self) -> None:
        """See ``Workers.close``."""
        self._server.close()

    def _heartbeats(self, now: float) -> list[WorkerStatus]:
        found = self._server.mapping(self._workers)
        everyone = [status_from_json(text) for text in found.values()]
        if over := [status.name for status in everyone if status.at < now - LOST_SECONDS]:
            with self._server.translated():
                self._server.client.hdel(self._workers, *over)
        return sorted(
            (status for status in everyone if status.name not in over),
            key=lambda status: status.name,
        )
