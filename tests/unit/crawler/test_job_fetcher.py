"""How jobs go on after a fetch that had to wait."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.failures import TooEarly
from crawler.fetcher import Fetched
from crawler.job_fetcher import JobFetcher
from crawler.job_results import Continued, RateLimited
from crawler.redirects import Redirect, packed_redirects, unpacked_redirects
from hooks.answers import PageKeeper
from scheduler.jobs import MAX_BYTES, ListJob, PageJob, SourceSpec
from storage.settings import Settings
from testbed.archive import page_archive
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


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[PageKeeper]:
    given = {"NEWSLOOM_HOME": str(tmp_path), "NEWSLOOM_ARCHIVE": "all"}
    archive = page_archive(Settings.from_mapping(given))
    yield archive
    asyncio.run(archive.close())


MOVED_PAGE = replace(PAGE, url="http://b.example/", hops=1)


@pytest.mark.parametrize(
    ("job", "moved"),
    [
        (LIST, replace(LIST, moved_to="http://b.example/", hops=1)),
        (PAGE, replace(MOVED_PAGE, redirects=packed_redirects([REDIRECT]))),
    ],
)
def test_a_redirect_that_had_to_wait_goes_on_where_it_leads(
    job: ListJob | PageJob, moved: ListJob | PageJob, archive: PageKeeper
) -> None:
    result = JobFetcher(NoFetcher(), archive).retry(job, early("http://b.example/"))
    assert result == Continued(job=moved, delay_seconds=3.0)


def test_a_job_carries_redirects_for_the_archive_alone() -> None:
    result = JobFetcher(NoFetcher()).retry(PAGE, early("http://b.example/"))
    assert result == Continued(job=MOVED_PAGE, delay_seconds=3.0)


def test_a_full_job_goes_on_without_its_redirects(archive: PageKeeper) -> None:
    text = "x" * (MAX_BYTES - len(replace(MOVED_PAGE, read=" ").to_json()))
    result = JobFetcher(NoFetcher(), archive).retry(
        replace(PAGE, read=text), early("http://b.example/")
    )
    assert result == Continued(job=replace(MOVED_PAGE, read=text), delay_seconds=3.0)
    assert isinstance(result, Continued)
    assert len(result.job.to_json()) <= MAX_BYTES
