"""Buried jobs grouped for the monitor: the reason, the count and some examples."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scheduler.queue.port import BuriedJob

_SAMPLES = 3


@dataclass(frozen=True, kw_only=True)
class BuriedRow:
    """One buried job.

    ``url`` and ``source`` are "" if its body cannot be read, which may be why it was buried.
    """

    tube: str
    reason: str
    url: str
    source: str


@dataclass(frozen=True, kw_only=True)
class BuriedGroup:
    """The buried jobs of one tube and reason.

    ``sources`` are the most frequent ones with their counts.
    """

    tube: str
    code: str
    count: int
    samples: Sequence[BuriedRow]
    sources: Sequence[tuple[str, int]]


def grouped(jobs: Iterable[BuriedJob]) -> list[BuriedGroup]:
    """Return the jobs by tube and reason code, the largest group first.

    Samples are the oldest jobs of each.
    """
    groups: dict[tuple[str, str], list[BuriedRow]] = {}
    for job in jobs:
        groups.setdefault((job.tube, job.code), []).append(describe(job))
    found = [
        BuriedGroup(
            tube=tube,
            code=code,
            count=len(rows),
            samples=rows[:_SAMPLES],
            sources=Counter(row.source for row in rows if row.source).most_common(_SAMPLES),
        )
        for (tube, code), rows in groups.items()
    ]
    return sorted(found, key=lambda group: (-group.count, group.tube, group.code))


def describe(job: BuriedJob) -> BuriedRow:
    """Read as much as possible of a job's body, whatever its version."""
    try:
        body = json.loads(job.body)
    except (ValueError, RecursionError):
        body = None
    fields = body if isinstance(body, dict) else {}
    source = fields.get("source")
    name = source.get("name") if isinstance(source, dict) else ""
    return BuriedRow(
        tube=job.tube, reason=job.reason, url=_text(fields.get("url")), source=_text(name)
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
