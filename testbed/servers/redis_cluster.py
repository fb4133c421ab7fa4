"""A Redis Cluster: masters that share the hash slots, and replicas of them."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import redis
from redis.crc import key_slot

from testbed.servers.errors import ServerUnavailable
from testbed.servers.process import free_port
from testbed.servers.redis import Redis
from testbed.servers.sentinel import SecureRedis

_SLOTS = 16384
_MASTERS = 3
_JOINING_SECONDS = 60.0
# The file in which a node keeps what it knows of its cluster: itself, with all slots.
_ALONE = """\
{id} :0@0 myself,master - 0 0 1 connected 0-{last}
vars currentEpoch 1 lastVoteEpoch 0
"""


class ClusterNode(Redis):
    """A node; at first it knows no other and has no slots."""

    name = "redis-cluster-node"

    def __init__(self) -> None:
        super().__init__()
        self._bus = free_port()

    def more_options(self) -> Mapping[str, object]:
        return {
            "cluster-enabled": "yes",
            "cluster-port": self._bus,
            "cluster-node-timeout": 1000,
            "databases": 1,
        }

    def tell(self, *command: str | int) -> Any:
        """Send a command to this node alone."""
        with redis.Redis(host=self.host, port=self.port, decode_responses=True) as client:
            return client.execute_command(*command)

    def meet(self, other: "ClusterNode") -> None:
        self.tell("CLUSTER MEET", other.host, other.port, other._bus)

    @property
    def id(self) -> str:
        """What the cluster calls it."""
        return str(self.tell("CLUSTER MYID"))

    def knows(self, number: int) -> bool:
        """Return whether it knows so many nodes, all slots have a master, and it takes commands."""
        info = self.tell("CLUSTER INFO")
        return (info["cluster_state"], info["cluster_known_nodes"]) == ("ok", str(number))

    def follows(self) -> bool:
        """Return whether it is the replica of a master and has its data."""
        return bool(self.tell("INFO", "replication").get("master_link_status") == "up")


class SecureClusterNode(SecureRedis):
    """A cluster of one node, which is reached by TLS only, with an ACL user."""

    def prepare(self) -> None:
        super().prepare()
        (self.folder / "nodes.conf").write_text(_ALONE.format(id="0" * 40, last=_SLOTS - 1))

    def more_options(self) -> Mapping[str, object]:
        own = {
            "cluster-enabled": "yes",
            "cluster-port": free_port(),
            "tls-cluster": "yes",
            "databases": 1,
        }
        return {**super().more_options(), **own}

    @property
    def url(self) -> str:
        return f"rediss+cluster://newsloom:{self.password}@{self.host}:{self.port}?ca={self.ca}"

    def answers(self) -> bool:
        # A node that comes back with its slots takes commands after two seconds.
        client = redis.Redis(
            self.host,
            self.port,
            username="newsloom",
            password=self.password,
            ssl=True,
            ssl_ca_certs=str(self.ca),
        )
        with client, suppress(redis.RedisError):
            return client.get("newsloom:nothing") is None
        return False


class RedisCluster:
    """Three masters, each with so many replicas."""

    name = "redis-cluster"

    def __init__(self, replicas: int = 0) -> None:
        self.masters = [ClusterNode() for _ in range(_MASTERS)]
        self._replicas = [ClusterNode() for _ in range(_MASTERS * replicas)]

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"{each.host}:{each.port}" for each in self.masters)

    def start(self) -> None:
        """Start all nodes and join them. Raises ServerUnavailable."""
        for node in self._nodes:
            node.start()
        share = -(-_SLOTS // _MASTERS)
        for index, master in enumerate(self.masters):
            master.tell("CLUSTER SET-CONFIG-EPOCH", index + 1)
            master.tell(
                "CLUSTER ADDSLOTSRANGE", index * share, min((index + 1) * share, _SLOTS) - 1
            )
        self._join(self._nodes[1:])
        for index, replica in enumerate(self._replicas):
            replica.tell("CLUSTER REPLICATE", self.masters[index % _MASTERS].id)
        _wait_for(
            lambda: all(replica.follows() for replica in self._replicas), "the replicas follow"
        )

    def close(self) -> None:
        """Stop all nodes and remove their data."""
        for node in self._nodes:
            node.close()

    def add_master(self) -> None:
        """Start one more master, which has no slots."""
        self.masters.append(ClusterNode())
        self.masters[-1].start()
        self._join(self.masters[-1:])

    def master_of(self, key: str) -> ClusterNode:
        """The master that has a key."""
        slot = key_slot(key.encode())
        return next(
            master for master in self.masters if master.tell("CLUSTER COUNTKEYSINSLOT", slot)
        )

    def kill_master_of(self, key: str) -> None:
        """Kill the master that has a key (SIGKILL); it does not come back."""
        master = self.master_of(key)
        self.masters.remove(master)
        master.kill()
        master.close()

    @property
    def _nodes(self) -> list[ClusterNode]:
        return [*self.masters, *self._replicas]

    def _join(self, new: Sequence[ClusterNode]) -> None:
        for node in new:
            node.meet(self.masters[0])
        _wait_for(
            lambda: all(node.knows(len(self._nodes)) for node in self._nodes),
            "the nodes know each other",
        )


class SlotMove:
    """The move of a key's slot from one master to another, in the steps of ``redis-cli --cluster
    reshard``.
    """

    def __init__(self, key: str, source: ClusterNode, target: ClusterNode) -> None:
        """Begin: from now on, the source sends clients that ask for a key that it does not have to
        the target.
        """
        self._slot, self._source, self._target = key_slot(key.encode()), source, target
        target.tell("CLUSTER SETSLOT", self._slot, "IMPORTING", source.id)
        source.tell("CLUSTER SETSLOT", self._slot, "MIGRATING", target.id)

    def send(self, most: int = 1000) -> int:
        """Send keys to the target; return their number."""
        names = self._source.tell("CLUSTER GETKEYSINSLOT", self._slot, most)
        if names:
            self._source.tell(
                "MIGRATE", self._target.host, self._target.port, "", 0, 5000, "KEYS", *names
            )
        return len(names)

    def end(self) -> None:
        """Let the target have the slot, with all keys that are left."""
        while self.send():
            pass
        for node in (self._target, self._source):
            node.tell("CLUSTER SETSLOT", self._slot, "NODE", self._target.id)


def _wait_for(is_so: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + _JOINING_SECONDS
    while not is_so():
        if time.monotonic() > end:
            raise ServerUnavailable(f"Redis Cluster: {what}: not within {_JOINING_SECONDS:.0f} s")
        time.sleep(0.05)
