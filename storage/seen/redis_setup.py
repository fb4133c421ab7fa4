"""How a Redis server is set up: whether it keeps what Newsloom entrusts to it."""

import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any

from storage.errors import Refused
from storage.seen.connection import RedisServer
from storage.setup_finding import SetupFinding, clock_findings

_FULL = 0.85
_MIN_VERSION = (6, 2)
_SECTIONS = ("server", "memory", "persistence")


def redis_findings(url: str) -> list[SetupFinding]:
    """Return what is wrong with the server, or with each master of a cluster. Raises
    Unavailable.
    """
    with closing(RedisServer(url)) as server:
        before = time.time()
        clock = clock_findings(server.time(), before, time.time())
        try:
            told = [server.facts(section) for section in _SECTIONS]
        except Refused:
            return [
                *clock,
                SetupFinding(text="this user may not ask how it is set up: allow +info"),
            ]
        nodes = [dict[str, Any]() for _ in told[0]]
        for facts in told:
            for node, more in zip(nodes, facts, strict=True):
                node |= more
        found = [each for node in nodes for each in judge(node)]
        if server.may_administer():
            found.append(
                SetupFinding(
                    text="its user may do everything, also delete all and change the set-up; "
                    "docs/ops.md#redis-with-a-replica has a user with few rights"
                )
            )
    return [*clock, *dict.fromkeys(found)]


def judge(facts: Mapping[str, Any]) -> Sequence[SetupFinding]:
    """Return what is wrong with one server, from its answers to ``INFO``."""
    found = []
    policy, most, used = (
        facts.get(name) for name in ("maxmemory_policy", "maxmemory", "used_memory")
    )
    if policy != "noeviction":
        found.append(
            SetupFinding(
                text=f"it drops keys when it is full (maxmemory-policy {policy}), and pages would "
                "be collected twice: set maxmemory-policy noeviction",
                is_bad=True,
            )
        )
    if not most:
        found.append(
            SetupFinding(
                text="nothing limits its memory, so the kernel ends it when its machine is full: "
                "set maxmemory to 60 % of what it may use"
            )
        )
    elif used is not None and used > _FULL * most:
        found.append(
            SetupFinding(
                text=f"{used / most:.0%} of its memory is in use; at 100 % it takes no more data: "
                "give it more (docs/ops.md has a table of sizes)"
            )
        )
    # Snapshots alone are minutes old when the server dies.
    if not facts.get("aof_enabled"):
        found.append(
            SetupFinding(
                text="without an append-only file, a restart loses minutes, and pages are fetched "
                "again: set appendonly yes"
            )
        )
    if "err" in (facts.get("aof_last_write_status"), facts.get("rdb_last_bgsave_status")):
        found.append(
            SetupFinding(
                text="it could not write its data to disk; look into its log and at its disk",
                is_bad=True,
            )
        )
    version = str(facts.get("redis_version", ""))
    if tuple(int(part) for part in version.split(".")[:2] if part.isdecimal()) < _MIN_VERSION:
        found.append(SetupFinding(text=f"its version {version} is too old: take 7.0 or newer"))
    return found
