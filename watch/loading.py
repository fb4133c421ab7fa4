"""Tell a store that does not answer from an empty store."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from scheduler.errors import QueueRefused, QueueUnavailable
from storage.errors import Refused, Unavailable

_Value = TypeVar("_Value")


@dataclass(frozen=True, kw_only=True)
class Outage:
    """Why a part of a page is missing.

    Show ``why`` only to logged-in users, because it may name servers.

    ``lasting``: the store refused the request, so waiting does not help.
    """

    why: str
    lasting: bool = False


@dataclass(frozen=True, kw_only=True)
class Loaded(Generic[_Value]):
    """One part of a page: its value, or the outage because of which it is missing."""

    value: _Value | None = None
    outage: Outage | None = None


def outage_of(error: BaseException | None) -> Outage | None:
    """Return the outage behind an error, or None when the error is something else, such as a
    bug.
    """
    if isinstance(error, Unavailable | QueueUnavailable):
        return Outage(why=str(error))
    if isinstance(error, Refused | QueueRefused):
        return Outage(why=str(error), lasting=True)
    return None


def load(read: Callable[[], _Value]) -> Loaded[_Value]:
    """Read one part of a page; return an outage as its content instead of raising it."""
    try:
        return Loaded(value=read())
    except Exception as error:
        outage = outage_of(error)
        if outage is None:
            raise
        return Loaded(outage=outage)
