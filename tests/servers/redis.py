"""Redis with an append-only file."""

import socket
from collections.abc import Mapping, Sequence

from tests.servers.process import Server, require


class Redis(Server):
    """A Redis whose data outlives `kill()`; many databases, so that every test can have its own."""

    name = "redis"
    program = "redis-server"
    packages = "redis-server"
    databases = 1024

    def __init__(self, master: "Redis | None" = None) -> None:
        """Follow a master as its replica, or be one."""
        super().__init__()
        self._master = master

    @property
    def url(self) -> str:
        return f"redis://{self.host}:{self.port}/0"

    def command(self) -> Sequence[str]:
        options = {
            "port": self.port,
            "bind": self.host,
            "protected-mode": "no",
            "dir": self.folder,
            "appendonly": "yes",
            "save": "",
            "databases": self.databases,
            "repl-diskless-sync-delay": 0,
            **self.more_options(),
        }
        pairs = [(f"--{name}", str(value)) for name, value in options.items()]
        following = (
            ["--replicaof", self._master.host, str(self._master.port)] if self._master else []
        )
        return [
            require(self.program, self.packages),
            *(word for pair in pairs for word in pair),
            *following,
        ]

    def more_options(self) -> Mapping[str, object]:
        """Options beside the usual ones; none by default."""
        return {}

    def answers(self) -> bool:
        with socket.create_connection((self.host, self.port), timeout=5) as connection:
            if self._master:
                connection.sendall(b"INFO replication\r\n")
                return b"master_link_status:up" in connection.recv(4096)
            connection.sendall(b"PING\r\n")
            return connection.recv(64).startswith(b"+PONG")
