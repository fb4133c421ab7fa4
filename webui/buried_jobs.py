"""What a person wants to know of a job that was given up."""

import json
from dataclasses import dataclass

from scheduler.queue.port import BuriedJob


@dataclass(frozen=True, kw_only=True)
class BuriedRow:
    """One buried job. ``url`` and ``source`` are "" when its body cannot be read; that may be why it lies here."""

    tube: str
    reason: str
    url: str
    source: str


def describe(job: BuriedJob) -> BuriedRow:
    """Read what can be read of a job's body, whatever its version."""
    try:
        body = json.loads(job.body)
    except ValueError:
        body = None
    fields = body if isinstance(body, dict) else {}
    source = fields.get("source")
    name = source.get("name") if isinstance(source, dict) else ""
    return BuriedRow(tube=job.tube, reason=job.reason, url=_text(fields.get("url")), source=_text(name))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
