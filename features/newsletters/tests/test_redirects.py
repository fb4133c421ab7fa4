"""Links of mails that lead elsewhere than they say."""

from dataclasses import replace

from crawler.failures import CrossHostRedirect
from crawler.job_results import Done, Redirected
from storage.outcomes import Outcome
from tests.unit.crawler.test_page_job import SPEC, Crawl, crawl, run

__all__ = ["crawl"]


def test_a_redirect_from_a_letter_to_what_acts_is_not_followed(crawl: Crawl) -> None:
    """Its reader would be unsubscribed. From other lists it is an address like any other."""

    async def test() -> None:
        target = "http://list.example/unsubscribe?u=8f3a9c2d71"
        crawl.fetcher.failures.update(dict.fromkeys(crawl.urls, CrossHostRedirect(target)))
        letters = replace(SPEC, channel="newsletter")
        result = await crawl.handler.run(crawl.job(source=letters))
        assert isinstance(result, Done)
        assert result.outcome is Outcome.DOUBTFUL
        assert "list.example" in result.detail
        assert "8f3a9c2d71" not in result.detail
        assert isinstance(await crawl.handler.run(crawl.job(crawl.urls[1])), Redirected)

    run(crawl, test)
