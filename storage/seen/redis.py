"""Seen and pace in Redis: every batch is one server-side script, so it takes one round trip and is
atomic.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from storage.seen.bloom import ERROR_RATE, BloomLayer, check_capacity, check_keys, layers_for
from storage.seen.connection import RedisServer
from storage.seen.port import GRACE, MAX_ROBOTS_BYTES, RobotsAnswer, SeenInfo, Validators
from storage.seen.robots_answers import pack, unpack

# Groups of keys: a script uses several of one group, so they are on one node of a cluster. The
# filter's layers belong together with the claims; each host has a pace of its own.
_SEEN = "seen"
_PACE = "pace"
_ROBOTS = "robots"
_VALIDATORS = "list:"
_UNREAD = "unread:"
_ENTRY = "entry:"


class RedisSeen:
    """The port ``Seen`` over Redis.

    Claims are keys that expire, with a sorted set to count them; the filter's layers are bit
    strings.

    Existing layers keep their parameters; ``capacity`` and ``error_rate`` apply to the next one.
    Redis must not evict keys (``maxmemory-policy noeviction``), or pages are collected twice.
    """

    def __init__(self, url: str, capacity: int, error_rate: float = ERROR_RATE) -> None:
        """Check the parameters. Raises SettingsError. The first call connects."""
        check_capacity(capacity)
        self._capacity = capacity
        self._error_rate = error_rate
        self._server = RedisServer(url)
        self._layers: list[BloomLayer] = []
        self._claim, self._release_claims, self._count_claims = (
            self._server.script("filter", name)
            for name in ("claim", "release_claims", "count_claims")
        )
        self._commit, self._contains, self._forget = (
            self._server.script("filter", name) for name in ("commit", "contains", "forget")
        )
        self._put_unread, self._drop_unread = map(
            self._server.script, ("put_unread_page", "drop_unread_page")
        )

    def claim(self, keys: Sequence[str], owner: str, ttl_seconds: int) -> list[bool]:
        """See ``Seen.claim``."""
        check_keys(keys)
        return _booleans(
            self._server.call(self._claim, self._name(), [owner, ttl_seconds * 1000, *keys])
        )

    def commit(self, keys: Sequence[str]) -> None:
        """See ``Seen.commit``."""
        check_keys(keys)
        # The script accepts keys only from a caller that knows all layers; otherwise it returns the
        # layers.
        while (layers := self._try_commit(keys)) is not None:
            self._layers = [_read(text) for text in layers]

    def release_claims(self, keys: Sequence[str]) -> None:
        """See ``Seen.release_claims``."""
        self._server.call(self._release_claims, self._name(), keys)

    def contains(self, keys: Sequence[str]) -> list[bool]:
        """See ``Seen.contains``."""
        check_keys(keys)
        return _booleans(self._server.call(self._contains, self._name(), keys))

    def forget(self, keys: Sequence[str]) -> None:
        """See ``Seen.forget``."""
        check_keys(keys)
        self._server.call(self._forget, self._name(), keys)

    def info(self) -> SeenInfo:
        """See ``Seen.info``."""
        with self._server.translated():
            pipeline = self._server.client.pipeline()
            pipeline.lrange(self._name("layers"), 0, -1)
            pipeline.hvals(self._name("items"))
            pipeline.scard(self._name("forgotten"))
            texts, items, forgotten = pipeline.execute()
        layers = [_read(text) for text in texts]
        used, most = self._server.memory() or (None, None)
        return SeenInfo(
            items=sum(int(count) for count in items) - forgotten,
            capacity=sum(layer.capacity for layer in layers) or self._capacity,
            error_rate=self._error_rate,
            layers=len(layers),
            bits=sum(layer.bits for layer in layers),
            claims=self._server.call(self._count_claims, self._name(), []),
            memory_bytes=used,
            memory_max_bytes=most,
        )

    def get_validators(self, list_names: Sequence[str]) -> list[Validators | None]:
        """See ``Seen.get_validators``."""
        if not list_names:
            return []
        names = [self._name(_VALIDATORS + each) for each in list_names]
        with self._server.translated():
            texts: Any = self._server.client.mget(names)
        return [Validators(**json.loads(text)) if text else None for text in texts]

    def put_validators(self, validators: Mapping[str, Validators], ttl_seconds: int) -> None:
        """See ``Seen.put_validators``."""
        with self._server.translated(), self._server.client.pipeline(transaction=False) as calls:
            for name, each in validators.items():
                calls.set(self._name(_VALIDATORS + name), json.dumps(asdict(each)), ex=ttl_seconds)
            calls.execute()

    def drop_validators(self, list_names: Sequence[str]) -> None:
        """See ``Seen.drop_validators``."""
        if names := [self._name(_VALIDATORS + each) for each in list_names]:
            with self._server.translated():
                self._server.client.delete(*names)

    def get_unread_page(self, list_name: str) -> int:
        """See ``Seen.get_unread_page``."""
        with self._server.translated():
            page: Any = self._server.client.get(self._name(_UNREAD + list_name))
        return int(page or 0)

    def put_unread_page(self, list_name: str, page: int, ttl_seconds: int) -> None:
        """See ``Seen.put_unread_page``."""
        self._server.call(self._put_unread, self._name(_UNREAD + list_name), [page, ttl_seconds])

    def drop_unread_page(self, list_name: str, page: int) -> None:
        """See ``Seen.drop_unread_page``."""
        self._server.call(self._drop_unread, self._name(_UNREAD + list_name), [page])

    def get_pages(self, names: Sequence[str]) -> list[str]:
        """See ``Seen.get_pages``."""
        if not names:
            return []
        with self._server.translated():
            found: Any = self._server.client.mget([self._name(_ENTRY + each) for each in names])
        return [page or "" for page in found]

    def put_pages(self, pages: Mapping[str, str], ttl_seconds: int) -> None:
        """See ``Seen.put_pages``."""
        with self._server.translated():
            pipeline = self._server.client.pipeline()
            for name, page in pages.items():
                pipeline.set(self._name(_ENTRY + name), page, ex=ttl_seconds)
            pipeline.execute()

    def close(self) -> None:
        """See ``Seen.close``."""
        self._server.close()

    def _try_commit(self, keys: Sequence[str]) -> list[str] | None:
        new = [
            _write(layer)
            for layer in layers_for(self._layers, self._capacity, self._error_rate, len(keys))
        ]
        answer: list[str] | None = self._server.call(
            self._commit, self._name(), [len(self._layers), len(new), *new, *keys]
        )
        return answer

    def _name(self, key: str = "") -> str:
        return self._server.key(_SEEN, f":{key}")


class RedisPace:
    """The port ``Pace`` over Redis, by its server's clock; a host's times expire once they have
    passed.
    """

    def __init__(self, url: str) -> None:
        """Parse the address. Raises SettingsError. The first call connects."""
        self._server = RedisServer(url)
        self._script = self._server.script("pace")
        self._get_robots, self._claim_robots, self._put_robots = (
            self._server.script("robots", name)
            for name in ("get_robots", "claim_robots", "put_robots")
        )

    def acquire(self, host: str, interval_seconds: float, rank: int = 0) -> float:
        """See ``Pace.acquire``."""
        return self._call(host, ["acquire", interval_seconds, rank, *GRACE])

    def plan(self, host: str, count: int, interval_seconds: float) -> list[float]:
        """See ``Pace.plan``."""
        wait = self._call(host, ["plan", interval_seconds, count])
        return [wait + index * interval_seconds for index in range(count)]

    def hold(self, host: str, seconds: float) -> None:
        """See ``Pace.hold``."""
        self._call(host, ["hold", seconds])

    def closed_for(self, host: str) -> float:
        """See ``Pace.closed_for``."""
        return self._call(host, ["closed", 0])

    def now(self) -> float:
        """See ``Pace.now``."""
        return self._server.time()

    def get_robots(self, origin: str) -> RobotsAnswer | None:
        """See ``Pace.get_robots``."""
        found: list[str] = self._server.call(self._get_robots, self._robots(), [origin])
        if found:
            return unpack(found[0], float(found[1]))
        return None

    def claim_robots(self, origin: str, seconds: float) -> bool:
        """See ``Pace.claim_robots``."""
        return bool(
            self._server.call(self._claim_robots, self._robots(), [origin, int(seconds * 1000)])
        )

    def release_robots(self, origin: str) -> None:
        """See ``Pace.release_robots``."""
        with self._server.translated():
            self._server.client.delete(self._robots(f"claim:{origin}"))

    def put_robots(self, origin: str, answer: RobotsAnswer) -> None:
        """See ``Pace.put_robots``."""
        self._server.call(
            self._put_robots,
            self._robots(),
            [origin, pack(answer), answer.seconds, MAX_ROBOTS_BYTES],
        )

    def close(self) -> None:
        """Close the connection."""
        self._server.close()

    def _call(self, host: str, args: list[str | float]) -> float:
        return float(self._server.call(self._script, self._server.key(f"{_PACE}:{host}"), args))

    def _robots(self, key: str = "") -> str:
        return self._server.key(_ROBOTS, f":{key}")


def _booleans(answers: list[int]) -> list[bool]:
    return [answer == 1 for answer in answers]


def _write(layer: BloomLayer) -> str:
    return f"{layer.capacity} {layer.bits} {layer.hashes} {layer.error_rate!r}"


def _read(text: str) -> BloomLayer:
    capacity, bits, hashes, error_rate = text.split()
    return BloomLayer(
        capacity=int(capacity), bits=int(bits), hashes=int(hashes), error_rate=float(error_rate)
    )
