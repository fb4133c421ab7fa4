"""Choose a server for a key so that few keys move when servers come and go. Pure.

Rendezvous hashing: D. Thaler and C. Ravishankar, "Using name-based mappings to increase hit rates",
IEEE/ACM Transactions on Networking 6(1), 1998. Of n servers, a new one takes the keys of one in n +
1 and no others move.
"""

from collections.abc import Iterable
from hashlib import blake2b


def ranked(key: str, servers: Iterable[str]) -> list[str]:
    """Return the servers in the key's order: the first is its own, and each other one replaces
    those before it.
    """
    return sorted(servers, key=lambda server: _weight(key, server), reverse=True)


def _weight(key: str, server: str) -> bytes:
    return blake2b(f"{server}\0{key}".encode(), digest_size=8).digest()
