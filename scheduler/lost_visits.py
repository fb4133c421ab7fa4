"""Give up visits whose jobs no queue has.

An open visit keeps its source from being visited again. If its jobs are gone, nothing would ever
end it: the server of the queue lost its disk, an operator deleted the jobs, or the database alone
was restored from a backup.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from scheduler.log_events import LogEvent
from scheduler.open_visits import MAX_WAITING, waiting_jobs
from scheduler.queue.port import PAGE_TUBE, Queue
from storage.counters.events import RunCounts
from storage.counters.store import Counters
from storage.database.port import Configuration, RunRecord

logger = logging.getLogger(__name__)

_SPREAD = timedelta(minutes=5)
"""Over how long the visits of many sources are spread that are due again."""


def give_up_lost(
    runs: Sequence[RunRecord],
    configuration: Configuration,
    queue: Queue,
    counters: Counters,
    now: datetime,
) -> int:
    """End those of these open runs whose jobs are lost, and make their sources due; return how
    many.
    """
    # In this order: a worker counts what a job brought before it deletes the job.
    there = queue.existing([run.last_job for run in runs if run.last_job])
    counts = counters.run_counts([run.id for run in runs])
    queued = {tube.tube: tube.ready + tube.delayed + tube.reserved for tube in queue.stats()}
    lost = [run for run in runs if _is_lost(run, counts, there, queued)]
    if lost:
        # In this order: if the second one fails, the next look finds them lost again.
        configuration.reschedule(
            {run.source_id: now + _SPREAD * place / len(lost) for place, run in enumerate(lost)}
        )
        configuration.save_runs([replace(run, finished=now) for run in lost])
        logger.warning(LogEvent.RUNS_LOST, extra={"count": len(lost)})
    return len(lost)


def _is_lost(
    run: RunRecord,
    counts: Mapping[str, RunCounts],
    there: set[str],
    queued: Mapping[str, int],
) -> bool:
    found = counts.get(run.id)
    if found is not None and found.lists:
        waiting = waiting_jobs(run, found)
        # Some of the jobs end while they are counted, but not half of them.
        return waiting >= MAX_WAITING and waiting > 2 * sum(queued.values())
    if found is not None and found.replaced_lists:
        # Its list goes on at another host or in another pool, under an id that is not known here.
        return False
    if not run.last_job:
        # A program of the version before has put it: only an empty queue tells that it is gone.
        return not sum(count for tube, count in queued.items() if tube != PAGE_TUBE)
    return run.last_job not in there
