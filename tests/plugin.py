"""Fixtures that give tests real servers, and the summary of tests that had to do without.

`mariadb`, `redis_server`, `redis_cluster`, `beanstalkd`, `elasticsearch`, `secure_elasticsearch`:
address of what all tests share. `mysql_url`, `redis_url`, `redis_cluster_url`, `beanstalkd_url`,
`elasticsearch_url`: an address with nothing in it. `clock`: a clock that jumps, for the processes
of the test. `own_mariadb`, `own_redis`, `own_beanstalkd`, `own_elasticsearch`: a server that the
test may kill and restart.
"""

import gc
import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

from testbed.servers import Beanstalkd, Elasticsearch, MariaDB, Redis, Server, ServerUnavailable
from testbed.servers.dovecot import Dovecot
from testbed.servers.errors import IN_CI
from testbed.servers.fleet import Addresses, Fleet, FleetClient, serve
from testbed.servers.forwarder import Forwarder
from testbed.servers.namespaces import fresh_database, fresh_indices, fresh_key_space, fresh_prefix
from testbed.servers.redis_cluster import RedisCluster
from testbed.servers.replication import ReplicatedMariaDB, Switch
from testbed.servers.sentinel import SERVICE, RedisSentinel
from tests.faults.surroundings import Clock

_NOT_RUN = "server not available: "
_ADVICE = "try `python -m testbed.servers install`"
_ADDRESSES: pytest.StashKey[Addresses] = pytest.StashKey()
_T = TypeVar("_T")
_S = TypeVar("_S", bound=Server)
_WORKER_INPUT: pytest.StashKey[dict[str, str]] = pytest.StashKey()
_MAX_WORKERS = 8

# How many examples hypothesis makes up: `make test-all` asks for the full profile. No test measures
# time.
_QUIET = (HealthCheck.too_slow,)
settings.register_profile(
    "quick", settings(), max_examples=30, deadline=None, suppress_health_check=_QUIET
)
settings.register_profile(
    "full", settings(), max_examples=150, deadline=None, suppress_health_check=_QUIET
)
settings.load_profile("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--no-servers", action="store_true", help="skip every test that needs a real server"
    )
    parser.addoption(
        "--minutes",
        default=0.0,
        type=float,
        help="how long `make hostile` and `make soak` run, on each profile",
    )


def pytest_configure(config: pytest.Config) -> None:
    given = getattr(config, "workerinput", None)
    if given is not None:
        config.stash[_ADDRESSES] = FleetClient(
            given["fleet_address"], bytes.fromhex(given["fleet_key"])
        )
        return
    stack = ExitStack()
    config.add_cleanup(stack.close)
    fleet = Fleet()
    stack.callback(fleet.close)
    config.stash[_ADDRESSES] = fleet
    address, key = stack.enter_context(serve(fleet))
    config.stash[_WORKER_INPUT] = {"fleet_address": address, "fleet_key": key.hex()}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return the number of workers for ``-n auto``: two for each core, because most tests wait for
    servers.
    """
    each = 1 if config.getoption("--no-servers") else 2
    return min(each * (os.cpu_count() or 1), _MAX_WORKERS)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Spread tests as tests/distribution.py says, whatever ``--dist`` asks for."""
    from tests.distribution import ByModule

    return ByModule(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Spare the modules and items of a run the garbage collector, while they are made and after."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    from tests.distribution import long_tests_first

    long_tests_first(items)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput.update(node.config.stash[_WORKER_INPUT])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    missing: dict[str, list[str]] = defaultdict(list)
    for report in terminalreporter.getreports("skipped"):
        text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if _NOT_RUN in text:
            missing[text.partition(_NOT_RUN)[2]].append(report.nodeid)
    for reason, tests in missing.items():
        line = f"!!! {len(tests)} TESTS DID NOT RUN ({reason}): {', '.join(tests)}"
        terminalreporter.write_line(line, red=True, bold=True)


def obtain(config: pytest.Config, get: Callable[[], _T]) -> _T:
    """What `get` gives; skips the test, or fails it under CI, when the server cannot be had."""
    if config.getoption("--no-servers"):
        pytest.skip("--no-servers")
    try:
        return get()
    except ServerUnavailable as error:
        if IN_CI:
            pytest.fail(f"{_NOT_RUN}{error}; {_ADVICE}", pytrace=False)
        pytest.skip(f"{_NOT_RUN}{error}; {_ADVICE}")


def _shared(config: pytest.Config, name: str) -> str:
    return obtain(config, lambda: config.stash[_ADDRESSES].url(name))


def _own(config: pytest.Config, kind: type[_S]) -> Iterator[_S]:
    with closing(kind()) as server:
        obtain(config, server.start)
        yield server


@pytest.fixture
def clock(pytestconfig: pytest.Config, tmp_path: Path) -> Clock:
    """A clock that jumps, or a skip without libfaketime."""
    return obtain(pytestconfig, lambda: Clock(tmp_path))


@pytest.fixture(scope="session")
def mariadb(pytestconfig: pytest.Config) -> str:
    return _shared(pytestconfig, "mariadb")


@pytest.fixture(scope="session")
def redis_server(pytestconfig: pytest.Config) -> str:
    return _shared(pytestconfig, "redis")


@pytest.fixture(scope="session")
def redis_cluster(pytestconfig: pytest.Config) -> str:
    return _shared(pytestconfig, "redis-cluster")


@pytest.fixture(scope="session")
def beanstalkd(pytestconfig: pytest.Config) -> str:
    return _shared(pytestconfig, "beanstalkd")


@pytest.fixture(scope="session")
def elasticsearch(pytestconfig: pytest.Config) -> str:
    return _shared(pytestconfig, "elasticsearch")


@pytest.fixture(scope="session")
def secure_elasticsearch(pytestconfig: pytest.Config) -> str:
    return _shared(pytestconfig, "secure-elasticsearch")


@pytest.fixture(scope="module")
def mysql_url(mariadb: str) -> Iterator[str]:
    """A database of its own for the test module."""
    with fresh_database(mariadb) as url:
        yield url


@pytest.fixture
def redis_url(redis_server: str) -> Iterator[str]:
    """An empty Redis database for the test."""
    with fresh_key_space(redis_server) as url:
        yield url


@pytest.fixture
def redis_cluster_url(redis_cluster: str) -> Iterator[str]:
    """An address in the Redis Cluster with a prefix for the test."""
    with fresh_prefix(redis_cluster) as url:
        yield url


@pytest.fixture
def elasticsearch_url(elasticsearch: str) -> Iterator[str]:
    """An index prefix for the test, as the path of the address."""
    with fresh_indices(elasticsearch) as url:
        yield url


@pytest.fixture
def beanstalkd_url(own_beanstalkd: Beanstalkd) -> str:
    """An empty Beanstalkd for the test: tubes cannot be emptied, but a new process starts in
    milliseconds.
    """
    return own_beanstalkd.url


@pytest.fixture
def own_mariadb(pytestconfig: pytest.Config) -> Iterator[MariaDB]:
    yield from _own(pytestconfig, MariaDB)


@pytest.fixture
def mariadb_switch(pytestconfig: pytest.Config) -> Iterator[Switch]:
    """Two servers, of which the second follows the first, and the address of the primary."""
    with ExitStack() as started:
        first = started.enter_context(closing(ReplicatedMariaDB(1)))
        obtain(pytestconfig, first.start)
        second = started.enter_context(closing(ReplicatedMariaDB(2, first.password)))
        obtain(pytestconfig, second.start)
        second.follow(first)
        yield Switch(first, second, started.enter_context(closing(Forwarder(first.port))))


@pytest.fixture
def own_redis(pytestconfig: pytest.Config) -> Iterator[Redis]:
    yield from _own(pytestconfig, Redis)


@pytest.fixture
def redis_masters(pytestconfig: pytest.Config) -> Iterator[tuple[str, Redis]]:
    """The address of three Sentinels, and the master that they watch; it has a replica."""
    with ExitStack() as started:
        master = started.enter_context(closing(Redis()))
        obtain(pytestconfig, master.start)
        replica = started.enter_context(closing(Redis(master)))
        obtain(pytestconfig, replica.start)
        sentinels = [
            started.enter_context(closing(RedisSentinel(master, quorum=2))) for _ in range(3)
        ]
        for each in sentinels:
            obtain(pytestconfig, each.start)
        hosts = ",".join(f"127.0.0.1:{each.port}" for each in sentinels)
        yield f"redis+sentinel://{hosts}/{SERVICE}/0", master


@pytest.fixture
def own_redis_cluster(pytestconfig: pytest.Config) -> Iterator[RedisCluster]:
    """Three masters, each with a replica."""
    with closing(RedisCluster(replicas=1)) as cluster:
        obtain(pytestconfig, cluster.start)
        yield cluster


@pytest.fixture
def own_dovecot(pytestconfig: pytest.Config) -> Iterator[Dovecot]:
    yield from _own(pytestconfig, Dovecot)


@pytest.fixture
def own_beanstalkd(pytestconfig: pytest.Config) -> Iterator[Beanstalkd]:
    yield from _own(pytestconfig, Beanstalkd)


@pytest.fixture
def own_elasticsearch(pytestconfig: pytest.Config) -> Iterator[Elasticsearch]:
    yield from _own(pytestconfig, Elasticsearch)
