"""Beanstalkd with its binlog."""

import socket
from collections.abc import Sequence

from testbed.servers.process import Server, require


class Beanstalkd(Server):
    """A Beanstalkd whose jobs outlive `kill()`."""

    name = "beanstalkd"
    program = "beanstalkd"
    packages = "beanstalkd"

    @property
    def url(self) -> str:
        return f"beanstalkd://{self.host}:{self.port}"

    def prepare(self) -> None:
        (self.folder / "binlog").mkdir()

    def command(self) -> Sequence[str]:
        program = require(self.program, self.packages)
        return [program, "-l", self.host, "-p", str(self.port), "-b", str(self.folder / "binlog")]

    def answers(self) -> bool:
        with socket.create_connection((self.host, self.port), timeout=5) as connection:
            connection.sendall(b"list-tube-used\r\n")
            return connection.recv(64).startswith(b"USING")
