"""The port *state* over Redis: texts and counts are hashes, ranks are sorted sets, lines are lists.

A batch over one group is a transaction, which a cluster takes only for keys on one node.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import singledispatch
from itertools import compress, islice
from typing import Any

from redis.client import Pipeline

from storage.seen.connection import RedisServer
from storage.state.port import (
    Add,
    Admit,
    All,
    Append,
    Content,
    Count,
    Counts,
    Get,
    Has,
    Keep,
    KeepUntil,
    Key,
    Lines,
    Members,
    Operation,
    Put,
    Rank,
    Ranks,
    Remove,
    Size,
    State,
    Texts,
)

# KEYS: a set, and a name beside it, see ``RedisServer.call``. ARGV: a member, most members.
_ADMIT = """
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then return 1 end
if redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
return redis.call('SADD', KEYS[1], ARGV[1])
"""
# One JSON text: the client parses thousands of short answers much more slowly than JSON.
_COUNTS = "return cjson.encode(redis.call('HGETALL', KEYS[1]))"
# So that the server answers others meanwhile.
_AT_ONCE = 1_000
_SCANNED = 100
_SCANNED_KEYS = 5_000

_Answer = Callable[[list[Any]], Any]
"""Makes the answer of an operation from those to its commands."""


class RedisState(State):
    """The port ``State`` over Redis, by its server's clock. The first call connects."""

    def __init__(self, url: str) -> None:
        """Parse the address. Raises SettingsError."""
        self._server = RedisServer(url)

    def run_all(self, operations: Sequence[Operation[Any]]) -> list[Any]:
        """See ``State.run_all``."""
        is_atomic = len(operations) > 1 and len({each.key.group for each in operations}) == 1
        with (
            self._server.translated(),
            self._server.client.pipeline(transaction=is_atomic) as pipeline,
        ):
            queued = [self._queued(pipeline, each) for each in operations]
            answers = iter(pipeline.execute())
        return [answer(list(islice(answers, commands))) for commands, answer in queued]

    def scan(self, key: Texts) -> Iterator[tuple[str, str]]:
        """See ``State.scan``."""
        with self._server.translated():
            yield from self._server.client.hscan_iter(self._name(key), count=_SCANNED)

    def keys(self, beginning: Key[Content]) -> list[Key[Content]]:
        """See ``State.keys``."""
        group = self._server.key(beginning.group)
        with self._server.translated():
            found = self._server.client.scan_iter(f"{self._name(beginning)}*", _SCANNED_KEYS)
            return [replace(beginning, rest=name.removeprefix(group)) for name in set(found)]

    def now(self) -> float:
        """See ``State.now``."""
        return self._server.time()

    def close(self) -> None:
        """See ``State.close``."""
        self._server.close()

    def _name(self, key: Key[Any]) -> str:
        return self._server.key(key.group, key.rest)

    def _queued(self, pipeline: Pipeline, operation: Operation[Any]) -> tuple[int, _Answer]:
        """Put the commands of an operation into the pipeline; return how many there are, and what
        their answers mean.
        """
        before = len(pipeline)
        answer = _queue(operation, pipeline, self._name(operation.key))
        return len(pipeline) - before, answer


def _nothing(_: list[Any]) -> None:
    """Answer an operation that only writes."""


def _first(answers: list[Any]) -> Any:
    return answers[0]


@singledispatch
def _queue(operation: Operation[Any], pipeline: Pipeline, name: str) -> _Answer:
    """Put the commands of an operation on this name into the pipeline; return what their answers
    mean.
    """
    raise NotImplementedError(operation)


@_queue.register(Put)
def _(put: Put, pipeline: Pipeline, name: str) -> _Answer:
    if put.only_new:
        for field, value in put.values.items():
            pipeline.hsetnx(name, field, str(value))
    elif put.values:
        values: Any = put.values
        pipeline.hset(name, mapping=values)
    return _nothing


@_queue.register(Count)
def _(count: Count, pipeline: Pipeline, name: str) -> _Answer:
    for field, number in count.numbers.items():
        pipeline.hincrby(name, field, number)
    return _nothing


@_queue.register(Get)
def _(get: Get[Any], pipeline: Pipeline, name: str) -> _Answer:
    if not get.names:
        return lambda _: {}
    pipeline.hmget(name, list(get.names))
    kind = int if isinstance(get.key, Counts) else str
    return lambda answers: {
        field: kind(value)
        for field, value in zip(get.names, answers[0], strict=True)
        if value is not None
    }


@_queue.register(All)
def _(everything: All[Any], pipeline: Pipeline, name: str) -> _Answer:
    match everything.key:
        case Counts():
            _eval(pipeline, _COUNTS, 1, name)
            return lambda answers: _counts(json.loads(answers[0]))
        case Members():
            pipeline.smembers(name)
            return lambda answers: set(answers[0])
        case Ranks():
            pipeline.zrange(name, 0, -1, withscores=True)
            return lambda answers: dict(answers[0])
        case Lines():
            pipeline.lrange(name, 0, -1)
        case _:
            pipeline.hgetall(name)
    return _first


def _counts(fields: Iterable[str]) -> dict[str, int]:
    """Return the counts of names and numbers in turn."""
    pairs = iter(fields)
    return {field: int(number) for field, number in zip(pairs, pairs, strict=True)}


@_queue.register(Add)
def _(add: Add, pipeline: Pipeline, name: str) -> _Answer:
    for some in _at_once(add.members):
        pipeline.sadd(name, *some)
    return _nothing


@_queue.register(Admit)
def _(admit: Admit, pipeline: Pipeline, name: str) -> _Answer:
    _eval(pipeline, _ADMIT, 2, name, f"{name}.", admit.member, admit.most)
    return lambda answers: bool(answers[0])


@_queue.register(Has)
def _(has: Has, pipeline: Pipeline, name: str) -> _Answer:
    if not has.members:
        return lambda _: set()
    pipeline.smismember(name, list(has.members))
    return lambda answers: set(compress(has.members, answers[0]))


@_queue.register(Size)
def _(size: Size, pipeline: Pipeline, name: str) -> _Answer:
    if isinstance(size.key, Members):
        pipeline.scard(name)
    else:
        pipeline.zcount(name, "-inf" if size.least is None else size.least, "+inf")
    return _first


@_queue.register(Rank)
def _(rank: Rank, pipeline: Pipeline, name: str) -> _Answer:
    if rank.numbers:
        pipeline.zadd(name, dict(rank.numbers), nx=rank.only_new)
    if rank.least is not None:
        pipeline.zremrangebyscore(name, "-inf", f"({rank.least}")
    if rank.most is not None:
        pipeline.zremrangebyrank(name, 0, -rank.most - 1)
    return _nothing


@_queue.register(Append)
def _(append: Append, pipeline: Pipeline, name: str) -> _Answer:
    if append.lines:
        pipeline.rpush(name, *append.lines)
        pipeline.ltrim(name, -append.most, -1)
    return _nothing


@_queue.register(Remove)
def _(remove: Remove, pipeline: Pipeline, name: str) -> _Answer:
    if isinstance(remove.key, Lines):
        for line in remove.names:
            pipeline.lrem(name, 0, line)
        return sum
    commands = {Members: pipeline.srem, Ranks: pipeline.zrem}
    command = commands.get(type(remove.key), pipeline.hdel)
    for some in _at_once(remove.names):
        command(name, *some)
    return sum


@_queue.register(Keep)
def _(keep: Keep, pipeline: Pipeline, name: str) -> _Answer:
    pipeline.pexpire(name, int(keep.seconds * 1000))
    return _nothing


@_queue.register(KeepUntil)
def _(keep: KeepUntil, pipeline: Pipeline, name: str) -> _Answer:
    pipeline.pexpireat(name, int(keep.at * 1000))
    return _nothing


def _eval(pipeline: Any, script: str, *rest: str | int) -> None:
    # A cluster's pipelines have no ``eval``, but take the command.
    pipeline.execute_command("EVAL", script, *rest)


def _at_once(names: Collection[str]) -> Iterator[list[str]]:
    waiting = iter(names)
    while some := list(islice(waiting, _AT_ONCE)):
        yield some
