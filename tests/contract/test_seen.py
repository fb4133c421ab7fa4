"""The port *seen*: one suite on both adapters. test_seen_faults.py has what happens when a server
dies.
"""

import hashlib
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storage.errors import Refused, SettingsError
from storage.seen.local import LocalSeen
from storage.seen.port import Seen, Validators
from storage.seen.redis import RedisSeen
from tests.processes import FORKED

HOUR = 3600
Opener = Callable[..., Seen]


def key(number: int) -> str:
    return hashlib.blake2b(str(number).encode(), digest_size=16).hexdigest()


def open_at(url: str, capacity: int = 1000, error_rate: float = 0.01) -> Seen:
    adapter = LocalSeen if url.startswith("local:") else RedisSeen
    return adapter(url, capacity, error_rate)


@pytest.fixture
def opened(state_url: str) -> Iterator[Opener]:
    filters: list[Seen] = []

    def open_one(capacity: int = 1000, error_rate: float = 0.01) -> Seen:
        filters.append(open_at(state_url, capacity, error_rate))
        return filters[-1]

    yield open_one
    for one in filters:
        one.close()


@pytest.fixture
def seen(opened: Opener) -> Seen:
    return opened()


def test_a_claimed_key_is_refused_to_others_but_not_seen(seen: Seen) -> None:
    assert seen.claim([key(1), key(2)], "a", HOUR) == [True, True]
    assert seen.claim([key(1), key(3)], "b", HOUR) == [False, True]
    assert seen.contains([key(1), key(2), key(3)]) == [False, False, False]
    assert seen.info().claims == 3


def test_the_same_owner_is_granted_again_and_a_double_once(seen: Seen) -> None:
    assert seen.claim([key(1), key(1)], "a", HOUR) == [True, False]
    assert seen.claim([key(1), key(1)], "a", HOUR) == [True, False]


def test_a_claim_ends_by_itself_and_can_be_prolonged(seen: Seen) -> None:
    assert seen.claim([key(1), key(2)], "a", 1) == [True, True]
    assert seen.claim([key(2)], "a", HOUR) == [True]
    deadline = time.monotonic() + 30
    while not seen.claim([key(1)], "b", HOUR)[0]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert seen.claim([key(2)], "b", HOUR) == [False]
    assert seen.info().claims == 2


def test_claims_are_counted_until_they_end(seen: Seen) -> None:
    seen.claim([key(1), key(2)], "a", 1)
    seen.claim([key(3)], "a", HOUR)
    deadline = time.monotonic() + 30
    while seen.info().claims != 1:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    seen.release_claims([key(3)])
    assert seen.info().claims == 0


def test_given_back_keys_are_free(seen: Seen) -> None:
    seen.claim([key(1), key(2)], "a", HOUR)
    seen.release_claims([key(1)])
    seen.release_claims([])
    assert seen.claim([key(1), key(2)], "b", HOUR) == [True, False]


def test_committed_keys_are_seen_for_good(opened: Opener) -> None:
    seen = opened()
    seen.claim([key(1)], "a", HOUR)
    seen.commit([key(1), key(2), key(2)])
    seen.commit([key(1)])
    assert seen.contains([key(1), key(2), key(3)]) == [True, True, False]
    assert seen.claim([key(1), key(2)], "a", HOUR) == [False, False]
    info = seen.info()
    assert (info.items, info.claims, info.layers, info.capacity) == (2, 0, 1, 1000)
    seen.close()
    assert opened().contains([key(1), key(2)]) == [True, True]


def test_forgotten_keys_are_unseen_until_committed_again(seen: Seen) -> None:
    seen.commit([key(1), key(2)])
    for _ in range(2):
        seen.forget([key(1), key(9)])
    assert seen.contains([key(1), key(2), key(9)]) == [False, True, False]
    assert seen.info().items == 1
    assert seen.claim([key(1)], "a", HOUR) == [True]
    seen.commit([key(1)])
    assert seen.contains([key(1)]) == [True]
    assert seen.info().items == 2


def test_empty_batches_are_allowed(seen: Seen) -> None:
    seen.commit([])
    seen.forget([])
    assert seen.claim([], "a", HOUR) == seen.contains([]) == []
    assert seen.info().items == 0


@pytest.mark.parametrize("bad", ["", "short", "g" * 32, "A" * 32, key(1) + "\n"])
def test_what_is_not_a_key_is_refused_and_nothing_is_done(seen: Seen, bad: str) -> None:
    for call in (seen.commit, seen.contains, seen.forget, lambda keys: seen.claim(keys, "a", HOUR)):
        with pytest.raises(Refused, match="is not a key"):
            call([key(1), bad])
    assert seen.contains([key(1)]) == [False]
    assert seen.claim([key(1)], "b", HOUR) == [True]


def test_it_grows_by_layers_and_stays_within_its_rate(opened: Opener) -> None:
    seen, other = opened(capacity=8000, error_rate=0.02), opened(capacity=8000, error_rate=0.02)
    for start in range(0, 24_000, 1000):
        (seen if start % 2000 else other).commit(
            [key(number) for number in range(start, start + 1000)]
        )
    info = seen.info()
    assert (info.layers, info.capacity) == (2, 8000 + 16_000)
    assert all(other.contains([key(number) for number in range(24_000)]))
    strangers = sum(seen.contains([key(number) for number in range(100_000, 120_000)]))
    # 20,000 draws at 0.02, and at 0.01 + 0.005 which theory says: four standard deviations on
    # either side.
    assert 230 <= strangers <= 480
    assert info.items == pytest.approx(24_000, rel=0.02)


def test_one_batch_may_be_larger_than_many_layers(state_url: str, opened: Opener) -> None:
    seen = opened(capacity=10)
    keys = [key(number) for number in range(2000)]
    seen.commit(keys)
    assert all(seen.contains(keys))


def test_other_parameters_rule_the_next_layer_only(opened: Opener) -> None:
    opened(capacity=100, error_rate=0.1).commit([key(number) for number in range(90)])
    seen = opened(capacity=5000, error_rate=0.001)
    assert (seen.info().layers, seen.info().capacity) == (1, 100)
    seen.commit([key(number) for number in range(90, 200)])
    assert (seen.info().layers, seen.info().capacity) == (2, 5100)
    assert all(seen.contains([key(number) for number in range(200)]))


def test_a_senseless_capacity_is_named(state_url: str) -> None:
    with pytest.raises(SettingsError, match="NEWSLOOM_SEEN_CAPACITY"):
        open_at(state_url, capacity=0)


def test_validators_are_kept_replaced_dropped_and_expire(seen: Seen) -> None:
    first, second = (
        Validators(etag='"Ä1"'),
        Validators(etag="W/2", last_modified="Thu, 05 Mar 2026 12:00:00 GMT"),
    )
    assert seen.get_validators([]) == []
    assert seen.get_validators(["http://a/"]) == [None]
    seen.put_validators({"http://a/": first, "http://c/": second}, HOUR)
    seen.put_validators({"http://b/": first}, 1)
    names = ["http://c/", "http://none/", "http://a/"]
    assert seen.get_validators(names) == [second, None, first]
    seen.put_validators({"http://a/": second}, HOUR)
    assert seen.get_validators(["http://a/"]) == [second]
    for _ in range(2):
        seen.drop_validators(["http://a/", "http://c/"])
    seen.put_validators({}, HOUR)
    seen.drop_validators([])
    assert seen.get_validators(names) == [None, None, None]
    deadline = time.monotonic() + 30
    while seen.get_validators(["http://b/"]) != [None]:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_furthest_unread_page_is_kept_until_it_was_read(seen: Seen) -> None:
    assert seen.get_unread_page("1:") == 0
    seen.drop_unread_page("1:", 9)
    seen.put_unread_page("1:", 12, HOUR)
    seen.put_unread_page("1:", 3, HOUR)
    seen.put_unread_page("1:新闻", 2, HOUR)
    assert (seen.get_unread_page("1:"), seen.get_unread_page("1:新闻")) == (12, 2)
    seen.drop_unread_page("1:", 11)
    assert seen.get_unread_page("1:") == 12
    seen.drop_unread_page("1:", 12)
    assert (seen.get_unread_page("1:"), seen.get_unread_page("1:新闻")) == (0, 2)


def test_unread_page_and_validators_of_a_list_expire_apart(seen: Seen) -> None:
    short, long = Validators(etag="short"), Validators(etag="long")
    seen.put_validators({"a": short}, 1)
    seen.put_unread_page("a", 7, HOUR)
    seen.put_validators({"b": long}, HOUR)
    seen.put_unread_page("b", 7, HOUR)
    seen.put_unread_page("b", 8, 1)
    deadline = time.monotonic() + 30
    while seen.get_validators(["a"]) != [None] or seen.get_unread_page("b"):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert (seen.get_unread_page("a"), seen.get_validators(["b"])) == (7, [long])
    # An expired mark counts no more.
    seen.put_unread_page("b", 2, HOUR)
    assert seen.get_unread_page("b") == 2


_NUMBERS = st.lists(st.integers(0, 60), max_size=12)
_STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("commit"), _NUMBERS),
        st.tuples(st.just("forget"), _NUMBERS),
        st.tuples(st.just("release_claims"), _NUMBERS),
        st.tuples(st.sampled_from(["claim a", "claim b"]), _NUMBERS),
    ),
    max_size=20,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=_STEPS)
def test_it_behaves_like_a_set_with_claims(
    state_url: str,
    tmp_path_factory: pytest.TempPathFactory,
    steps: list[tuple[str, list[int]]],
) -> None:
    """The rate is so low that the model may be exact; the layers are so small that there are
    many.
    """
    if state_url.startswith("local"):
        state_url = f"local://{tmp_path_factory.mktemp('model')}"
    else:
        state_url += f"{'' if '?' in state_url else '?prefix='}t{time.monotonic_ns()}:"
    seen, other = open_at(state_url, 4, 1e-9), open_at(state_url, 4, 1e-9)
    committed: set[int] = set()
    claims: dict[int, str] = {}
    for step, numbers in steps:
        keys = [key(number) for number in numbers]
        seen, other = other, seen
        if step == "commit":
            seen.commit(keys)
            committed |= set(numbers)
        elif step == "forget":
            seen.forget(keys)
            committed -= set(numbers)
        elif step == "release_claims":
            seen.release_claims(keys)
        else:
            owner = step[-1]
            expected = [
                number not in numbers[:index]
                and number not in committed
                and claims.get(number, owner) == owner
                for index, number in enumerate(numbers)
            ]
            assert seen.claim(keys, owner, HOUR) == expected
            claims |= {
                number: owner for number, ours in zip(numbers, expected, strict=True) if ours
            }
        if step in ("commit", "release_claims"):
            claims = {number: owner for number, owner in claims.items() if number not in numbers}
        assert seen.contains([key(number) for number in range(61)]) == [
            number in committed for number in range(61)
        ]
    assert (seen.info().items, seen.info().claims) == (len(committed), len(claims))
    seen.close()
    other.close()


def test_both_adapters_set_the_same_bits(tmp_path: Path, redis_url: str) -> None:
    import redis

    local, remote = open_at(f"local://{tmp_path}", 1000, 0.001), open_at(redis_url, 1000, 0.001)
    keys = [key(number) for number in range(1500)]
    for seen in (local, remote):
        seen.commit(keys)
        seen.close()
    for number in range(2):
        file = (tmp_path / f"layer-{number:03}.bloom").read_bytes()[4096:]
        with redis.Redis.from_url(redis_url) as client:
            string = client.get(f"newsloom:seen:bits:{number + 1}:0")
        # Redis counts the bits of a byte from the left, and ends the string with the last bit that
        # was set.
        mirrored = bytes(int(f"{byte:08b}"[::-1], 2) for byte in file)
        assert mirrored.rstrip(b"\0") == string.rstrip(b"\0")


# Several processes, and their deaths


def _claim_all(url: str, owner: str, granted: "multiprocessing.Queue[list[int]]") -> None:
    seen = open_at(url)
    ours: list[int] = []
    for start in range(0, 600, 20):
        batch = range(start, start + 20)
        answers = seen.claim([key(number) for number in batch], owner, HOUR)
        ours += [number for number, answer in zip(batch, answers, strict=True) if answer]
        seen.commit([key(number) for number in ours[-5:]])
    granted.put(ours)


def test_each_key_is_granted_to_one_process(seen: Seen, state_url: str) -> None:
    results: multiprocessing.Queue[list[int]] = FORKED.Queue()
    processes = [
        FORKED.Process(target=_claim_all, args=(state_url, f"p{number}", results))
        for number in range(4)
    ]
    for process in processes:
        process.start()
    granted = [number for _ in processes for number in results.get(timeout=120)]
    for process in processes:
        process.join()
    # A false positive may cost a key at this rate; none is granted twice.
    assert len(granted) == len(set(granted))
    assert len(granted) >= 580


def _commit_for_ever(
    url: str, start: int, progress: "multiprocessing.connection.Connection"
) -> None:
    seen = open_at(url, capacity=50)
    while True:
        keys = [key(number) for number in range(start, start + 7)]
        seen.claim(keys, "x", HOUR)
        seen.commit(keys)
        seen.forget(keys[:1])
        seen.commit(keys[:1])
        start += 7
        progress.send(start)


def test_a_process_killed_in_the_middle_of_commits_loses_none(state_url: str) -> None:
    start = 0
    for round_number in range(4):
        receiver, sender = FORKED.Pipe(duplex=False)
        process = FORKED.Process(target=_commit_for_ever, args=(state_url, start, sender))
        process.start()
        sender.close()
        for _ in range(10 + 7 * round_number):
            start = receiver.recv()
        os.kill(process.pid or 0, signal.SIGKILL)
        process.join()
        try:
            while True:
                start = receiver.recv()
        except (EOFError, OSError):
            pass
        seen = open_at(state_url, capacity=50)
        assert all(seen.contains([key(number) for number in range(start)]))
        seen.commit([key(-round_number - 1)])
        seen.close()


def test_it_knows_which_page_an_entry_led_to(seen: Seen) -> None:
    assert seen.get_pages([]) == []
    seen.put_pages({key(1): key(11), key(2): key(12)}, HOUR)
    seen.put_pages({key(2): key(22)}, HOUR)
    assert seen.get_pages([key(1), key(3), key(2)]) == [key(11), "", key(22)]
    seen.put_pages({key(1): key(11)}, 1)
    deadline = time.monotonic() + 30
    while seen.get_pages([key(1)]) != [""]:
        assert time.monotonic() < deadline
