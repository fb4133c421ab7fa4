"""A look-up says which lists that a site names it could not read; a passing error hides none."""

import asyncio

import pytest

from crawler.discovery.discover import visit
from crawler.discovery.values import DiscoveryResult, FoundBy
from crawler.failures import FetchFailed, check_status
from crawler.fetcher import Fetched
from storage.outcomes import Outcome
from tests.unit.crawler.fetchers import FakeFetcher, answer

SITE = "https://quay.example"
FEED = f"{SITE}/feed.xml"
ENTRIES = "".join(
    f"<item><title>The ferry and its engine {n}</title><link>{SITE}/news/{n}.html</link></item>"
    for n in range(9)
)
RSS = f"<rss version='2.0'><channel><title>Quay</title>{ENTRIES}</channel></rss>"
LISTED = "".join(
    f"<li><a href='/news/{n}.html'>What the harbour council has decided in case {n}</a></li>"
    for n in range(9)
)
FRONT = (
    f"<link rel=alternate type=application/rss+xml href={FEED}><title>Quay</title><ul>{LISTED}</ul>"
)


class Quay(FakeFetcher):
    """A site whose declared feed answers with these statuses in turn; the last one stays."""

    def __init__(self, *statuses: int, retry_after: str = "") -> None:
        self.statuses = list(statuses)
        self.retry_after = retry_after
        self.asked: list[str] = []

    async def fetch(self, url: str, **_: object) -> Fetched:
        self.asked.append(url)
        if url == f"{SITE}/":
            return answer(url, FRONT)
        if url != FEED:
            raise FetchFailed(Outcome.GONE, "HTTP 404")
        status = self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]
        check_status(status, self.retry_after, 0.0)
        return answer(url, RSS, "application/rss+xml")


def looked_up(fetcher: Quay) -> DiscoveryResult:
    return asyncio.run(visit(fetcher, (f"{SITE}/",), lambda _: None))


def test_a_declared_feed_is_proposed_in_spite_of_one_error_of_the_server() -> None:
    found = looked_up(Quay(503, 200))
    assert found.proposals[0].address == FEED
    assert found.unread == ()


@pytest.mark.parametrize(
    ("status", "outcome"),
    [(503, Outcome.HTTP_5XX), (403, Outcome.HTTP_4XX), (429, Outcome.THROTTLED)],
)
def test_a_declared_feed_that_cannot_be_read_is_named_with_the_reason(
    status: int, outcome: Outcome
) -> None:
    found = looked_up(Quay(status))
    assert [proposal.channel for proposal in found.proposals] == ["list"]
    (unread,) = found.unread
    assert (unread.address, unread.found_by) == (FEED, FoundBy.DECLARED)
    assert unread.outcome == outcome.value
    assert str(status) in unread.error


def test_a_server_that_asks_to_wait_is_not_asked_again() -> None:
    fetcher = Quay(503, retry_after="120")
    assert [each.outcome for each in looked_up(fetcher).unread] == [Outcome.THROTTLED.value]
    assert fetcher.asked.count(FEED) == 1


def test_a_declared_feed_that_is_not_there_is_no_news() -> None:
    assert looked_up(Quay(404)).unread == ()
