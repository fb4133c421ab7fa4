"""Tells a store that does not answer from a store with nothing in it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db import DatabaseError, InterfaceError

from scheduler.errors import QueueRefused, QueueUnavailable
from storage.configuration.connection import storage_error
from storage.errors import Refused, Unavailable

_Value = TypeVar("_Value")


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
    """Return the outage behind an error, or None when the error is something else, such as a bug."""
    if isinstance(error, DatabaseError | InterfaceError):
        error = storage_error(error)
    if isinstance(error, Unavailable | QueueUnavailable):
        return Outage(why=str(error))
    if isinstance(error, Refused | QueueRefused):
        return Outage(why=str(error), lasting=True)
    return None


def load(read: Callable[[], _Value]) -> Loaded[_Value]:
    """Read one part of a page; an outage becomes its content instead of an error."""
    try:
        return Loaded(value=read())
    except Exception as error:
        outage = outage_of(error)
        if outage is None:
            raise
        return Loaded(outage=outage)
