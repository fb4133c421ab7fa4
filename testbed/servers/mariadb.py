"""MariaDB, standing for MySQL."""

import secrets
from collections.abc import Sequence

import pymysql

from testbed.servers.accounts import service_account
from testbed.servers.process import Server, require

_OPTIONS = (
    "--character-set-server=utf8mb4",
    "--collation-server=utf8mb4_unicode_ci",
    # As in docker-compose.yml, so that benchmarks measure what is delivered.
    "--innodb-buffer-pool-size=128M",
    "--innodb-log-file-size=16M",
    # The kernel's places for asynchronous reads and writes are few, and many servers share them.
    "--innodb-use-native-aio=OFF",
    # Data survives kill -9 as it is with the operating system by then; only a power cut could lose
    # it.
    "--innodb-flush-log-at-trx-commit=2",
    "--performance-schema=OFF",
)
# `%` covers the databases that tests create and the `test_...` twins that Django makes of them.
_ACCOUNT_SQL = """\
CREATE DATABASE IF NOT EXISTS newsloom;
CREATE USER IF NOT EXISTS newsloom IDENTIFIED BY '{password}';
GRANT ALL PRIVILEGES ON `%newsloom%`.* TO newsloom;
"""


class MariaDB(Server):
    """A MariaDB with a database `newsloom` and a user that may create more whose names contain
    `newsloom`.
    """

    name = "mariadb"
    program = "mariadbd"
    packages = "mariadb-server"

    def __init__(self) -> None:
        super().__init__()
        self.password = secrets.token_urlsafe(16)

    @property
    def url(self) -> str:
        return f"mysql://newsloom:{self.password}@{self.host}:{self.port}/newsloom"

    def prepare(self) -> None:
        self.account = service_account("mysql")
        (self.folder / "data").mkdir()
        (self.folder / "account.sql").write_text(self.accounts())
        self.give_folder()
        install = require("mariadb-install-db", self.packages)
        self.run(
            [
                install,
                "--no-defaults",
                f"--datadir={self.folder / 'data'}",
                "--skip-test-db",
                *_OPTIONS,
            ]
        )

    def command(self) -> Sequence[str]:
        return [
            require(self.program, self.packages),
            "--no-defaults",
            f"--datadir={self.folder / 'data'}",
            f"--socket={self.folder / 'socket'}",
            f"--pid-file={self.folder / 'pid'}",
            f"--init-file={self.folder / 'account.sql'}",
            f"--bind-address={self.host}",
            f"--port={self.port}",
            *_OPTIONS,
            *self.more_options(),
        ]

    def more_options(self) -> Sequence[str]:
        """Options beside the usual ones: no binary log."""
        return ["--skip-log-bin"]

    def accounts(self) -> str:
        """The statements that make the accounts; each start repeats them."""
        return _ACCOUNT_SQL.format(password=self.password)

    def answers(self) -> bool:
        try:
            connection = pymysql.connect(
                host=self.host,
                port=self.port,
                user="newsloom",
                password=self.password,
                database="newsloom",
            )
        except pymysql.err.OperationalError:
            return False
        connection.close()
        return True
