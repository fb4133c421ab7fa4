"""What the filters do when a server or a file is lost, damaged, shared or very large."""

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from storage.backends import open_counters, open_seen, open_traces, open_written
from storage.errors import Refused, SettingsError, Unavailable
from storage.seen.port import Validators
from storage.settings import Settings
from storage.traces.steps import Recorded, Step, StepKind
from testbed.servers import Redis
from tests.contract.test_seen import HOUR, key, open_at


def test_a_restarted_redis_is_taken_up_again_with_its_data(own_redis: Redis) -> None:
    seen = open_at(own_redis.url)
    seen.commit([key(1)])
    seen.claim([key(2)], "a", HOUR)
    own_redis.stop()
    with pytest.raises(Unavailable, match=f"127.0.0.1:{own_redis.port}"):
        seen.contains([key(1)])
    own_redis.start()
    assert seen.contains([key(1), key(2)]) == [True, False]
    assert seen.claim([key(2)], "b", HOUR) == [False]
    own_redis.restart()
    seen.commit([key(3)])
    assert seen.contains([key(1), key(3)]) == [True, True]
    seen.close()


def test_a_redis_that_lost_everything_starts_again(own_redis: Redis) -> None:
    import redis

    seen = open_at(own_redis.url)
    seen.commit([key(1)])
    with redis.Redis.from_url(own_redis.url) as client:
        client.flushall()
        client.script_flush()
    assert seen.contains([key(1)]) == [False]
    seen.commit([key(2)])
    assert seen.contains([key(1), key(2)]) == [False, True]
    assert seen.info().layers == 1
    seen.close()


def test_what_lacks_its_replica_takes_writes_again_later_also_those_of_pipelines(
    own_redis: Redis,
) -> None:
    import redis

    settings = Settings(state_url=own_redis.url)
    step = Step(
        kind=StepKind.SETTLED, at=time.time(), url="http://a/", source_id=1, outcome="stored"
    )
    with (
        redis.Redis.from_url(own_redis.url) as client,
        closing(open_seen(settings)) as seen,
        closing(open_counters(settings)) as counters,
        closing(open_written(settings)) as written,
        closing(open_traces(settings)) as traces,
    ):
        writes: tuple[Callable[[], object], ...] = (
            lambda: seen.commit([key(1)]),
            lambda: counters.record_gauges(step.at, {"page ready": 1}),
            lambda: written.append(["document"]),
            lambda: traces.record([Recorded(keys=(key(1),), step=step)], []),
        )
        client.config_set("min-replicas-to-write", 1)
        for write in writes:
            with pytest.raises(Unavailable, match="NOREPLICAS"):
                write()
        client.config_set("min-replicas-to-write", 0)
        for write in writes:
            write()
        assert (seen.contains([key(1)]), len(traces.read(key(1)).steps)) == ([True], 1)


def test_prefixes_keep_two_installations_apart(redis_url: str) -> None:
    import redis

    one, two = open_at(f"{redis_url}?prefix=one:"), open_at(f"{redis_url}?prefix=two:")
    one.commit([key(1)])
    one.claim([key(2)], "a", HOUR)
    assert two.contains([key(1)]) == [False]
    assert two.claim([key(2)], "b", HOUR) == [True]
    one.close()
    two.close()
    with redis.Redis.from_url(redis_url) as client:
        assert {name.split(b":")[0] for name in client.scan_iter()} == {b"one", b"two"}
    with pytest.raises(SettingsError, match="prefix"):
        open_at(f"{redis_url}?prefix=*")


def test_a_large_layer_is_spread_over_several_strings(redis_url: str) -> None:
    import redis

    seen = open_at(redis_url, capacity=30_000_000, error_rate=1e-4)
    keys = [key(number) for number in range(300)]
    seen.commit(keys)
    assert all(seen.contains(keys))
    assert not any(seen.contains([key(number) for number in range(300, 600)]))
    with redis.Redis.from_url(redis_url) as client:
        sizes = [client.strlen(name) for name in client.keys("newsloom:seen:bits:*")]
    assert len(sizes) == -(-seen.info().bits // 2**27)
    assert max(sizes) <= 2**24
    seen.close()


def test_a_redis_that_is_not_there_and_a_wrong_password(own_redis: Redis) -> None:
    with pytest.raises(Unavailable):
        open_at("redis://127.0.0.1:1/0").contains([key(1)])
    with pytest.raises(Unavailable):
        open_at("redis://127.0.0.1:1/0").get_validators(["http://a/"])
    with pytest.raises(Refused):
        open_at(own_redis.url.replace("redis://", "redis://user:secret@")).info()


def test_a_damaged_layer_is_refused_not_read(tmp_path: Path) -> None:
    seen = open_at(f"local://{tmp_path}")
    seen.commit([key(1)])
    seen.close()
    [layer] = tmp_path.glob("layer-*.bloom")
    layer.write_bytes(layer.read_bytes()[:-1])
    with pytest.raises(Refused, match="damaged"):
        open_at(f"local://{tmp_path}").contains([key(1)])
    layer.write_bytes(b"")
    with pytest.raises(Refused, match="damaged"):
        open_at(f"local://{tmp_path}").contains([key(1)])


def test_half_a_layer_left_by_a_killed_process_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "layer-000.part").write_bytes(b"half")
    seen = open_at(f"local://{tmp_path}")
    seen.commit([key(1)])
    assert seen.contains([key(1)]) == [True]
    seen.close()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises((Refused, Unavailable), match="file/seen"):
        open_at(f"local://{tmp_path}/file/seen").contains([key(1)])
    with pytest.raises(SettingsError, match="has no path"):
        open_at("local:///")


def test_a_clock_that_is_set_back_lengthens_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_800_000_000.0
    monkeypatch.setattr("storage.seen.local.unix_time", lambda _rows: now)
    with closing(open_at(f"local://{tmp_path}")) as seen:
        seen.claim([key(1)], "a", HOUR)
        seen.put_validators({"u": Validators(etag="e")}, HOUR)
        seen.put_unread_page("l", 3, HOUR)
        now -= 30 * 86_400
        assert seen.claim([key(1)], "b", HOUR) == [False]
        assert (seen.get_validators(["u"]), seen.get_unread_page("l")) == (
            [Validators(etag="e")],
            3,
        )
        now += HOUR + 2
        assert seen.claim([key(1)], "b", HOUR) == [True]
        assert (seen.get_validators(["u"]), seen.get_unread_page("l")) == ([None], 0)
