"""A switch between simulated hosts: it passes their packets on, drops them or holds them back.

A program of its own instead of the kernel's bridge and ``tc netem``, because many kernels are built
without netem, and because everything is gone when its process ends.
"""

import heapq
import os
import random
import select
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

_MAX_BYTES = 65_535
_MAX_PAUSE_SECONDS = 0.2


@dataclass(frozen=True)
class Line:
    """What happens to each packet that a host sends or receives: seconds of delay, and the share
    that gets lost.
    """

    delay_seconds: float = 0.0
    loss: float = 0.0


LOST = Line(loss=1.0)
_GOOD = Line()


class Switch:
    """Passes IPv4 packets between TUN devices by their destination address, in a thread.

    The delays of sender and receiver add up. Packets keep their order as long as the delays stay
    the same.
    """

    def __init__(self, devices: Mapping[str, int], loopback: str, seed: int) -> None:
        """Take the devices.

        Args:
            devices: The file descriptor of each address's TUN device (without packet information).
                ``close`` closes them.
            loopback: The address whose host gets the packets for 127.0.0.0/8.
            seed: Of the chance by which packets get lost.
        """
        self._devices = dict(devices)
        self._loopback = loopback
        self._lines: dict[str, Line] = {}
        self._rng = random.Random(seed)
        self._held: list[tuple[float, int, int, bytes]] = []
        self._count = 0
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="switch", daemon=True)
        for device in self._devices.values():
            os.set_blocking(device, False)
        self._thread.start()

    def connect(self, address: str, line: Line = _GOOD) -> None:
        """Connect the host at an address by such a line from now on."""
        self._lines[address] = line

    def close(self) -> None:
        """Stop, and close the devices."""
        self._closing.set()
        self._thread.join()
        for device in self._devices.values():
            os.close(device)

    def _run(self) -> None:
        senders = {device: address for address, device in self._devices.items()}
        while not self._closing.is_set():
            wait = self._held[0][0] - time.monotonic() if self._held else _MAX_PAUSE_SECONDS
            ready, _, _ = select.select(
                list(senders), (), (), min(max(wait, 0.0), _MAX_PAUSE_SECONDS)
            )
            for device in ready:
                # Between the look and the reading nothing takes the packet away, but the device may
                # be shut down.
                with suppress(OSError):
                    self._accept(senders[device], os.read(device, _MAX_BYTES))
            while self._held and self._held[0][0] <= time.monotonic():
                _, _, device, packet = heapq.heappop(self._held)
                # A full device drops packets, as any switch does.
                with suppress(OSError):
                    os.write(device, packet)

    def _accept(self, sender: str, packet: bytes) -> None:
        receiver = _receiver(packet, self._loopback)
        device = self._devices.get(receiver)
        if device is None:
            return
        lines = [self._lines.get(address, _GOOD) for address in (sender, receiver)]
        if any(self._rng.random() < line.loss for line in lines):
            return
        self._count += 1
        due = time.monotonic() + sum(line.delay_seconds for line in lines)
        heapq.heappush(self._held, (due, self._count, device, packet))


def _receiver(packet: bytes, loopback: str) -> str:
    """Return the address that a packet goes to; empty for what is not IPv4 (RFC 791)."""
    if len(packet) < 20 or packet[0] >> 4 != 4:
        return ""
    destination = packet[16:20]
    return loopback if destination[0] == 127 else ".".join(str(number) for number in destination)
