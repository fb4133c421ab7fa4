"""Encode what Beanstalkd has no field for: failures in its priority, a burial in a job's body. Pure.

Beanstalkd's priority is ``priority * 1000 + failures``: a release can change this number, but not the body. So a job
that failed comes after the fresh ones of its priority and before those of the next.

A buried job is in a tube of its own (``page.buried``). Its body follows one line of JSON with the rest.
"""

import json
from dataclasses import dataclass

_SPAN = 1000
_REASON_BYTES = 400
# No header is longer: the reason in JSON takes six bytes for one at worst, the numbers less than hundred.
HEADER_BYTES = 6 * _REASON_BYTES + 100
_SUFFIX = ".buried"


@dataclass(frozen=True, kw_only=True)
class Envelope:
    """A buried job: its body, what is needed to put it again, and the reason."""

    body: bytes
    reason: str
    priority: int
    ttr_seconds: int

    def to_bytes(self) -> bytes:
        """Return the body of the job in the tube of buried jobs; a long reason is cut."""
        reason = self.reason.encode()[:_REASON_BYTES].decode("utf-8", "ignore")
        header = {"reason": reason, "priority": self.priority, "ttr": self.ttr_seconds}
        return json.dumps(header).encode() + b"\n" + self.body

    @classmethod
    def from_bytes(cls, data: bytes) -> "Envelope":
        """Read such a body. Keep the body of a foreign job as a whole, so that it can be deleted."""
        header, _, body = data.partition(b"\n")
        try:
            fields = json.loads(header)
            return cls(body=body, reason=fields["reason"], priority=fields["priority"], ttr_seconds=fields["ttr"])
        except (ValueError, TypeError, KeyError, RecursionError):
            return cls(body=data, reason="not buried by Newsloom", priority=5, ttr_seconds=120)


def buried_tube(tube: str) -> str:
    """Return the name of the tube that holds a tube's buried jobs."""
    return tube + _SUFFIX


def pack_priority(priority: int, failures: int) -> int:
    """Return Beanstalkd's priority; failures beyond 999 count as 999."""
    return priority * _SPAN + min(failures, _SPAN - 1)


def unpack_priority(packed: int) -> tuple[int, int]:
    """Return (priority, failures)."""
    return divmod(packed, _SPAN)
