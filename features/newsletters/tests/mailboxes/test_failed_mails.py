"""What a worker leaves of a mail that it could not store."""

import asyncio
import os
import signal
from contextlib import closing
from pathlib import Path

from crawler.worker import Worker
from features.newsletters.tests.mailboxes.test_places import SPEC, Mailbox
from scheduler.jobs import PageJob
from scheduler.queue.backends import open_queue
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.backends import open_seen
from storage.keys import url_key
from storage.settings import Settings
from tests.unit.crawler.worker_stores import open_worker_stores

URL = "mid:newsletter@x.example"


def test_a_mail_that_could_not_be_stored_may_be_found_again(tmp_path: Path) -> None:
    """Under the address that it had."""
    settings = Settings(home=tmp_path, max_attempts=1)
    keys = [url_key(URL), url_key(URL, "issue")]
    job = PageJob(
        run_id="r", source=SPEC, url=URL, key=keys[1], collected=1.5, kind="article", content="%"
    )

    async def run() -> None:
        worker = asyncio.create_task(
            Worker(settings, open_worker_stores(settings), Mailbox(), "page").run()
        )
        with closing(open_queue(settings)) as watched:
            async with asyncio.timeout(30):
                while not any(tube.buried for tube in watched.stats()):  # noqa: ASYNC110 a queue has no event
                    await asyncio.sleep(0.02)
        os.kill(os.getpid(), signal.SIGTERM)
        await worker

    with closing(open_queue(settings)) as queue, closing(open_seen(settings)) as seen:
        seen.claim(keys, "a visit", 3600)
        queue.put(PAGE_TUBE, [NewJob(body=job.to_json())])
        asyncio.run(run())
        assert seen.claim(keys, "another visit", 3600) == [True, True]
