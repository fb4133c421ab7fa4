"""MariaDBs of which one follows the other, and a fixed address in front of them."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

import pymysql

from testbed.servers.forwarder import Forwarder
from testbed.servers.mariadb import MariaDB

# Each server makes its accounts itself, so the other one must not repeat that.
_ADMIN_SQL = """\
SET sql_log_bin = 0;
{accounts}
CREATE USER IF NOT EXISTS admin@'127.0.0.1' IDENTIFIED BY '{password}';
GRANT ALL PRIVILEGES ON *.* TO admin@'127.0.0.1';
"""
_FOLLOW = """\
CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = %s, MASTER_USER = 'admin',
MASTER_PASSWORD = %s, MASTER_CONNECT_RETRY = 1, MASTER_USE_GTID = slave_pos
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
