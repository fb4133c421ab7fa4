"""Redis with an append-only file."""

import socket
from collections.abc import Sequence

from tests.servers.process import Server, require


class Redis(Server):
    """A Redis whose data outlives `kill()`; many databases, so that every test can have its own."""

    name = "redis"
    program = "redis-server"
    packages = "redis-server"
    databases = 1024

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> Sequence[str]:
        options = {
            "port": self.port,
            "bind": "127.0.0.1",
            "dir": self.folder,
            "appendonly": "yes",
            "save": "",
            "databases": self.databases,
        }
        pairs = [(f"--{name}", str(value)) for name, value in options.items()]
        return [require(self.program, self.packages), *(word for pair in pairs for word in pair)]

    def answers(self) -> bool:
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(64).startswith(b"+PONG")
