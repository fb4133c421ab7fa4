"""What a feature reads beside lists stops nothing, whatever it does."""

import asyncio
import logging
from collections.abc import Sequence

import pytest

from crawler.fetcher import Fetched
from crawler.list_readers import ListReaders
from hooks.features import FEATURE_FAILED, load_features
from scheduler.jobs import ListJob, SourceSpec
from storage.errors import StorageError, Unavailable
from storage.outcomes import Outcome
from tests.unit.crawler.fetchers import answer

SPEC = SourceSpec(id=1, name="Example", channel="list")
LIST = ListJob(run_id="r", source=SPEC, url="http://a.example/list")


class Maps:
    """Reads a map of each site."""

    feature = "maps"

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error

    async def further_lists(self, job: ListJob) -> Sequence[ListJob]:
        if self.error:
            raise self.error
        return [ListJob(run_id=job.run_id, source=job.source, url="http://a.example/map")]

    async def read(self, job: ListJob, fetched: Fetched) -> str:
        if self.error:
            raise self.error
        return f"{len(fetched.body)} bytes are no map"


def readers(*found: Maps) -> ListReaders:
    return ListReaders(load_features(["none"], passing=(StorageError,)), found)


def test_the_job_of_a_list_says_who_reads_it() -> None:
    found = readers(Maps())
    [job] = asyncio.run(found.further_lists(LIST))
    assert (job.url, job.reader) == ("http://a.example/map", "maps")
    assert found.is_on(job)
    assert not readers().is_on(job)
    read = asyncio.run(found.read(job, answer(job.url, "abc")))
    assert (read.outcome, read.url) == (Outcome.LISTED, job.url)
    assert "3 bytes are no map" in read.detail


def test_a_feature_that_raises_is_named_and_the_list_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    [job] = asyncio.run(readers(Maps()).further_lists(LIST))
    broken = readers(Maps(KeyError("the reason")))
    with caplog.at_level(logging.ERROR):
        assert asyncio.run(broken.further_lists(LIST)) == []
        read = asyncio.run(broken.read(job, answer(job.url, "abc")))
    assert read.outcome is Outcome.LISTED
    assert "maps" in read.detail
    assert [record.msg for record in caplog.records] == [FEATURE_FAILED] * 2
    assert {vars(record)["feature"] for record in caplog.records} == {"maps"}


def test_an_outage_of_a_store_stays_one() -> None:
    away = readers(Maps(Unavailable("the facts", "away")))
    with pytest.raises(Unavailable):
        asyncio.run(away.further_lists(LIST))
