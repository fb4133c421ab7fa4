"""A fixed address in front of a server, which can lead elsewhere, fall silent or be closed."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from urllib.parse import urlsplit

from testbed.servers.process import free_port


class Forwarder:
    """A TCP address that leads to one port, and to another one after ``move``."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._open: list[socket.socket] = []
        self._silent: set[socket.socket] = set()
        self.port = free_port()
        self.listen()

    def listen(self) -> None:
        """Take connections, also again after ``close``, as a server does that was started again."""
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def move(self, target: int) -> None:
        """Lead new connections to another port. Connections that are open stay where they are."""
        self._target = target

    def silence(self) -> None:
        """Pass nothing on over the connections that are open, as if the machine behind them were
        gone.
        """
        self._silent.update(self._open)

    def close(self) -> None:
        """Take no more connections, and cut those that are open, like a server that is killed."""
        for each in (self._listener, *self._open):
            _end(each)
        self._open.clear()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                client = listener.accept()[0]
                try:
                    server = socket.create_connection(("127.0.0.1", self._target))
                except OSError:
                    _end(client)
                    continue
                self._open += client, server
                for source, target in ((client, server), (server, client)):
                    threading.Thread(
                        target=self._pass_on, args=(source, target), daemon=True
                    ).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                if source not in self._silent:
                    target.sendall(data)
        for each in (source, target):
            _end(each)


def _end(each: socket.socket) -> None:
    with suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)
    each.close()


@contextmanager
def in_front_of(url: str) -> Iterator[tuple[Forwarder, str]]:
    """Yield a forwarder to the server at an address, and the address that leads through it.

    It goes away and comes back at once, where a server of the test's own takes many seconds of the
    processor for each start.
    """
    port = urlsplit(url).port or 0
    with closing(Forwarder(port)) as forwarder:
        yield forwarder, url.replace(f":{port}", f":{forwarder.port}", 1)
