"""The address of Redis.

One server: ``redis://user:password@host:6379/0``. The master that Sentinels name:
``redis+sentinel://user:password@a:26379,b:26379/mymaster/0``. A cluster:
``redis+cluster://user:password@a:6379,b:6379``. ``rediss``, ``rediss+sentinel`` and
``rediss+cluster`` are the same over TLS.
"""

import re
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import parse_qsl, unquote, urlsplit

from storage.errors import SettingsError

_PREFIX = "newsloom:"
_PORT = 6379
_SENTINEL_PORT = 26379
_OPTIONS = ("prefix", "ca", "sentinel_user", "sentinel_password")


@dataclass(frozen=True, kw_only=True)
class RedisAddress:
    """One Redis, the Sentinels that know where the master of a ``service`` is, or some nodes of a
    cluster.

    Attributes:
        nodes: host and port of the server, of each Sentinel, or of the cluster nodes that name the
            others.
        service: the name under which Sentinels know the master; "" without Sentinels.
        is_cluster: whether the nodes belong to a Redis Cluster, which has only the database 0.
        user, password: the ACL user of Redis; without a user, the password is that of the default
            one.
        tls: whether all connections are encrypted; certificates are always checked.
        ca: the file of the authority, "" for those that the system knows.
        prefix: the beginning of every key.
    """

    nodes: tuple[tuple[str, int], ...]
    service: str = ""
    is_cluster: bool = False
    database: int = 0
    user: str = ""
    password: str = field(default="", repr=False)
    sentinel_user: str = ""
    sentinel_password: str = field(default="", repr=False)
    tls: bool = False
    ca: str = ""
    prefix: str = _PREFIX

    @property
    def name(self) -> str:
        """What errors call it."""
        hosts = ", ".join(f"{host}:{port}" for host, port in self.nodes)
        if self.service:
            return f"Redis {self.service} behind {hosts}"
        if self.is_cluster:
            return f"Redis Cluster at {hosts}"
        return f"Redis at {hosts}"

    @classmethod
    def from_url(cls, url: str) -> Self:
        """Parse an address. Raises SettingsError with every problem, but never a password."""
        problems: list[str] = []
        parts = urlsplit(url)
        kind = parts.scheme.partition("+")[2]
        with_sentinels, is_cluster = kind == "sentinel", kind == "cluster"
        options = dict(parse_qsl(parts.query, keep_blank_values=True))
        allowed = _OPTIONS if with_sentinels else _OPTIONS[:2]
        problems += [
            f"the option {name}= is unknown; the options are "
            f"{', '.join(f'{each}=' for each in allowed)}"
            for name in sorted(options.keys() - set(allowed))
        ]
        tls = parts.scheme.startswith("rediss")
        if options.get("ca") and not tls:
            problems.append("ca= needs an address that begins with rediss")
        prefix = options.get("prefix", _PREFIX)
        if not re.fullmatch(r"[\w:.-]+", prefix, re.ASCII):
            problems.append(f"the prefix {prefix!r} must have only letters, digits and _:.-")
        login, _, hosts = parts.netloc.rpartition("@")
        user, _, password = login.partition(":")
        path = unquote(parts.path.strip("/")).split("/")
        service = path.pop(0) if with_sentinels else ""
        if with_sentinels and not service:
            problems.append(
                "after the Sentinels, the name of the master is missing, as in "
                "redis+sentinel://a,b/mymaster"
            )
        database = path[0] if path and path[0] else "0"
        if not (database.isascii() and database.isdigit()) or len(path) > 1:
            problems.append(f"the database {'/'.join(path)!r} is not a number")
        # Clusters have no SELECT, and would refuse each command.
        elif is_cluster and int(database):
            problems.append(
                f"a Redis Cluster has only the database 0, not {database}; leave it out"
            )
        if not kind and "," in hosts:
            problems.append(
                "several hosts need Sentinels, as in redis+sentinel://a:26379,b:26379/mymaster, "
                "or are nodes of a Redis Cluster, as in redis+cluster://a:6379,b:6379"
            )
        nodes = tuple(
            _node(host, _SENTINEL_PORT if with_sentinels else _PORT, problems)
            for host in hosts.split(",")
        )
        if problems:
            raise SettingsError([f"NEWSLOOM_STATE_URL: {problem}" for problem in problems])
        return cls(
            nodes=nodes,
            service=service,
            is_cluster=is_cluster,
            database=int(database),
            user=unquote(user),
            password=unquote(password),
            sentinel_user=options.get("sentinel_user", ""),
            sentinel_password=options.get("sentinel_password", ""),
            tls=tls,
            ca=options.get("ca", ""),
            prefix=prefix,
        )


def _node(host: str, port: int, problems: list[str]) -> tuple[str, int]:
    try:
        parts = urlsplit(f"//{host.strip()}")
        if not parts.path:
            return parts.hostname or "localhost", parts.port or port
    except ValueError:
        pass
    problems.append(f"{host!r} is not a host with an optional port")
    return "", 0
