"""The redirects that led to a page, as a job carries them to the worker that keeps it. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, kw_only=True)
class Redirect:
    """An answer that led on: from ``url``, with its header ``Location`` as it came."""

    url: str
    status: int
    location: str
    at: datetime


def packed_redirects(redirects: Iterable[Redirect]) -> str:
    """Return redirects as text: a line "time status address location" each."""
    return "\n".join(
        f"{each.at.timestamp()} {each.status} {each.url} {' '.join(each.location.split())}"
        for each in redirects
    )


def unpacked_redirects(text: str) -> tuple[Redirect, ...]:
    """Return the redirects that a job carries."""
    found = []
    for line in text.splitlines():
        stamp, status, url, location = line.split(" ", 3)
        at = datetime.fromtimestamp(float(stamp), UTC)
        found.append(Redirect(url=url, status=int(status), location=location, at=at))
    return tuple(found)
