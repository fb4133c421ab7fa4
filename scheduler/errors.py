"""Errors of the scheduler.

SchedulerError
├── BadJob               a job cannot be read: wrong version, not JSON, fields missing
├── QueueUnavailable     the queue server does not answer: try again later
└── QueueRefused         the queue server answered no (job too big, unknown command)
"""


class SchedulerError(Exception):
    """Root of everything this package raises."""


class BadJob(SchedulerError):
    """The job's body cannot be read. ``body`` is kept for whoever looks into it."""

    def __init__(self, why: str, body: str) -> None:
        self.why = why
        self.body = body
        super().__init__(why)


class QueueUnavailable(SchedulerError):
    """The queue server cannot be reached now; the same call may succeed later."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the queue does not answer: {why}")


class QueueRefused(SchedulerError):
    """The queue server answered that the request is wrong; the same call will fail again."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the queue refused: {why}")
