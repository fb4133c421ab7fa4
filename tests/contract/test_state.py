"""The port *state*: one suite on both adapters, and against a plain model."""

import itertools
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storage.backends import open_state
from storage.errors import Unavailable
from storage.settings import Settings
from storage.sqlite import SqliteFile, tables
from storage.state.port import (
    Add,
    Admit,
    All,
    Append,
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
    erase,
)
from testbed.servers import Redis
from testbed.stack import wait_until
from tests.processes import FORKED

TEXTS = Texts("things", ":texts:1")
COUNTS = Counts("things", ":counts:1")
MEMBERS = Members("things", ":members:1")
RANKS = Ranks("things", ":ranks:1")
LINES = Lines("things", ":lines:1")
WRITES: tuple[tuple[Key[Any], Operation[None], Any], ...] = (
    (TEXTS, Put(TEXTS, {"a": "x", "b": "中文"}), {"a": "x", "b": "中文"}),
    (COUNTS, Count(COUNTS, {"a": 2, "b": 1}), {"a": 2, "b": 1}),
    (MEMBERS, Add(MEMBERS, ["b", "a"]), {"a", "b"}),
    (RANKS, Rank(RANKS, {"b": 1.5, "a": 2.5}), {"a": 2.5, "b": 1.5}),
    (LINES, Append(LINES, ["b", "a", "b"], 9), ["b", "a", "b"]),
)


@pytest.fixture
def state(state_url: str) -> Iterator[State]:
    with closing(open_state(Settings(state_url=state_url), "things")) as opened:
        yield opened


@pytest.fixture
def other(state_url: str) -> Iterator[State]:
    with closing(open_state(Settings(state_url=state_url), "things")) as opened:
        yield opened


def test_a_batch_answers_each_operation_in_order(state: State, other: State) -> None:
    assert state.run_all([]) == []
    assert state.run_all([write for _, write, _ in WRITES]) == [None] * len(WRITES)
    reads = [All(key) for key, _, _ in WRITES]
    assert other.run_all(reads) == [content for _, _, content in WRITES]
    assert other.run_all(
        [Count(COUNTS, {"a": 5}), Get(COUNTS, ["a", "c"]), Has(MEMBERS, "ac")]
    ) == [
        None,
        {"a": 7},
        {"a"},
    ]
    assert state.run(Get(TEXTS, [])) == {}
    assert state.run(Has(MEMBERS, [])) == set()


@pytest.mark.parametrize(("key", "write", "content"), WRITES, ids=lambda each: type(each).__name__)
def test_a_key_expires_with_all_that_it_holds(
    state: State, key: Key[Any], write: Operation[None], content: Any
) -> None:
    empty = type(content)()
    state.run_all([write, Keep(key, 0.2)])
    wait_until(lambda: state.run(All(key)) == empty, 60, "it expires")
    state.run_all([write, Keep(key, 60), KeepUntil(key, time.time() + 60)])
    assert state.run(All(key)) == content
    state.run(KeepUntil(key, time.time() - 1))
    assert state.run(All(key)) == empty
    state.run(write)
    assert state.run(All(key)) == content
    state.run_all([KeepUntil(key, 0), write])
    assert state.run(All(key)) == content


def test_what_has_expired_is_nowhere_to_be_found(state: State) -> None:
    state.run_all([write for _, write, _ in WRITES])
    state.run_all([Keep(key, 0.1) for key, _, _ in WRITES])
    wait_until(
        lambda: not any(state.run_all([All(key) for key, _, _ in WRITES])), 60, "they expire"
    )
    assert state.run_all([Get(TEXTS, "a"), Has(MEMBERS, "a"), Size(MEMBERS), Size(RANKS)]) == [
        {},
        set(),
        0,
        0,
    ]
    assert list(state.scan(TEXTS)) == []
    assert state.run(Admit(MEMBERS, "c", 1))
    assert state.run(All(MEMBERS)) == {"c"}


def test_large_contents_are_read_and_removed_in_parts(state: State) -> None:
    texts = {f"name {number}": f"text {number}" for number in range(2_500)}
    state.run_all([Put(TEXTS, texts), Add(MEMBERS, texts)])
    assert dict(state.scan(TEXTS)) == texts
    assert state.run(Remove(TEXTS, list(texts)[:2_400])) == 2_400
    assert state.run(Remove(MEMBERS, [*texts, "none"])) == 2_500
    assert len(dict(state.scan(TEXTS))) == 100


def test_keys_are_found_by_their_kind_and_beginning(state: State) -> None:
    for rest in (":found:1", ":found:2", ":other:1"):
        state.run(Append(Lines("things", rest), ["line"], 5))
        state.run(Put(Texts("things", rest.upper()), {"a": "b"}))
    found = state.keys(Lines("things", ":found:"))
    assert sorted(key.rest for key in found) == [":found:1", ":found:2"]
    assert all(state.run(All(key)) == ["line"] for key in found)
    assert state.keys(Texts("things", ":no")) == []


def test_what_names_something_erased_is_removed(state: State) -> None:
    secret = "see secret here"
    state.run_all(
        [
            Put(TEXTS, {"a": secret, secret: "b", "c": "kept"}),
            Add(MEMBERS, [secret, "kept"]),
            Rank(RANKS, {secret: 1.0, "kept": 2.0}),
            Append(LINES, [secret, "kept", secret], 9),
        ]
    )
    erase(state, [TEXTS, MEMBERS, RANKS, LINES], lambda text: "secret" in text)
    assert [list(content) for content in state.run_all([All(MEMBERS), All(RANKS), All(LINES)])] == [
        ["kept"]
    ] * 3
    assert state.run(All(TEXTS)) == {"c": "kept"}


def admit_all(state_url: str, members: Sequence[str]) -> None:
    with closing(open_state(Settings(state_url=state_url), "things")) as state:
        for member in members:
            state.run_all([Admit(MEMBERS, member, 50), Count(COUNTS, {"asked": 1})])


def test_processes_together_lose_no_count_and_admit_no_more_than_allowed(
    state: State, state_url: str
) -> None:
    processes = [
        FORKED.Process(target=admit_all, args=(state_url, [f"{each} {n}" for n in range(60)]))
        for each in range(3)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)
    assert state.run_all([Size(MEMBERS), All(COUNTS)]) == [50, {"asked": 180}]


def test_the_clock_is_that_of_all_processes(state: State, other: State) -> None:
    before, between, after = state.now(), other.now(), state.now()
    assert before <= between <= after
    assert abs(after - time.time()) < 60


def test_a_lost_server_says_so_and_answers_again_afterwards(own_redis: Redis) -> None:
    with closing(open_state(Settings(state_url=own_redis.url), "things")) as state:
        state.run(Put(TEXTS, {"a": "b"}))
        own_redis.stop()
        for operation in (Put(TEXTS, {"a": "c"}), All(TEXTS)):
            with pytest.raises(Unavailable):
                state.run(operation)
        with pytest.raises(Unavailable):
            list(state.scan(TEXTS))
        with pytest.raises(Unavailable):
            state.keys(TEXTS)
        own_redis.start()
        assert state.run_all([Put(TEXTS, {"a": "c"}), All(TEXTS)]) == [None, {"a": "c"}]


def test_what_expired_takes_no_room_in_a_file(tmp_path: Path) -> None:
    keys = [Lines("things", f":{number}") for number in range(50)]
    with closing(open_state(Settings(state_url=f"local://{tmp_path}"), "things")) as state:
        state.run_all([Append(key, ["line"], 5) for key in keys])
        state.run_all([Keep(key, 0.1) for key in keys])
        wait_until(lambda: not any(state.run_all([All(key) for key in keys])), 60, "they expire")
        for _ in range(3):
            state.run(Count(COUNTS, {"a": 1}))
    file = SqliteFile(tmp_path / "things.db", tables(""))
    with closing(file), file.reading() as rows:
        for table in ("lines", "expiring"):
            assert rows.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_a_file_whose_clock_jumps_keeps_what_was_to_be_kept_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_state(Settings(state_url=f"local://{tmp_path}"), "things")) as state:
        state.run_all([Count(COUNTS, {"a": 1}), Keep(COUNTS, 3_600)])
        state.run_all([Add(MEMBERS, ["a"]), KeepUntil(MEMBERS, time.time() + 3_600)])
        ahead = time.time() + 30 * 86_400
        monkeypatch.setattr(time, "time", lambda: ahead)
        state.run(Count(COUNTS, {"a": 1}))
        assert state.run(All(COUNTS)) == {"a": 2}
        assert state.run(All(MEMBERS)) == set()


# The model: what a key holds is a plain dict, set or list.
NAMES = st.sampled_from(["a", "b", "c", "中 文", "d'e%"])
SOME = st.lists(NAMES, max_size=4)
MOST = st.integers(0, 3)
NUMBERS = st.dictionaries(NAMES, st.integers(-3, 3).map(float), max_size=4)


def operations(number: int) -> st.SearchStrategy[Operation[Any]]:
    """Return operations on the keys of a number."""
    texts, counts = Texts("model", f":texts:{number}"), Counts("model", f":counts:{number}")
    members, ranks = Members("model", f":members:{number}"), Ranks("model", f":ranks:{number}")
    lines = Lines("model", f":lines:{number}")
    values = st.dictionaries(NAMES, NAMES, max_size=3)
    counted = st.dictionaries(NAMES, st.integers(-5, 5), max_size=3)
    of_any = st.sampled_from([texts, counts, members, ranks, lines])
    return st.one_of(
        st.builds(Put, st.just(texts), values, st.booleans()),
        st.builds(Put, st.just(counts), counted, st.booleans()),
        st.builds(Count, st.just(counts), counted),
        st.builds(Get, st.sampled_from([texts, counts]), SOME),
        st.builds(Add, st.just(members), SOME),
        st.builds(Admit, st.just(members), NAMES, MOST),
        st.builds(Has, st.just(members), SOME),
        st.builds(Size, st.just(members)),
        st.builds(Size, st.just(ranks), st.none() | st.integers(-3, 3).map(float)),
        st.builds(
            Rank,
            st.just(ranks),
            NUMBERS,
            st.none() | MOST,
            st.sampled_from([None, 0.0]),
            st.booleans(),
        ),
        st.builds(Append, st.just(lines), SOME, st.integers(1, 4)),
        st.builds(Remove, of_any, SOME.map(lambda names: list(dict.fromkeys(names)))),
        st.builds(KeepUntil, of_any, st.just(0.0)),
        st.builds(All, of_any),
    )


class Model:
    """What a state holds, as one would write it down."""

    def __init__(self) -> None:
        self.held: dict[Key[Any], Any] = {}

    def run(self, operation: Operation[Any]) -> Any:
        kind: Any = {Members: set, Lines: list}.get(type(operation.key), dict)
        held = self.held.setdefault(operation.key, kind())
        match operation:
            case Get(names=names):
                return {name: held[name] for name in names if name in held}
            case Has(members=members):
                return held & set(members)
            case Size(key=Members()):
                return len(held)
            case Size(least=least):
                return sum(least is None or number >= least for number in held.values())
            case All():
                return held
            case KeepUntil():
                self.held[operation.key] = kind()
            case Remove(names=names):
                rest = [each for each in held if each not in names]
                self.held[operation.key] = (
                    {name: held[name] for name in rest} if kind is dict else kind(rest)
                )
                return len(held) - len(rest)
            case _:
                return self._write(operation, held)
        return None

    def _write(self, operation: Operation[Any], held: Any) -> bool | None:
        match operation:
            case Put(values=values, only_new=only_new):
                held |= {**values, **held} if only_new else values
            case Count(numbers=numbers):
                held |= {name: held.get(name, 0) + number for name, number in numbers.items()}
            case Add(members=members):
                held |= set(members)
            case Admit(member=member, most=most):
                if len(held) < most:
                    held.add(member)
                return member in held
            case Rank(numbers=numbers, most=most, least=least, only_new=only_new):
                numbers = {**numbers, **held} if only_new else {**held, **numbers}
                order = sorted(numbers.items(), key=lambda each: (each[1], each[0].encode()))
                order = [each for each in order if least is None or each[1] >= least]
                too_many = 0 if most is None else max(len(order) - most, 0)
                self.held[operation.key] = dict(order[too_many:])
            case Append(lines=lines, most=most):
                self.held[operation.key] = [*held, *lines][-most:] if lines else held
        return None


_numbers = itertools.count()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_a_state_does_what_a_plain_model_does(state: State, data: st.DataObject) -> None:
    model, one_of = Model(), operations(next(_numbers))
    for batch in data.draw(st.lists(st.lists(one_of, min_size=1, max_size=4), max_size=8)):
        expected = [deepcopy(model.run(each)) for each in batch]
        assert state.run_all(batch) == expected
    for key, held in model.held.items():
        found = state.run(All(key))
        assert found == held
        if isinstance(key, Ranks):
            assert list(found) == list(held)
