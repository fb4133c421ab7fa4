"""The address of an Elasticsearch cluster:
``elasticsearch://user:password@host1:9200,host2:9200/prefix?tls=true&ca=/file``.

``part_gb=`` says how large the index of a month becomes before the month goes on in another one.
"""

import re
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import parse_qsl, unquote, urlsplit

from storage.errors import SettingsError

_DEFAULT_PORT = 9200
_DEFAULT_PREFIX = "newsloom"
# A valid start of an index name, short enough to append the month.
_PREFIX = re.compile(r"[a-z0-9][a-z0-9_.-]{0,199}")
# Elastic recommends shards of 10 to 50 GB, see "Size your shards" in the guide of Elasticsearch 8.
_PART_GB = "40"
_OPTIONS = ("tls", "ca", "part_gb")
_FLAGS = {"true": True, "false": False}


@dataclass(frozen=True, kw_only=True)
class ElasticsearchAddress:
    """The nodes and the login. Names of indices, alias and template start with ``prefix``.

    ``part_bytes`` is the size of an index above which its month goes on in another one.
    """

    nodes: tuple[str, ...]
    user: str = ""
    password: str = field(default="", repr=False)
    prefix: str = _DEFAULT_PREFIX
    ca: str = ""
    part_bytes: int = int(float(_PART_GB) * 10**9)

    @classmethod
    def from_url(cls, url: str) -> Self:
        """Parse an address. Raises SettingsError with every problem, but never the password."""
        problems: list[str] = []
        parts = urlsplit(url)
        options = dict(parse_qsl(parts.query, keep_blank_values=True))
        for name in sorted(options.keys() - set(_OPTIONS)):
            known = ", ".join(f"{each}=" for each in _OPTIONS)
            problems.append(f"the option {name}= is unknown; the options are {known}")
        # Who names a certificate wants TLS.
        default = "true" if options.get("ca") else "false"
        tls = _FLAGS.get(options.get("tls", default))
        if tls is None:
            problems.append("tls must be true or false")
        elif options.get("ca") and not tls:
            problems.append("ca= needs tls=true")
        part_gb = options.get("part_gb", _PART_GB)
        if not re.fullmatch(r"\d{1,6}(\.\d{1,9})?", part_gb, re.ASCII):
            problems.append(f"part_gb={part_gb} must be a number of gigabytes, such as {_PART_GB}")
        login, _, hosts = parts.netloc.rpartition("@")
        user, _, password = login.partition(":")
        prefix = unquote(parts.path.strip("/")) or _DEFAULT_PREFIX
        if not _PREFIX.fullmatch(prefix):
            problems.append(
                f"the prefix {prefix!r} must have only lower-case letters, digits, '-', '_' and '.'"
            )
        scheme = "https" if tls else "http"
        nodes = tuple(_node(host, scheme, problems) for host in hosts.split(","))
        if problems:
            raise SettingsError([f"NEWSLOOM_DOCUMENTS_URL: {problem}" for problem in problems])
        return cls(
            nodes=nodes,
            user=unquote(user),
            password=unquote(password),
            prefix=prefix,
            ca=options.get("ca", ""),
            part_bytes=int(float(part_gb) * 10**9),
        )


def _node(host: str, scheme: str, problems: list[str]) -> str:
    try:
        parts = urlsplit(f"{scheme}://{host.strip()}")
        if parts.hostname and not parts.path:
            name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
            return f"{scheme}://{name}:{parts.port or _DEFAULT_PORT}"
    except ValueError:
        pass
    problems.append(f"{host!r} is not a host with an optional port")
    return ""
