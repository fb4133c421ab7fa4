"""How jobs go on after a fetch that had to wait."""

from dataclasses import replace

import pytest

from crawler.failures import TooEarly
from crawler.fetcher import Fetched
from crawler.job_fetcher import JobFetcher
from crawler.job_results import Continued, RateLimited
from scheduler.jobs import ListJob, PageJob, SourceSpec
from tests.unit.crawler.fetchers import FakeFetcher

SPEC = SourceSpec(id=1, name="Example", channel="list")
LIST = ListJob(run_id="r", source=SPEC, url="http://a.example/list")
PAGE = PageJob(
    run_id="r", source=SPEC, url="http://a.example/1", key="k", collected=1.5, kind="article"
)


class NoFetcher(FakeFetcher):
    """Fetches nothing."""

    async def fetch(self, url: str, **_: object) -> Fetched:
        raise AssertionError(url)


def early(url: str) -> TooEarly:
    failure = TooEarly("a.example", 3.0)
    failure.url = url
    return failure


@pytest.mark.parametrize("job", [LIST, PAGE])
@pytest.mark.parametrize("names_it", [False, True])
def test_a_job_that_comes_too_early_waits_for_its_own_address(
    job: ListJob | PageJob, names_it: bool
) -> None:
    """Without an address, as when connecting took so long that the turn was lost, that is the
    address of the job.
    """
    result = JobFetcher(NoFetcher()).retry(job, early(job.url if names_it else ""))
    assert result == RateLimited(delay_seconds=3.0)


@pytest.mark.parametrize(
    ("job", "moved"),
    [
        (LIST, replace(LIST, moved_to="http://b.example/", hops=1)),
        (PAGE, replace(PAGE, url="http://b.example/", hops=1)),
    ],
)
def test_a_redirect_that_had_to_wait_goes_on_where_it_leads(
    job: ListJob | PageJob, moved: ListJob | PageJob
) -> None:
    result = JobFetcher(NoFetcher()).retry(job, early("http://b.example/"))
    assert result == Continued(job=moved, delay_seconds=3.0)
