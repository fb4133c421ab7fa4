"""How jobs go on after a fetch that had to wait."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.failures import TooEarly
from crawler.fetcher import Fetched
from crawler.job_fetcher import JobFetcher
from crawler.job_results import Continued, RateLimited
from crawler.redirects import packed_redirects, unpacked_redirects
from scheduler.jobs import ListJob, PageJob, SourceSpec
from storage.archive.port import Redirect
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


REDIRECT = Redirect(
    url="http://a.example/1",
    status=302,
    location="//b.example/",
    at=datetime(2026, 3, 1, tzinfo=UTC),
)


def early(url: str) -> TooEarly:
    failure = TooEarly("a.example", 3.0)
    failure.url = url
    failure.redirects = (REDIRECT,)
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


@given(
    st.lists(
        st.builds(
            Redirect,
            url=st.just("http://a.example/1"),
            status=st.sampled_from((301, 302, 308)),
            location=st.text(max_size=30).map(lambda text: " ".join(text.split())),
            at=st.datetimes(datetime(2000, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC)),
        ),
        max_size=4,
    )
)
def test_a_job_carries_redirects_as_they_are(redirects: list[Redirect]) -> None:
    found = unpacked_redirects(packed_redirects(redirects))
    assert [(each.url, each.status, each.location) for each in found] == [
        (each.url, each.status, each.location) for each in redirects
    ]
    for one, other in zip(found, redirects, strict=True):
        assert abs((one.at - other.at).total_seconds()) < 0.001


@pytest.mark.parametrize(
    ("job", "moved"),
    [
        (LIST, replace(LIST, moved_to="http://b.example/", hops=1)),
        (
            PAGE,
            replace(PAGE, url="http://b.example/", hops=1, redirects=packed_redirects([REDIRECT])),
        ),
    ],
)
def test_a_redirect_that_had_to_wait_goes_on_where_it_leads(
    job: ListJob | PageJob, moved: ListJob | PageJob
) -> None:
    result = JobFetcher(NoFetcher()).retry(job, early("http://b.example/"))
    assert result == Continued(job=moved, delay_seconds=3.0)
