"""Jobs as the pages show them: rows, and the filter that chooses among them. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Self
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scheduler.jobs import JobHead, head_of
from scheduler.queue.port import JobState, QueuedJob
from scheduler.queue.tubes import all_tubes
from watch.audit_subjects import AGES
from webui.address_fields import AddressFields

_STATES = tuple(JobState)
_FAILED = "1"


@dataclass(frozen=True, kw_only=True)
class JobRow:
    """One job: what the queue says of it, and what can be read of its body.

    ``detail`` is the reason of a buried job without its ``code``.
    """

    id: str
    tube: str
    state: JobState
    head: JobHead
    code: str
    detail: str
    failures: int
    age_seconds: float | None
    wait_seconds: float

    @property
    def can_be_deleted(self) -> bool:
        """Return whether it may be deleted: the visit that a list job begins must come to an end,
        or its source waits for it for hours.
        """
        return self.state is JobState.BURIED or not self.head.is_list

    @property
    def can_be_settled(self) -> bool:
        """Return whether it may be retried or deleted: a ready job needs no retry."""
        return self.can_be_deleted or self.state is not JobState.READY

    @classmethod
    def of(cls, job: QueuedJob) -> Self:
        """Return the row of a job; keep none of its body, which may be large."""
        return cls(
            id=job.id,
            tube=job.tube,
            state=job.state,
            head=head_of(job.body),
            code=job.code,
            detail=job.reason.partition(": ")[2],
            failures=job.failures,
            age_seconds=job.age_seconds,
            wait_seconds=job.wait_seconds,
        )


@dataclass(frozen=True, kw_only=True)
class JobFilter:
    """Which jobs to show; what is empty does not filter. ``code`` None is any reason, and
    ``failed`` takes those only that have failed before.
    """

    state: JobState = JobState.BURIED
    tube: str = ""
    source_id: int = 0
    host: str = ""
    code: str | None = None
    age: str = ""
    failed: bool = False

    @classmethod
    def read(cls, asked: AddressFields) -> Self:
        """Read the filter of an address."""
        reason = asked.text("reason")
        return cls(
            state=asked.choice("state", _("State"), _STATES) or JobState.BURIED,
            tube=asked.choice("tube", _("Queue"), all_tubes()),
            source_id=asked.number("source", _("Source")) or 0,
            host=asked.text("host").lower(),
            # Reasons without a code are written as a dash: an empty field does not filter.
            code="" if reason == "-" else reason or None,
            age=asked.choice("age", pgettext("jobs", "Age"), AGES),
            failed=bool(asked.choice("failed", _("Failed attempts"), (_FAILED,))),
        )

    def query(self) -> str:
        """Return the filter as the query of an address."""
        values = {
            "state": self.state.value,
            "tube": self.tube,
            "source": self.source_id or "",
            # Jobs without a reason can be asked for, too, and an empty field asks for any.
            "reason": "-" if self.code == "" else self.code or "",
            "age": self.age,
            "failed": _FAILED if self.failed else "",
            # Last, because the audit log keeps the beginning and a host may be long.
            "host": self.host,
        }
        return urlencode({name: value for name, value in values.items() if value})

    @property
    def is_wide(self) -> bool:
        """Return whether it chooses all jobs of its state."""
        return self == JobFilter(state=self.state)

    def without(self, name: str) -> Self:
        """Return the filter that does not filter by this field."""
        defaults: dict[str, Any] = {each.name: each.default for each in fields(self)}
        return replace(self, **{name: defaults[name]})

    def takes(self, row: JobRow) -> bool:
        """Return whether a job of its state passes."""
        is_old = not self.age or (row.age_seconds or 0.0) >= AGES[self.age]
        return (
            is_old
            and self.tube in ("", row.tube)
            and self.source_id in (0, row.head.source_id)
            and self.host in ("", row.head.host)
            and self.code in (None, row.code)
            and (row.failures > 0 or not self.failed)
        )


@dataclass(frozen=True, kw_only=True)
class JobChoices:
    """The values to filter by, each with its number of jobs, the most frequent first."""

    tubes: Sequence[tuple[str, int]]
    sources: Sequence[tuple[tuple[int, str], int]]
    hosts: Sequence[tuple[str, int]]
    codes: Sequence[tuple[str, int]]


def choices(rows: Sequence[JobRow], wanted: JobFilter) -> JobChoices:
    """Return what the rows can be filtered by. The filter by a field does not count for it."""

    def passing(name: str) -> Iterable[JobRow]:
        return filter(wanted.without(name).takes, rows)

    return JobChoices(
        tubes=Counter(row.tube for row in passing("tube")).most_common(),
        sources=Counter(
            (row.head.source_id, row.head.source) for row in passing("source_id")
        ).most_common(),
        hosts=Counter(row.head.host for row in passing("host")).most_common(),
        codes=Counter(row.code for row in passing("code")).most_common(),
    )


def in_order(rows: Iterable[JobRow]) -> list[JobRow]:
    """Return jobs as people look at them: who waits the shortest first, then the newest."""
    return sorted(rows, key=lambda row: (row.wait_seconds, row.age_seconds or 0.0))
