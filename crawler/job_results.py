"""What a job came to; the worker settles it in the queue accordingly."""

from dataclasses import dataclass

from scheduler.jobs import PageJob
from storage.outcomes import Outcome


@dataclass(frozen=True, kw_only=True)
class Done:
    """The page or list has its outcome for good; the fields mean what they mean in ``Event``."""

    outcome: Outcome
    detail: str = ""
    url: str = ""
    found: int = 0
    new: int = 0
    put_lists: int = 0
    published: float | None = None


@dataclass(frozen=True, kw_only=True)
class RateLimited:
    """The host's turn has not come; nothing was tried."""

    delay_seconds: float


@dataclass(frozen=True, kw_only=True)
class Failed:
    """It may work later. ``wait_seconds`` is the least delay that the server asked for."""

    outcome: Outcome
    detail: str = ""
    wait_seconds: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Redirected:
    """The page lies on another host; the job that replaces this one waits for its turn there."""

    job: PageJob


JobResult = Done | RateLimited | Failed | Redirected
