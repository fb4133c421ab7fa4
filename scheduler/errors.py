"""Errors of the scheduler.

SchedulerError
├── BadJob               a job cannot be read: not JSON, fields missing, a version that never was
├── NewerJob             a job is for workers of a newer version: leave it to them
├── QueueUnavailable     the queue does not answer: try again later
└── QueueRefused         the queue refuses the request (job too big, unknown command)
"""


class SchedulerError(Exception):
    """Root of every error of this package."""


class BadJob(SchedulerError):
    """The job's body cannot be read. ``body`` is kept for inspection."""

    def __init__(self, why: str, body: str) -> None:
        self.why = why
        self.body = body
        super().__init__(why)


class NewerJob(SchedulerError):
    """The job has a newer version than this program reads."""

    def __init__(self, version: int, newest: int) -> None:
        self.version = version
        super().__init__(
            f"the job has version {version}, this program reads versions up to {newest}"
        )


class QueueUnavailable(SchedulerError):
    """The queue cannot be reached now; the same call may succeed later."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the queue does not answer: {why}")


class QueueRefused(SchedulerError):
    """The queue refuses the request; the same call will fail again."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the queue refused: {why}")
