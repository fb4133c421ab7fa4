"""What an error of the driver means: Redis may accept the same request later, or it never will."""

from redis.exceptions import (
    AskError,
    AuthenticationError,
    AuthorizationError,
    ClusterCrossSlotError,
    ClusterDownError,
    ClusterError,
    ConnectionError,
    CrossSlotTransactionError,
    MasterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    RedisError,
    ResponseError,
    TimeoutError,
    TryAgainError,
)

from storage.errors import Refused, Unavailable
from storage.seen.redis_address import RedisAddress

DRIVER_ERRORS = (RedisError, RedisClusterException, AttributeError)
_FOR_NOW = (ConnectionError, TimeoutError, ReadOnlyError, OutOfMemoryError, MasterDownError)
_FOR_GOOD = (AuthenticationError, AuthorizationError, CrossSlotTransactionError)
# A cluster is without a master for some keys, moves them, or does not let the driver find its
# nodes.
_FOR_NOW_IN_A_CLUSTER = (AskError, ClusterError, TryAgainError, RedisClusterException)
# The beginnings of answers for now: full disk or memory, a replica, a running script.
_PASSING = ("MISCONF", "BUSY", "LOADING", "NOREPLICAS", "OOM", "READONLY")
# Before that, the driver says which command of a pipeline it was.
_IN_A_PIPELINE = " of pipeline caused error: "
# How a node of a cluster answers a client that knows no other node.
_FROM_A_NODE = (AskError, TryAgainError, ClusterDownError, ClusterCrossSlotError)
_IS_A_NODE = "it is a node of a Redis Cluster; name some nodes as in redis+cluster://a:6379,b:6379"
_NO_CLUSTER = "cluster support disabled"
_IS_NO_NODE = "it is not a node of a Redis Cluster; name it as in redis://a:6379"
# A node sends the driver (redis-py 8.1) to one that is just getting its first keys: it looks that
# up among the others.
_FROM_A_NEW_NODE = "'NoneType' object has no attribute 'redis_connection'"
_MOVES = "the keys are moving to another node"


def translate(error: BaseException, address: RedisAddress) -> Unavailable | Refused | None:
    """Return the error of storage that stands for one of the ``DRIVER_ERRORS``; nothing for an
    error of our own.
    """
    if isinstance(error, AttributeError):
        if str(error) == _FROM_A_NEW_NODE:
            return Unavailable(address.name, _MOVES)
        return None
    if type(error) is ClusterError:
        # The driver was sent to and fro.
        return Unavailable(address.name, _MOVES)
    answer = error.__cause__ or error.__context__
    if isinstance(error, RedisClusterException) and isinstance(answer, DRIVER_ERRORS):
        # While the driver asks for the nodes, it wraps the error that a node or the line caused.
        return translate(answer, address)
    text = str(error)
    if _NO_CLUSTER in text:
        return Refused(address.name, _IS_NO_NODE)
    if (
        isinstance(error, _FROM_A_NODE)
        and not isinstance(error, MasterDownError)
        and not address.is_cluster
    ):
        return Refused(address.name, _IS_A_NODE)
    passes = (
        isinstance(error, _FOR_NOW)
        or (
            isinstance(error, ResponseError)
            and text.rpartition(_IN_A_PIPELINE)[2].startswith(_PASSING)
        )
        or (address.is_cluster and isinstance(error, _FOR_NOW_IN_A_CLUSTER))
    )
    kind = Unavailable if passes and not isinstance(error, _FOR_GOOD) else Refused
    return kind(address.name, text)
