"""A source whose site has moved to another address. Pure."""

import re
from dataclasses import replace

from storage.database.people.audit import is_secret
from storage.database.sources.source_config import SourceConfig
from storage.database.sources.versions import secrets_may_follow
from storage.keys import host_of


def moved_config(config: SourceConfig, address: str) -> SourceConfig:
    """Return the source at its new address.

    It keeps its identity: the old host becomes a former host, so that no page is stored a second
    time, and URL patterns that name the old host name the new one. Headers that may carry
    secrets are dropped if they must not be sent to the new address.
    """
    old, new = host_of(config.address), host_of(address)
    if old == new:
        return replace(config, address=address)
    headers = config.headers
    if not secrets_may_follow(config.address, address):
        headers = {name: value for name, value in headers.items() if not is_secret(name)}
    former = dict.fromkeys([*config.former_hosts, old])
    former.pop(new, None)
    return replace(
        config,
        address=address,
        headers=headers,
        former_hosts=tuple(former),
        patterns=tuple(_renamed(pattern, old, new) for pattern in config.patterns),
    )


def _renamed(pattern: str, old: str, new: str) -> str:
    return pattern.replace(re.escape(old), re.escape(new)).replace(old, new)
