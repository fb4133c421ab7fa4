"""The simulated network itself: without it, the tests of the cluster would show nothing."""

import socket
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.cluster.cluster import CONTROLLER, SERVERS, WEB
from tests.cluster.network import Network

_PORT = 9_000
_SHORT_SECONDS = 1.0


@pytest.fixture
def pair(network: Network) -> Iterator[tuple[socket.socket, socket.socket]]:
    """Two ends of one connection: of the controller, and of the servers' host."""
    with network[SERVERS].inside():
        listening = socket.create_server((network[SERVERS].address, _PORT))
    with network[CONTROLLER].inside():
        near = socket.create_connection((network[SERVERS].address, _PORT), timeout=60)
    far, _ = listening.accept()
    with listening, near, far:
        far.settimeout(60)
        yield near, far


def test_a_connection_hangs_while_a_host_is_cut_off_and_then_goes_on(
    network: Network, pair: tuple[socket.socket, socket.socket]
) -> None:
    near, far = pair
    near.sendall(b"before")
    assert far.recv(6) == b"before"
    for host in (SERVERS, CONTROLLER):
        network.cut_off(host)
        near.sendall(b"during")
        far.settimeout(_SHORT_SECONDS)
        with pytest.raises(TimeoutError):
            far.recv(6)
        with network[CONTROLLER].inside(), pytest.raises(TimeoutError):
            socket.create_connection((network[SERVERS].address, _PORT), timeout=_SHORT_SECONDS)
        network.heal(host)
        far.settimeout(60)
        assert far.recv(6) == b"during"


def test_a_slow_line_delays_both_ways_and_loses_packets(
    network: Network, pair: tuple[socket.socket, socket.socket]
) -> None:
    near, far = pair
    network.slow_down(SERVERS, 0.4, 0.0)
    began = time.monotonic()
    near.sendall(b"?")
    assert far.recv(1) == b"?"
    half = time.monotonic()
    far.sendall(b"!")
    assert near.recv(1) == b"!"
    # A lower bound holds on any machine.
    assert half - began >= 0.2
    assert time.monotonic() - half >= 0.2
    with network[SERVERS].inside(), closing(_datagrams(network[SERVERS].address)) as heard:
        heard.settimeout(_SHORT_SECONDS)
        network.slow_down(SERVERS, 0.0, 0.5)
        with (
            network[CONTROLLER].inside(),
            closing(_datagrams(network[CONTROLLER].address)) as sender,
        ):
            for _ in range(200):
                sender.sendto(b".", heard.getsockname())
        assert 50 < _count(heard) < 150


def test_hosts_have_no_way_out_and_leave_the_machine_as_it_is(network: Network) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as own:
        for host in (CONTROLLER, WEB):
            with network[host].inside(), pytest.raises(OSError, match=r"refused|timed out"):
                socket.create_connection(own.getsockname(), timeout=_SHORT_SECONDS)
        socket.create_connection(own.getsockname(), timeout=60).close()
        with pytest.raises(OSError, match="assign"):
            socket.create_server((network[SERVERS].address, 0))


def _datagrams(address: str) -> socket.socket:
    heard = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    heard.bind((address, 0))
    return heard


def _count(heard: socket.socket) -> int:
    """Return how many datagrams come until there is a pause."""
    count = 0
    try:
        while True:
            heard.recv(16)
            count += 1
    except TimeoutError:
        return count
