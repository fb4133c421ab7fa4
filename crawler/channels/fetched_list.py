"""What every channel is given."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class FetchedList:
    """A list as it was fetched. ``url`` is where redirects ended; ``collected`` (aware) dates relative times."""

    url: str
    body: bytes
    headers: Mapping[str, str]
    collected: datetime
