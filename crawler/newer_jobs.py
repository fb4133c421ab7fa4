"""Jobs of a newer version than this worker reads: how long they wait, and how long the worker
reports them. Pure.
"""

import random

_WAIT_SECONDS = 30.0
_JITTER = 1.3
_REPORTED_SECONDS = 3 * _WAIT_SECONDS


def wait_seconds() -> float:
    """Return after how long a worker may take the job again; random delays keep jobs from coming
    back all at once.
    """
    return _WAIT_SECONDS * random.uniform(1.0, _JITTER)


class NewerJobs:
    """The version of the last job that was left to newer workers, and when (in seconds, by any one
    clock).
    """

    def __init__(self) -> None:
        self._version = 0
        self._seen = 0.0

    def note(self, version: int, now: float) -> None:
        """Remember that a job of this version came."""
        self._version, self._seen = version, now

    def lately(self, now: float) -> int:
        """Return the version if that was a short time ago, otherwise 0."""
        if now - self._seen < _REPORTED_SECONDS:
            return self._version
        return 0
