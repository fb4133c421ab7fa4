"""What features watch of the jobs of a worker. Without any, it costs nothing."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from crawler.job_log import Timing
from crawler.job_results import JobResult
from hooks.answers import JobWatcher
from hooks.features import Features
from scheduler.jobs import ListJob, PageJob
from storage.settings import Settings

_HOOK = "job_watcher"


class JobWatchers:
    """Tells the watchers of features. One that raises is logged; the job goes on."""

    def __init__(self, features: Features, watchers: Sequence[JobWatcher] = ()) -> None:
        self._features = features
        self._watchers = watchers

    def begun(self, job: PageJob) -> PageJob:
        """Return the job of a new page as it is to be put, without what was noted of the page
        before.
        """
        job = replace(job, traced=0.0) if job.traced else job
        for each in self._watchers:
            with self._noting(each):
                job = each.begun(job)
        return job

    def put_again(self, job: ListJob | PageJob) -> ListJob | PageJob:
        """Return a job that goes on with a page or list as it is to be put."""
        for each in self._watchers:
            with self._noting(each):
                job = each.put_again(job)
        return job

    def found(self, jobs: Sequence[PageJob], timings: Mapping[str, Timing]) -> None:
        """Tell of the jobs of new pages, which a job with these timings has put."""
        for each in self._watchers:
            with self._noting(each):
                each.found(jobs, timings)

    def worked(
        self,
        job: ListJob | PageJob,
        result: JobResult,
        attempt: int,
        since: float,
        timings: Mapping[str, Timing],
    ) -> None:
        """Tell of a run of a job from ``since`` (Unix time) until now."""
        for each in self._watchers:
            with self._noting(each):
                each.worked(job, result, attempt, since, timings)

    def close(self) -> None:
        """Let them end, in a few seconds at most."""
        for each in self._watchers:
            with self._noting(each):
                each.close()

    @contextmanager
    def _noting(self, watcher: JobWatcher) -> Iterator[None]:
        try:
            yield
        except Exception:  # noqa: BLE001 logged as the feature's
            self._features.note_failure(watcher.feature, _HOOK)


def job_watchers(features: Features, settings: Settings) -> JobWatchers:
    """Return those of the features that are on. An error passes: the worker does not start."""
    return JobWatchers(features, features.tell(_HOOK, settings=settings))
