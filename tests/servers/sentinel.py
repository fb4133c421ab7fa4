"""Redis Sentinels, and a Redis that wants TLS and an ACL user."""

import secrets
import socket
import ssl
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.servers.certificates import write_certificates
from tests.servers.process import Server, require
from tests.servers.redis import Redis

SERVICE = "mymaster"
_CONFIG = """
sentinel monitor {service} 127.0.0.1 {port} {quorum}
sentinel down-after-milliseconds {service} 1000
sentinel failover-timeout {service} 5000
sentinel parallel-syncs {service} 1
"""


class RedisSentinel(Server):
    """One Sentinel that watches a master."""

    name = "redis-sentinel"
    program = "redis-server"
    packages = "redis-server"

    def __init__(self, master: Redis, quorum: int) -> None:
        super().__init__()
        self._master, self._quorum = master, quorum

    @property
    def url(self) -> str:
        return f"redis+sentinel://127.0.0.1:{self.port}/{SERVICE}/0"

    def prepare(self) -> None:
        config = _CONFIG.format(service=SERVICE, port=self._master.port, quorum=self._quorum)
        (self.folder / "sentinel.conf").write_text(config)

    def command(self) -> Sequence[str]:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        program = require(self.program, self.packages)
        return [program, str(self.folder / "sentinel.conf"), "--sentinel", *options]

    def answers(self) -> bool:
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
            connection.sendall(f"SENTINEL REPLICAS {SERVICE}\r\n".encode())
            # An array of one replica: the Sentinel has found it.
            return connection.recv(64).startswith(b"*1")


class SecureRedis(Redis):
    """A Redis that is reached by TLS only, with a user that may do what docs/ops.md says."""

    name = "secure-redis"

    def __init__(self, rules: str) -> None:
        """``rules`` is what the user ``newsloom`` may do, as Redis writes it (redis.io/docs,
        ACL).
        """
        super().__init__()
        self._rules = rules
        self.password = secrets.token_urlsafe(16)

    @property
    def url(self) -> str:
        return f"rediss://newsloom:{self.password}@127.0.0.1:{self.port}/0?ca={self.ca}"

    @property
    def ca(self) -> Path:
        """The certificate of the authority that signed the server's."""
        return self.folder / "ca.pem"

    def prepare(self) -> None:
        write_certificates(self.folder)
        users = f"user default off\nuser newsloom on >{self.password} {self._rules}\n"
        (self.folder / "users.acl").write_text(users)

    def more_options(self) -> Mapping[str, object]:
        return {
            "port": 0,
            "tls-port": self.port,
            "tls-cert-file": self.folder / "server.pem",
            "tls-key-file": self.folder / "server.key",
            "tls-ca-cert-file": self.ca,
            "tls-auth-clients": "no",
            "aclfile": self.folder / "users.acl",
        }

    def answers(self) -> bool:
        context = ssl.create_default_context(cafile=str(self.ca))
        with (
            socket.create_connection(("127.0.0.1", self.port), timeout=5) as plain,
            context.wrap_socket(plain, server_hostname="127.0.0.1") as connection,
        ):
            connection.sendall(b"PING\r\n")
            return connection.recv(64).startswith(b"-NOAUTH")
