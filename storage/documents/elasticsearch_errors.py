"""Translate the errors of Elasticsearch's client to storage errors."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus

from elasticsearch import ApiError, SerializationError, TransportError

from storage.documents.records import JsonObject
from storage.errors import Refused, StorageError, Unavailable

WHAT = "Elasticsearch"
NO_INDEX = "index_not_found_exception"
_TRANSIENT = frozenset(
    {
        HTTPStatus.REQUEST_TIMEOUT,
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.BAD_GATEWAY,
        HTTPStatus.SERVICE_UNAVAILABLE,
        HTTPStatus.GATEWAY_TIMEOUT,
    }
)
# A full disk makes indices read-only until there is space again.
_BLOCKED = "cluster_block_exception"


@contextmanager
def translation() -> Iterator[None]:
    """Translate the client's errors to storage errors."""
    try:
        yield
    except ApiError as error:
        reason = error.body.get("error") if isinstance(error.body, dict) else None
        raise refusal(
            error.meta.status, reason if isinstance(reason, dict) else {}, "", str(error)
        ) from error
    except SerializationError as error:
        raise Refused(WHAT, str(error)) from error
    except TransportError as error:
        raise Unavailable(WHAT, str(error)) from error


def refusal(status: int, reason: JsonObject, subject: str, message: str = "") -> StorageError:
    """Return the storage error for a refused request or item."""
    transient = status in _TRANSIENT or reason.get("type") == _BLOCKED
    # "all shards failed" says nothing without its cause.
    causes = dict.fromkeys(cause.get("reason", "") for cause in reason.get("root_cause", ()))
    why = ": ".join(dict.fromkeys(filter(None, (reason.get("reason") or message, *causes))))
    text = f"{subject}{why} (status {status})"
    if transient:
        return Unavailable(WHAT, text)
    return Refused(WHAT, text)


def found_by_id(documents: Sequence[JsonObject]) -> Iterator[JsonObject]:
    """Yield the documents of an answer that are there; raise the storage error of one that cannot
    be read.

    Those of an index that is missing are not there.
    """
    for each in documents:
        if "error" in each and each["error"]["type"] != NO_INDEX:
            raise refusal(
                HTTPStatus.INTERNAL_SERVER_ERROR, each["error"], f"document {each['_id']}: "
            )
        if each.get("found"):
            yield each
