"""The input of every channel."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class FetchedList:
    """A fetched list.

    ``url`` is where redirects ended; relative times count from ``collected`` (aware).

    ``address`` is the network address that it came from, "" through a proxy.
    """

    url: str
    body: bytes
    headers: Mapping[str, str]
    collected: datetime
    address: str = ""
