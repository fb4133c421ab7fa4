"""The fact that a host slows workers down or keeps them out, as workers note it. Pure."""

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Self

from storage.learned.store import Fact

FORBIDDEN_SECONDS = 86_400.0
"""How long it is told that a robots.txt has refused a page."""


class HostLimit(StrEnum):
    """Why a host gets fewer requests than it could. Stored, so a name must not change."""

    BACK_OFF = "back_off"
    """It asked to wait, or refused page after page."""
    CRAWL_DELAY = "crawl_delay"
    """Its robots.txt asks for a pause between requests."""
    ROBOTS_AWAY = "robots_away"
    """It gave no answer for its robots.txt, which forbids every fetch (RFC 9309, 2.3.1.4)."""
    ROBOTS = "robots"
    """Its robots.txt refused a page."""


@dataclass(frozen=True, kw_only=True)
class HostNote:
    """What a worker noted of a host at ``at`` (Unix time), for ``seconds``.

    ``detail`` is for people: what the server said, the delay, or the page that is refused.
    """

    host: str
    limit: HostLimit
    detail: str
    at: float
    seconds: float

    @property
    def name(self) -> str:
        """The name of the fact: the newest of its kind counts."""
        return f"{self.limit} {self.host}"

    @classmethod
    def from_fact(cls, fact: Fact) -> Self:
        """Read what ``to_fact`` returned."""
        return cls(**{**fact, "limit": HostLimit(fact["limit"])})

    def to_fact(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return asdict(self)
