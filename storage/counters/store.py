"""Counts of what workers do: since the start, by run and by time; workers write them, the scheduler
and the UI read them.
"""

from collections.abc import Sequence

from storage.counters.counting import (
    COUNTS,
    REPLACED_LISTS,
    RUN_SECONDS,
    buried_name,
    count_events,
    count_runs,
    granted,
    of_run,
    of_source,
    run_counts,
    totals,
    wanted_name,
)
from storage.counters.events import Event, RunCounts, Totals
from storage.counters.history import History, history_operations
from storage.findings.store import finding_operations
from storage.state.port import All, Count, Get, Keep


class Counters(History):
    """Counters. ``record`` is atomic for each batch. Methods raise ``storage.errors.Unavailable``.

    Counts by time are in UTC, by the times of the events, and contain only buckets with a count.
    Counts expire when they are older than the retention of their series, by the store's clock.
    """

    def record(self, events: Sequence[Event]) -> None:
        """Count the events, and keep what ``SourceFindings`` returns of them."""
        runs = count_runs(events)
        self._state.run_all(
            [
                *(Count(key, numbers) for key, numbers in {**count_events(events), **runs}.items()),
                *(Keep(run, RUN_SECONDS) for run in runs),
                *finding_operations(events),
                *history_operations(events),
            ]
        )

    def totals(self) -> Totals:
        """Return all counts, for the monitor page."""
        counts = self._state.run(All(COUNTS))
        return totals(counts)

    def run_counts(self, run_ids: Sequence[str]) -> dict[str, RunCounts]:
        """Return the counts of those runs that have any. They are kept for seven days."""
        contents = self._state.run_all([All(of_run(run_id)) for run_id in run_ids])
        return {
            run_id: run_counts(counts)
            for run_id, counts in zip(run_ids, contents, strict=True)
            if counts
        }

    def count_replaced_list(self, run_id: str) -> None:
        """Count a list job of a run that another one has replaced."""
        self._count_in_run(run_id, REPLACED_LISTS, 1)

    def take_links(self, run_id: str, keyword: str, wanted: int, most: int) -> range:
        """Take up to ``wanted`` of the ``most`` new links of a run's keyword; return the places of
        those to queue.

        The places count from 0 over all lists of the run, so the first worker that asks gets
        ``range(wanted)``.

        Any number of workers together never get more than ``most``. Whoever asks again takes again.
        What a run took is kept for seven days.
        """
        wanted_by_all = self._count_in_run(run_id, wanted_name(keyword), wanted)
        return granted(wanted_by_all, wanted, most)

    def count_buried(self, code: str) -> None:
        """Count a job that was buried for the reason of this code."""
        self._state.run(Count(COUNTS, {buried_name(code): 1}))

    def source_outcomes(self, source_id: int) -> dict[str, int]:
        """Return page outcomes of one source since the store was created."""
        return self._state.run(All(of_source(source_id)))

    def _count_in_run(self, run_id: str, name: str, number: int) -> int:
        """Add to a count of a run; return the sum."""
        run = of_run(run_id)
        *_, counts = self._state.run_all(
            [Count(run, {name: number}), Keep(run, RUN_SECONDS), Get(run, [name])]
        )
        return int(counts[name])
