"""Encode what Beanstalkd has no field for: failures in its priority, a burial in a job's body.

Pure.

Beanstalkd's priority is ``rank * 1000 + failures``, with the rank of priority and round
(``scheduler.queue.rank``): a release can change this number, but not the body. So a job that failed
comes after the fresh ones of its round and before those of the next.

A buried job is in a tube of its own (``page.buried``). Its body follows one line of JSON with the
rest.
"""

import json
from dataclasses import dataclass

from scheduler.queue.rank import rank_of, split_rank

_SPAN = 1000
_REASON_BYTES = 400
# No header is longer: the reason in JSON takes six bytes for one at worst, the numbers less than
# hundred.
HEADER_BYTES = 6 * _REASON_BYTES + 100
_SUFFIX = ".buried"


@dataclass(frozen=True, kw_only=True)
class Envelope:
    """A buried job: its body, what is needed to put it again, and the reason."""

    body: bytes
    reason: str
    priority: int
    round: int
    ttr_seconds: int

    def to_bytes(self) -> bytes:
        """Return the body of the job in the tube of buried jobs; a long reason is cut."""
        reason = self.reason.encode()[:_REASON_BYTES].decode("utf-8", "ignore")
        header = {
            "reason": reason,
            "priority": self.priority,
            "round": self.round,
            "ttr": self.ttr_seconds,
        }
        return json.dumps(header).encode() + b"\n" + self.body

    @classmethod
    def from_bytes(cls, data: bytes) -> "Envelope":
        """Read such a body.

        Keep the body of a foreign job as a whole, so that it can be deleted.
        """
        header, _, body = data.partition(b"\n")
        try:
            fields = json.loads(header)
            return cls(
                body=body,
                reason=fields["reason"],
                priority=fields["priority"],
                round=fields.get("round", 0),
                ttr_seconds=fields["ttr"],
            )
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return cls(
                body=data, reason="not buried by Newsloom", priority=5, round=0, ttr_seconds=120
            )


def buried_tube(tube: str) -> str:
    """Return the name of the tube that holds a tube's buried jobs."""
    return tube + _SUFFIX


def pack_priority(priority: int, round_number: int, failures: int) -> int:
    """Return Beanstalkd's priority; failures beyond 999 count as 999."""
    return rank_of(priority, round_number) * _SPAN + min(failures, _SPAN - 1)


def unpack_priority(packed: int) -> tuple[int, int, int]:
    """Return (priority, round, failures)."""
    rank, failures = divmod(packed, _SPAN)
    return (*split_rank(rank), failures)
