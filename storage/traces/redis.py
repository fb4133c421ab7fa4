"""Traces in Redis: the steps of one day and of the keys with the same first digits are one list,
which expires.
"""

import json
import time
from collections.abc import Collection, Sequence
from typing import Any

from storage.seen.connection import RedisServer
from storage.traces.port import DAY_SECONDS, MAX_A_DAY, Recorded, Shown, Trace
from storage.traces.records import (
    keys_beside,
    newest,
    short_keys,
    shown_first,
    shows,
    step_from_json,
    step_to_json,
    tells_of,
)

# One short list is much smaller than a key for each URL, and long enough lists are as small as
# their texts.
_DIGITS = 3
_LISTS = 16**_DIGITS
_SHOWN = "traces:shown"


class RedisTraces:
    """The port ``Traces`` over Redis. The first call connects."""

    def __init__(self, url: str, days: int, most_a_day: int = MAX_A_DAY) -> None:
        self._server = RedisServer(url)
        self._days = days
        self._most = max(most_a_day // _LISTS, 1)

    def record(self, steps: Sequence[Recorded], shown: Sequence[Shown]) -> None:
        """See ``Traces.record``."""
        if not self._days or not (steps or shown):
            return
        texts: dict[str, list[str]] = {}
        for each in steps:
            text = step_to_json(each.step)
            for key in each.keys:
                texts.setdefault(self._name(_day(each.step.at), key), []).append(f"{key} {text}")
        with self._server.translated(), self._server.client.pipeline(transaction=False) as pipeline:
            for name, lines in texts.items():
                pipeline.rpush(name, *lines)
                pipeline.ltrim(name, -self._most, -1)
                pipeline.expire(name, (self._days + 1) * DAY_SECONDS)
            if shown:
                fields: Any = {
                    _field(each): json.dumps([each.at, short_keys(each.keys)]) for each in shown
                }
                pipeline.hset(self._server.key(_SHOWN), mapping=fields)
                pipeline.expire(self._server.key(_SHOWN), (self._days + 1) * DAY_SECONDS)
            pipeline.execute()

    def read(self, key: str) -> Trace:
        """See ``Traces.read``."""
        now = time.time()
        oldest = now - self._days * DAY_SECONDS
        with self._server.translated(), self._server.client.pipeline(transaction=False) as pipeline:
            for day in range(_day(oldest), _day(now) + 2):
                pipeline.lrange(self._name(day, key), 0, -1)
            days: list[list[str]] = pipeline.execute()
        lines = [line for day in days for line in day if line.startswith(key)]
        steps = [step_from_json(line.partition(" ")[2]) for line in lines]
        return Trace(
            steps=newest(step for step in steps if step.at >= oldest),
            is_cut=any(len(day) >= self._most for day in days),
            shown=shown_first(self._shown(key, oldest)),
        )

    def erase(self, keys: Collection[str]) -> None:
        """See ``Traces.erase``."""
        found = self._lines(keys)
        beside = keys_beside(step_from_json(text) for _, _, text in found) - set(keys)
        found += [line for line in self._lines(beside) if tells_of(step_from_json(line[2]), keys)]
        with self._server.translated(), self._server.client.pipeline(transaction=False) as pipeline:
            for name, key, text in found:
                pipeline.lrem(name, 0, f"{key} {text}")
            pipeline.execute()

    def _lines(self, keys: Collection[str]) -> list[tuple[str, str, str]]:
        """Return the steps of all days under these keys, each with the list that it is in."""
        now = time.time()
        days = range(_day(now - self._days * DAY_SECONDS), _day(now) + 2)
        names = sorted({self._name(day, key) for day in days for key in keys})
        with self._server.translated(), self._server.client.pipeline(transaction=False) as pipeline:
            for name in names:
                pipeline.lrange(name, 0, -1)
            lists: list[list[str]] = pipeline.execute()
        lines = [
            (name, *line.partition(" ")[::2])
            for name, held in zip(names, lists, strict=True)
            for line in held
        ]
        return [line for line in lines if line[1] in keys]

    def close(self) -> None:
        """See ``Traces.close``."""
        self._server.close()

    def _shown(self, key: str, oldest: float) -> list[Shown]:
        """Return the lists that show a key; drop lists that were not read for long."""
        name = self._server.key(_SHOWN)
        found, old = [], []
        with self._server.translated():
            pairs: Any = self._server.client.hscan_iter(name, count=100)
            for field, text in pairs:
                at, links = json.loads(text)
                if at < oldest:
                    old.append(field)
                elif shows(links, key):
                    source_id, _, list_url = field.partition(" ")
                    found.append(Shown(source_id=int(source_id), list_url=list_url, at=at))
            if old:
                self._server.client.hdel(name, *old)
        return found

    def _name(self, day: int, key: str) -> str:
        return self._server.key(f"traces:{day}:{key[:_DIGITS]}")


def _day(at: float) -> int:
    return int(at // DAY_SECONDS)


def _field(shown: Shown) -> str:
    return f"{shown.source_id} {shown.list_url}"
