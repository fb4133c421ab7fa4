"""The queue on several Beanstalkds: what only several servers can show.

The port's contract runs on them too.
"""

import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduler.errors import QueueUnavailable
from scheduler.queue.backends import open_queue
from scheduler.queue.draining import Drain
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE, NewJob, Queue
from scheduler.queue.rendezvous import ranked
from storage.settings import Settings
from testbed.servers import Beanstalkd
from testbed.stack import Stack
from tests.command_line import CommandLine
from tests.conftest import obtain
from tests.contract.test_queue import counts, take
from tests.processes import FORKED

HOSTS = [f"site-{number}.example" for number in range(30)]
ADDRESSES = st.lists(
    st.sampled_from([f"queue-{number}:11300" for number in range(9)]), min_size=1, unique=True
)
MOVED_AT_ONCE = 2_000


@pytest.fixture
def servers(pytestconfig: pytest.Config) -> Iterator[list[Beanstalkd]]:
    with ExitStack() as stack:
        started = []
        for _ in range(3):
            server = stack.enter_context(closing(Beanstalkd()))
            obtain(pytestconfig, server.start)
            started.append(server)
        yield started


@pytest.fixture
def queue(servers: list[Beanstalkd]) -> Iterator[Queue]:
    with closing(opened(servers)) as queue:
        yield queue


def address(server: Beanstalkd) -> str:
    return f"127.0.0.1:{server.port}"


def url(servers: Sequence[Beanstalkd]) -> str:
    return f"beanstalkd://{','.join(address(server) for server in servers)}"


def opened(servers: Sequence[Beanstalkd]) -> Queue:
    return open_queue(Settings(queue_url=url(servers)))


def body(host: str, number: int = 0) -> str:
    return json.dumps({"url": f"http://{host}/{number}"})


def put_for_all(queue: Queue, each: int = 1) -> set[str]:
    bodies = [body(host, number) for number in range(each) for host in HOSTS]
    queue.put(PAGE_TUBE, [NewJob(body=text) for text in bodies])
    return set(bodies)


def bodies_on(server: Beanstalkd) -> list[str]:
    """Return the bodies of the ready jobs on one server."""
    with closing(opened([server])) as alone:
        return [job.body for job in take(alone, limit=10_000)]


def take_all(queue: Queue) -> list[str]:
    """Delete all ready jobs; return their bodies."""
    found = []
    while jobs := take(queue, limit=500):
        found += [job.body for job in jobs if queue.delete(job)]
    return found


@given(key=st.text(), addresses=ADDRESSES)
def test_a_new_server_takes_keys_and_moves_no_others(key: str, addresses: list[str]) -> None:
    *before, new = addresses
    order = ranked(key, addresses)
    assert sorted(order) == sorted(addresses)
    assert [each for each in order if each != new] == ranked(key, before)


def test_the_jobs_of_a_host_are_together_and_hosts_are_spread(
    queue: Queue, servers: list[Beanstalkd]
) -> None:
    put_for_all(queue, each=4)
    queue.put(LIST_TUBE, [NewJob(body=body(HOSTS[0]))])
    places = defaultdict(set)
    for server in servers:
        found = bodies_on(server)
        assert len(found) >= 4 * 3
        for text in found:
            places[json.loads(text)["url"].split("/")[2]].add(server.port)
    assert {len(ports) for ports in places.values()} == {1}
    assert len(places) == len(HOSTS)


def test_a_job_waits_on_the_server_of_the_host_that_it_asks(
    queue: Queue, servers: list[Beanstalkd]
) -> None:
    """A list that has moved asks another host than that of its address."""
    moved = [{"url": f"http://{HOSTS[0]}/", "moved_to": f"http://{host}/"} for host in HOSTS]
    queue.put(PAGE_TUBE, [NewJob(body=json.dumps(job)) for job in moved])
    found = [len(bodies_on(server)) for server in servers]
    assert sum(found) == len(HOSTS)
    assert min(found) > 0


def test_workers_take_equal_shares_and_then_what_is_left(queue: Queue) -> None:
    put_for_all(queue)
    shares = Counter(job.id.partition("/")[0] for job in take(queue, limit=9))
    assert sorted(shares.values()) == [3, 3, 3]
    assert len(take(queue, limit=500)) == len(HOSTS) - 9
    assert take(queue, limit=1, wait=0.2) == []


def test_without_one_server_everything_else_goes_on(
    queue: Queue, servers: list[Beanstalkd]
) -> None:
    first = put_for_all(queue)
    held = take(queue, limit=9)
    [lost] = [server for server in servers if held[0].id.startswith(address(server))]
    lost.kill()
    for job in held:
        assert queue.delete(job) is not job.id.startswith(address(lost))
    assert queue.away() == [address(lost)]
    done = {job.body for job in held if not job.id.startswith(address(lost))}
    second = put_for_all(queue, each=2) - first
    found = take_all(queue)
    # What is put meanwhile goes elsewhere, also for the hosts of the lost server.
    assert second <= {*found}
    assert len(done) == 6

    lost.start()
    while counts(queue)[0] == 0 or queue.away():
        time.sleep(0.1)
    found += take_all(queue)
    assert {*found} | done == first | second
    # The first jobs of the hosts that were put again elsewhere are the only ones that come twice.
    assert max(Counter(found).values()) <= 2


def test_without_any_server_calls_raise_until_one_is_back(
    queue: Queue, servers: list[Beanstalkd]
) -> None:
    put_for_all(queue)
    for server in servers:
        server.kill()
    for _ in range(2):
        with pytest.raises(QueueUnavailable):
            take(queue)
        with pytest.raises(QueueUnavailable):
            queue.put(PAGE_TUBE, [NewJob(body=body(HOSTS[0]))])
        with pytest.raises(QueueUnavailable):
            queue.stats()
    servers[1].start()
    assert take(queue)
    assert {*queue.away()} == {address(servers[0]), address(servers[2])}


def test_buried_jobs_of_all_servers_are_read_kicked_and_dropped(queue: Queue) -> None:
    put_for_all(queue)
    for index, job in enumerate(take(queue, limit=100)):
        assert queue.bury(job, "odd" if index % 2 else "even")
    assert len(list(queue.buried(PAGE_TUBE, 100))) == len(HOSTS)
    assert len(list(queue.buried(PAGE_TUBE, 7))) == 7
    odd = [job.id for job in queue.buried(PAGE_TUBE, 100) if job.code == "odd"]
    assert queue.retry(PAGE_TUBE, ["nowhere:1/1", *odd[:5]]) == odd[:5]
    assert {job.id for job in queue.waiting(PAGE_TUBE, 100)}.isdisjoint(odd)
    assert queue.find(PAGE_TUBE, odd[5])
    assert queue.remove(PAGE_TUBE, odd[5:6]) == odd[5:6]
    assert queue.kick(PAGE_TUBE, 9) == 9
    assert queue.drop_buried(PAGE_TUBE, 10) == 10
    assert counts(queue) == (14, 0, 0, 5)


def test_draining_moves_every_job_as_it_was(queue: Queue, servers: list[Beanstalkd]) -> None:
    leaving, *others = servers
    with closing(opened([leaving])) as alone:
        names = ["ready", "failed", "buried", "held"]
        alone.put(
            PAGE_TUBE, [NewJob(body=body(name), priority=index) for index, name in enumerate(names)]
        )
        alone.put(PAGE_TUBE, [NewJob(body=body("delayed"), delay_seconds=500, ttr_seconds=77)])
        alone.put(LIST_TUBE, [NewJob(body="no job")])
        ready, failed, buried, held = take(alone, limit=4)
        alone.release(ready, 0, failed=False)
        alone.release(failed, 400, failed=True)
        alone.bury(buried, "why: it is so")
        with closing(Drain(address(leaving), [address(each) for each in others])) as drain:
            assert drain.move() == 5
            assert drain.count_reserved() == 1
            assert alone.delete(held)
            assert (drain.move(), drain.count_reserved()) == (0, 0)
        assert [counts(alone, tube) for tube in (LIST_TUBE, PAGE_TUBE)] == [(0, 0, 0, 0)] * 2
    with closing(opened(others)) as left:
        assert [counts(left, tube) for tube in (LIST_TUBE, PAGE_TUBE)] == [
            (1, 0, 0, 0),
            (1, 2, 0, 1),
        ]
        assert [job.body for job in take(left)] == [body("ready")]
        assert [(job.body, job.reason) for job in left.buried(PAGE_TUBE, 5)] == [
            (body("buried"), "why: it is so")
        ]


def test_a_drain_that_is_killed_loses_nothing(servers: list[Beanstalkd]) -> None:
    leaving, *others = servers
    addresses = [address(each) for each in others]
    bodies = {body(f"host-{number % 40}.example", number) for number in range(MOVED_AT_ONCE)}
    with closing(opened([leaving])) as alone:
        alone.put(PAGE_TUBE, [NewJob(body=text) for text in bodies])
    process = FORKED.Process(target=drain_once, args=(address(leaving), addresses))
    process.start()
    with closing(opened(others)) as left:
        while sum(counts(left)) < MOVED_AT_ONCE / 20:
            time.sleep(0.01)
        process.kill()
        process.join()
        drain_once(address(leaving), addresses)
        found = take_all(left)
    assert {*found} == bodies
    assert len(found) <= len(bodies) + 1


def drain_once(leaving: str, others: list[str]) -> None:
    with closing(Drain(leaving, others)) as drain:
        while drain.move() or drain.count_reserved():
            time.sleep(0.05)


def test_the_command_drains_a_server_that_the_settings_no_longer_name(
    servers: list[Beanstalkd], tmp_path: Path
) -> None:
    leaving, *others = servers
    with closing(opened([leaving])) as alone:
        alone.put(PAGE_TUBE, [NewJob(body=body(host)) for host in HOSTS])
    for named, code, says in (
        (servers, 1, "still in NEWSLOOM_QUEUE_URL"),
        ([], 1, "names no Beanstalkd"),
        (others, 0, f"{address(leaving)} is empty; jobs moved: {len(HOSTS)}"),
    ):
        stores = {"queue": url(named)} if named else {}
        answer = CommandLine(Stack(tmp_path, stores)).run(
            "queue", "drain", address(leaving), check=False
        )
        assert (answer.returncode, says in answer.stdout + answer.stderr) == (code, True), answer
    with closing(opened(others)) as left:
        assert {*take_all(left)} == {body(host) for host in HOSTS}
