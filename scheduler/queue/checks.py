"""Check what every queue refuses. Pure."""

from scheduler.errors import QueueRefused
from scheduler.queue.port import NewJob
from scheduler.queue.rank import LAST_PRIORITY, LAST_ROUND


def check_job(job: NewJob) -> None:
    """Raise QueueRefused if a number of the job is out of range."""
    if not 0 <= job.priority <= LAST_PRIORITY:
        raise QueueRefused(f"priority {job.priority} is not between 0 and {LAST_PRIORITY}")
    if not 0 <= job.round <= LAST_ROUND:
        raise QueueRefused(f"round {job.round} is not between 0 and {LAST_ROUND}")
    # Beanstalkd would take 0 for 1 without a word.
    if job.ttr_seconds < 1:
        raise QueueRefused(f"a time to run of {job.ttr_seconds} s is too short: 1 s is the least")
    try:
        job.body.encode()
    except UnicodeEncodeError as error:
        raise QueueRefused(f"the job's body is not valid text: {error}") from error


def storable(reason: str) -> str:
    """Return the reason with invalid characters replaced: it often quotes a page or a server."""
    return reason.encode("utf-8", "replace").decode()


def number_of(job_id: str) -> int:
    """Return the number in a job's id; 0, which no job has, for an id that no queue gave."""
    # A number of 18 digits fits into every integer that a store has.
    if job_id.isascii() and job_id.isdigit() and len(job_id) <= 18:
        return int(job_id)
    return 0
