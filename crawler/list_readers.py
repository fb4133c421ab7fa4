"""What features read beside the lists of sources.

A feature may ask for further lists when a worker has read one. They are jobs like any other, which
wait for the turn of their host, and the feature reads them. Such a list costs its source nothing if
it fails: the next one comes later.
"""

from collections.abc import Sequence
from dataclasses import replace

from crawler.fetcher import Fetched
from crawler.job_results import Done
from crawler.parsing import Parsers
from crawler.stores import WorkerStores
from hooks.answers import ListReader
from hooks.features import Features
from scheduler.jobs import ListJob
from storage.outcomes import Outcome

_HOOK = "list_reader"


class ListReaders:
    """The readers of the features that are on."""

    def __init__(self, features: Features, readers: Sequence[ListReader]) -> None:
        self._features = features
        self._by_feature = {each.feature: each for each in readers}

    async def further_lists(self, job: ListJob) -> list[ListJob]:
        """Return the lists that features want beside one that was read."""
        wanted: list[ListJob] = []
        for feature, reader in self._by_feature.items():
            try:
                found = await reader.further_lists(job)
                wanted += [replace(each, reader=feature) for each in found]
            except self._features.passing:
                raise
            except Exception:  # noqa: BLE001 logged as the feature's
                self._features.note_failure(feature, _HOOK)
        return wanted

    def is_on(self, job: ListJob) -> bool:
        """Return whether the feature is on for which a list is fetched."""
        return job.reader in self._by_feature

    async def read(self, job: ListJob, fetched: Fetched) -> Done:
        """Let the feature read a list of its own."""
        try:
            return done(job, await self._by_feature[job.reader].read(job, fetched))
        except self._features.passing:
            raise
        except Exception as error:  # noqa: BLE001 logged as the feature's
            self._features.note_failure(job.reader, _HOOK)
            return done(job, f"{type(error).__name__} in the feature {job.reader}")


def list_readers(features: Features, ports: WorkerStores, parsers: Parsers) -> ListReaders:
    """Return the readers of the features that are on."""
    return ListReaders(features, features.ask(_HOOK, stores=ports, parsers=parsers))


def done(job: ListJob, problem: str = "") -> Done:
    """Return the outcome of such a list: the list of the source itself was read."""
    # With a detail, a list counts as one that was read in part.
    detail = f"a page beside the list was not read: {problem}" if problem else ""
    return Done(outcome=Outcome.LISTED, detail=detail, url=job.url)
