"""The input of every channel."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from crawler.fetcher import Fetched


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

    @classmethod
    def of(cls, fetched: Fetched, collected: datetime) -> Self:
        """Return what was fetched, as a list."""
        return cls(
            url=fetched.url,
            body=fetched.body,
            headers=fetched.headers,
            collected=collected,
            address=fetched.address,
        )
