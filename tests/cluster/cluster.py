"""A Newsloom on several simulated hosts: a controller, two workers, a host with all servers, and a
web to crawl.
"""

import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from fakeweb.web import FakeWeb
from storage.backends import open_pace, open_workers
from storage.database.port import SourceRecord
from testbed.servers import Beanstalkd, Elasticsearch, MariaDB, Redis, Server
from testbed.stack import Process, Stack
from tests.cluster.network import Host, Network

CONTROLLER, WORKERS, SERVERS, WEB = "controller", ("worker-1", "worker-2"), "servers", "web"
HOSTS = (CONTROLLER, *WORKERS, SERVERS, WEB)
_STORES: Mapping[str, Callable[[], Server]] = {
    "database": MariaDB,
    "queue": Beanstalkd,
    "seen": Redis,
    "documents": Elasticsearch,
}
_SECRET = "the same on all hosts of this test, and on no other one"
LOST_CONNECTIONS: Mapping[str, int] = {
    "ipv4/tcp_keepalive_time": 30,
    "ipv4/tcp_keepalive_intvl": 10,
    "ipv4/tcp_keepalive_probes": 3,
    "ipv4/tcp_retries2": 8,
}
"""As docs/ops.md says for the host of Beanstalkd: a worker that vanishes is noticed within two
minutes.
"""


class Cluster:
    """Roles on hosts that share nothing but the network; each has a Newsloom with a home of its
    own.
    """

    def __init__(
        self, network: Network, web: FakeWeb, machines: dict[str, Stack], outlook: str
    ) -> None:
        """``outlook`` is the host from which the stores are looked into."""
        self.network = network
        self._web = web
        self._machines = machines
        self._outlook = outlook
        self._controller = next(iter(machines))
        self._roles: dict[str, Process] = {}

    def __getitem__(self, name: str) -> Stack:
        """Return the Newsloom of a host."""
        return self._machines[name]

    def start(self, host: str, *role: str) -> None:
        """Start a role on a host."""
        with self.network[host].inside():
            self._roles[f"{role[0]} on {host}"] = self[host].start(*role)

    def run(self, host: str, *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run one command on a host to its end."""
        with self.network[host].inside():
            return self[host].run(*command, check=check)

    def ended(self) -> dict[str, int]:
        """Return the exit codes of roles that have ended."""
        codes = {name: role.poll() for name, role in self._roles.items()}
        return {name: code for name, code in codes.items() if code is not None}

    def add_sources(self, sources: Iterable[SourceRecord]) -> None:
        """Import sources on the controller."""
        with self.network[self._controller].inside():
            self[self._controller].add_sources(sources)

    def count(self) -> int:
        """Return the number of stored documents."""
        with self.stores() as stack:
            return stack.count()

    def is_idle(self) -> bool:
        """Return whether no job waits for its run, or for its end."""
        with self.stores() as stack:
            return stack.idle()

    def live_workers(self) -> int:
        """Return how many workers the monitor would show."""
        with (
            self.stores() as stack,
            closing(open_pace(stack.settings)) as pace,
            closing(open_workers(stack.settings)) as workers,
        ):
            return len(workers.alive(pace.now()))

    @contextmanager
    def stores(self) -> Iterator[Stack]:
        """Look into the stores from a host that reaches them, whatever happens to the others."""
        with self.network[self._outlook].inside():
            yield self[self._controller]

    @contextmanager
    def web(self) -> Iterator[FakeWeb]:
        """Control the web from its own host."""
        with self.network[WEB].inside():
            yield self._web

    def logs(self) -> str:
        """Return the ends of all logs, for the message of a failed test."""
        return "\n".join(
            f"==== {name}\n{machine.logs()}" for name, machine in self._machines.items()
        )

    def stop(self) -> list[int]:
        """Stop all roles in good order; return their exit codes."""
        return [code for machine in self._machines.values() for code in machine.stop()]


@contextmanager
def running(
    home: Path,
    network: Network,
    web: FakeWeb,
    servers: Sequence[Server],
    machines: Sequence[str] = (CONTROLLER, *WORKERS),
    outlook: str = SERVERS,
    **settings: Any,
) -> Iterator[Cluster]:
    """Give a cluster whose servers run; end its roles afterwards.

    ``machines`` are the hosts that run roles, the first one is the controller.
    """
    stores = {name: server.url for name, server in zip(_STORES, servers, strict=True)}
    for name in machines:
        network[name].send_loopback_out()
    stacks = {name: Stack(home / name, stores, SECRET_KEY=_SECRET, **settings) for name in machines}
    cluster = Cluster(network, web, stacks, outlook)
    try:
        yield cluster
    finally:
        cluster.stop()


@contextmanager
def started_servers(*hosts: Host) -> Iterator[list[Server]]:
    """Start all servers at the same time: database, queue, Redis and documents, each on a host of
    its own, or all on one.

    Raises:
        ServerUnavailable: One of them cannot be had on this machine.
    """
    for host in hosts:
        for setting, value in LOST_CONNECTIONS.items():
            host.set(setting, value)

    def start(server: Server, host: Host) -> None:
        server.host = host.address
        with host.inside():
            server.start()

    with ExitStack() as opened:
        servers: list[Server] = [opened.enter_context(closing(kind())) for kind in _STORES.values()]
        places = hosts if len(hosts) > 1 else hosts * len(servers)
        with ThreadPoolExecutor(len(servers)) as threads:
            list(threads.map(start, servers, places))
        yield servers
