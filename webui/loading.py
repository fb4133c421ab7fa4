"""Tells a store that does not answer from a store with nothing in it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db import InterfaceError, OperationalError, ProgrammingError

from scheduler.errors import QueueRefused, QueueUnavailable
from storage.errors import Refused, Unavailable

_Value = TypeVar("_Value")
_DATABASE = OperationalError, InterfaceError, ProgrammingError
_OUTAGES = Unavailable, Refused, QueueUnavailable, QueueRefused, *_DATABASE


@dataclass(frozen=True, kw_only=True)
class Outage:
    """What a page has to do without. ``why`` is for people with an account only: it may name servers.

    ``lasting``: the store answered no, so that waiting will not help.
    """

    why: str
    lasting: bool = False


@dataclass(frozen=True, kw_only=True)
class Loaded(Generic[_Value]):
    """One part of a page: its value, or the outage that keeps it away."""

    value: _Value | None = None
    outage: Outage | None = None


def outage_of(error: BaseException | None) -> Outage | None:
    """Return the outage behind an error, or None when the error is something else."""
    if isinstance(error, Unavailable | QueueUnavailable):
        return Outage(why=str(error))
    if isinstance(error, Refused | QueueRefused):
        return Outage(why=str(error), lasting=True)
    if isinstance(error, _DATABASE):
        return Outage(why=f"the database does not answer: {error}")
    return None


def load(read: Callable[[], _Value]) -> Loaded[_Value]:
    """Read one part of a page; an outage becomes its content instead of an error."""
    try:
        return Loaded(value=read())
    except _OUTAGES as error:
        return Loaded(outage=outage_of(error))
