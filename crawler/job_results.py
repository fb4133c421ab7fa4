"""The results of jobs. The worker deletes, releases or buries the job accordingly."""

from dataclasses import dataclass, field

from scheduler.jobs import ListJob, PageJob
from storage.findings.signs import PageShape
from storage.outcomes import Outcome


@dataclass(frozen=True, kw_only=True)
class Done:
    """The outcome of the page or list is final. The fields have the same meaning as in ``Event``.

    ``document_url`` is the canonical URL of the stored document, "" without one.
    """

    outcome: Outcome
    detail: str = ""
    url: str = ""
    found: int = 0
    new: int = 0
    put_lists: int = 0
    published: float | None = None
    moved_to: str = ""
    document_url: str = ""
    shape: PageShape | None = field(default=None, compare=False)


@dataclass(frozen=True, kw_only=True)
class RateLimited:
    """It is not the host's turn, or the worker has no room for the page now. No attempt has failed.

    A job that ``gives_way`` comes back after those that wait already, however few jobs of its visit
    came before it.
    """

    delay_seconds: float
    gives_way: bool = False


@dataclass(frozen=True, kw_only=True)
class Failed:
    """A retry may succeed, unless it ``is_refusal``.

    ``wait_seconds`` is the least delay that the server asked for.
    """

    outcome: Outcome
    detail: str = ""
    wait_seconds: float = 0.0
    is_refusal: bool = False


@dataclass(frozen=True, kw_only=True)
class Redirected:
    """The page is on another host. ``job`` replaces this job and waits for its turn there."""

    job: PageJob


@dataclass(frozen=True, kw_only=True)
class Continued:
    """``job`` replaces this job when its turn comes: for the next page of an article, or where a
    redirect leads.
    """

    job: ListJob | PageJob
    delay_seconds: float


@dataclass(frozen=True, kw_only=True)
class HandedOver:
    """A worker of another pool runs the job: one that a feature brings."""

    job: ListJob | PageJob
    pool: str


JobResult = Done | RateLimited | Failed | Redirected | Continued | HandedOver
