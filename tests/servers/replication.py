"""MariaDBs of which one follows the other, and a fixed address in front of them."""

import socket
import threading
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass

import pymysql

from tests.servers.mariadb import MariaDB
from tests.servers.process import free_port

# Each server makes its accounts itself, so the other one must not repeat that.
_ADMIN_SQL = """\
SET sql_log_bin = 0;
{accounts}
CREATE USER IF NOT EXISTS admin@'127.0.0.1' IDENTIFIED BY '{password}';
GRANT ALL PRIVILEGES ON *.* TO admin@'127.0.0.1';
"""
_FOLLOW = """\
CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = %s, MASTER_USER = 'admin', MASTER_PASSWORD = %s,
MASTER_CONNECT_RETRY = 1, MASTER_USE_GTID = slave_pos
"""
_CATCH_UP_SECONDS = 60


class ReplicatedMariaDB(MariaDB):
    """A MariaDB that another one can follow; both have the same accounts."""

    name = "mariadb-replicated"

    def __init__(self, number: int, password: str = "") -> None:
        """``number`` tells it from the other; ``password`` is that of the other."""
        super().__init__()
        self._number = number
        self.password = password or self.password

    def more_options(self) -> Sequence[str]:
        return [
            f"--server-id={self._number}",
            "--log-bin=log",
            "--log-slave-updates",
            "--binlog-format=ROW",
        ]

    def accounts(self) -> str:
        return _ADMIN_SQL.format(accounts=super().accounts(), password=self.password)

    def follow(self, primary: "ReplicatedMariaDB") -> None:
        """Become a replica: read-only, and repeat what the primary writes from now on or has
        written since.
        """
        [(position,)] = self.execute("SELECT @@gtid_binlog_pos")
        self.execute("SET GLOBAL read_only = 1")
        self.execute("SET GLOBAL gtid_slave_pos = %s", position)
        self.execute(_FOLLOW, primary.port, self.password)
        self.execute("START SLAVE")

    def catch_up(self, primary: "ReplicatedMariaDB") -> None:
        """Wait until everything that the primary has written is here."""
        [(position,)] = primary.execute("SELECT @@gtid_binlog_pos")
        [(late,)] = self.execute("SELECT MASTER_GTID_WAIT(%s, %s)", position, _CATCH_UP_SECONDS)
        assert late == 0, self.execute("SHOW SLAVE STATUS")

    def become_primary(self) -> None:
        """Stop following the other server, and take writes."""
        self.execute("STOP SLAVE")
        self.execute("SET GLOBAL read_only = 0")

    def execute(self, statement: str, *values: object) -> "tuple[tuple[object, ...], ...]":
        """Return the rows of a statement that an administrator makes."""
        connection = pymysql.connect(
            host="127.0.0.1", port=self.port, user="admin", password=self.password, autocommit=True
        )
        with closing(connection), connection.cursor() as cursor:
            cursor.execute(statement, values)
            return tuple(cursor.fetchall())


class Forwarder:
    """A TCP address that leads to one port, and to another one after ``move``."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._open: list[socket.socket] = []
        self._silent: set[socket.socket] = set()
        self.port = free_port()
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()

    def move(self, target: int) -> None:
        """Lead new connections to another port. Connections that are open stay where they are."""
        self._target = target

    def silence(self) -> None:
        """Pass nothing on over the connections that are open, as if the machine behind them were
        gone.
        """
        self._silent.update(self._open)

    def close(self) -> None:
        """Take no more connections, and cut those that are open."""
        for each in (self._listener, *self._open):
            _end(each)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client = self._listener.accept()[0]
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


@dataclass(frozen=True)
class Switch:
    """A primary, its replica, and an address that leads to the primary."""

    first: ReplicatedMariaDB
    second: ReplicatedMariaDB
    address: Forwarder

    @property
    def url(self) -> str:
        """The address of the primary in the form of Newsloom's settings."""
        return self.first.url.replace(f":{self.first.port}/", f":{self.address.port}/")

    def to(self, server: ReplicatedMariaDB) -> None:
        """Make a server the primary, and lead new connections to it."""
        server.become_primary()
        self.address.move(server.port)
