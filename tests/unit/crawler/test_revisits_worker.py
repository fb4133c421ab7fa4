"""How a worker ends a visit to a stored article that fails for good: counted, traced, and not
buried.
"""

import asyncio
import os
import signal
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from crawler.failures import FetchFailed
from crawler.fetcher import Fetched
from crawler.worker import Worker
from scheduler.jobs import PageJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.backends import open_counters, open_documents, open_seen, open_traces
from storage.keys import canonical_url, url_key
from storage.outcomes import Outcome
from storage.settings import Settings
from storage.traces.steps import StepKind
from tests.contract.documents import document
from tests.unit.crawler.fetchers import FakeFetcher
from tests.unit.crawler.worker_stores import open_worker_stores

URL = "https://news.example/story"
KEY = url_key(canonical_url(URL))


class Failing(FakeFetcher):
    """A site that always fails in the same way."""

    def __init__(self, failure: FetchFailed) -> None:
        self._failure = failure

    async def fetch(self, url: str, **_: object) -> Fetched:
        raise self._failure


@pytest.mark.parametrize(
    "failure",
    [
        FetchFailed(Outcome.HTTP_5XX, "HTTP 502"),
        FetchFailed(Outcome.HTTP_4XX, "HTTP 403"),
        FetchFailed(Outcome.TIMEOUT, "30 s"),
    ],
)
def test_it_is_counted_and_not_buried(tmp_path: Path, failure: FetchFailed) -> None:
    settings = Settings(home=tmp_path, max_attempts=1)
    source = SourceSpec(id=1, name="Example", channel="feed", pace_seconds=0.0)
    job = PageJob(
        run_id="r", source=source, url=URL, key=KEY, collected=1.5, kind="article", revisit=3600
    )
    stored = document(KEY, "Title", "text")

    async def run() -> None:
        worker = asyncio.create_task(
            Worker(settings, open_worker_stores(settings), Failing(failure), "page").run()
        )
        with closing(open_queue(settings)) as watched:
            async with asyncio.timeout(30):
                while any(tube.ready + tube.reserved + tube.delayed for tube in watched.stats()):  # noqa: ASYNC110 a queue has no event
                    await asyncio.sleep(0.02)
        os.kill(os.getpid(), signal.SIGTERM)
        await worker

    with (
        closing(open_queue(settings)) as queue,
        closing(open_documents(settings)) as documents,
        closing(open_seen(settings)) as seen,
    ):
        documents.write([stored])
        seen.commit([KEY])
        queue.put(PAGE_TUBE, [NewJob(body=job.to_json())])
        asyncio.run(run())
        assert not any(tube.buried for tube in queue.stats())
        assert documents.get(KEY) == stored
        # Nothing makes lists find the page again.
        assert seen.contains([KEY]) == [True]
    with closing(open_counters(settings)) as counters:
        assert counters.totals().pages == {failure.outcome.value: 1}
        day = datetime.now(UTC).date()
        assert counters.source_days([1], day - timedelta(days=1), day) == {}
    with closing(open_traces(settings)) as traces:
        [step] = traces.read(KEY).steps
    assert (step.kind, step.outcome, step.revisit) == (StepKind.BURIED, failure.outcome.value, 3600)
