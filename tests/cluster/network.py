"""Several hosts on one machine: network namespaces that only a switch connects.

The namespaces have no names and the machine's own network stays as it is, so nothing has to be
removed: all is gone with the processes that use it.
"""

import ctypes
import fcntl
import os
import shutil
import struct
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.cluster.switch import LOST, Line, Switch

_NETWORK = "198.18.0.{}"
"""RFC 2544 keeps these addresses for tests of networks."""
_NEW_NETWORK = 0x40000000  # CLONE_NEWNET
_SET_DEVICE = 0x400454CA  # TUNSETIFF
_PLAIN_TUN = 0x0001 | 0x1000  # IFF_TUN | IFF_NO_PI
_DEVICE = "uplink"
_OWN_NAMESPACE = "/proc/thread-self/ns/net"
_libc = ctypes.CDLL(None, use_errno=True)


class NetworkUnavailable(Exception):
    """This machine allows no simulated hosts; the message says why."""


class Host:
    """One simulated host: a network namespace with its own loopback and one address."""

    def __init__(self, name: str, address: str) -> None:
        self.name = name
        self.address = address
        with ThreadPoolExecutor(1) as own_thread:
            self._namespace, self.device = own_thread.submit(self._create).result()

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Be on this host: what this thread connects, listens to and starts in the block belongs to
        it.
        """
        outside = os.open(_OWN_NAMESPACE, os.O_RDONLY)
        try:
            _enter(self._namespace)
            try:
                yield
            finally:
                _enter(outside)
        finally:
            os.close(outside)

    def send_loopback_out(self) -> None:
        """Let packets to 127.0.0.0/8 leave the host.

        Newsloom takes ``*.localhost`` for loopback without asking a name server, and so the sites
        of the fake web are at 127.0.0.1. On a host without servers of its own, that may be another
        host.
        """
        with self.inside():
            _ip("address", "del", "127.0.0.1/8", "dev", "lo")
            _ip("route", "add", "127.0.0.0/8", "dev", _DEVICE, "src", self.address)

    def set(self, setting: str, value: int) -> None:
        """Change a network setting of the host's kernel, such as ``ipv4/tcp_keepalive_time``."""
        with self.inside():
            _set(setting, value)

    def close(self) -> None:
        """Forget the namespace; it ends with its last process."""
        os.close(self._namespace)

    def _create(self) -> tuple[int, int]:
        """Run in a thread that ends: it moves to the new namespace for good."""
        if _libc.unshare(_NEW_NETWORK):
            raise NetworkUnavailable(
                f"network namespaces: {os.strerror(ctypes.get_errno())}; they need root"
            )
        device = _open_device()
        _set("ipv4/conf/all/route_localnet", 1)
        _ip("link", "set", "lo", "up")
        _ip("address", "add", f"{self.address}/24", "dev", _DEVICE)
        _ip("link", "set", _DEVICE, "up")
        return os.open(_OWN_NAMESPACE, os.O_RDONLY), device


class Network:
    """Hosts by name, each reachable by all others until it is cut off."""

    def __init__(self, names: Sequence[str], loopback: str, seed: int = 1) -> None:
        """Create the hosts.

        Args:
            names: The names of the hosts.
            loopback: The host that others reach at 127.0.0.1 after their ``send_loopback_out``.
            seed: Of the chance by which packets get lost.

        Raises:
            NetworkUnavailable: This machine does not allow it.
        """
        self._hosts = {
            name: Host(name, _NETWORK.format(number)) for number, name in enumerate(names, 1)
        }
        devices = {host.address: host.device for host in self._hosts.values()}
        self._switch = Switch(devices, self[loopback].address, seed)

    def __getitem__(self, name: str) -> Host:
        return self._hosts[name]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._switch.close()
        for host in self._hosts.values():
            host.close()

    def cut_off(self, name: str) -> None:
        """Lose every packet from and to a host: connections are neither closed nor refused, they
        hang.
        """
        self._switch.connect(self[name].address, LOST)

    def slow_down(self, name: str, round_trip_seconds: float, loss: float) -> None:
        """Make every answer from or to a host take so long, and lose this share of the packets."""
        self._switch.connect(self[name].address, Line(round_trip_seconds / 2, loss))

    def heal(self, name: str) -> None:
        """Connect a host well again."""
        self._switch.connect(self[name].address)


def _open_device() -> int:
    try:
        device = os.open("/dev/net/tun", os.O_RDWR | os.O_CLOEXEC)
        fcntl.ioctl(device, _SET_DEVICE, struct.pack("16sH22x", _DEVICE.encode(), _PLAIN_TUN))
    except OSError as error:
        raise NetworkUnavailable(f"TUN devices: {error}") from error
    return device


def _set(setting: str, value: int) -> None:
    Path(f"/proc/sys/net/{setting}").write_text(str(value))


def _enter(namespace: int) -> None:
    if _libc.setns(namespace, _NEW_NETWORK):
        raise OSError(ctypes.get_errno(), "cannot enter a network namespace")


def _ip(*arguments: str) -> None:
    program = shutil.which("ip", path="/usr/sbin:/sbin:" + os.environ.get("PATH", ""))
    if program is None:
        raise NetworkUnavailable("no ip on this machine: install iproute2")
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    if done.returncode:
        raise NetworkUnavailable(f"ip {' '.join(arguments)}: {done.stderr.strip()}")
