"""Measure what the archive and the traces cost a worker: CPU time and bytes of a page.

``python -m benchmarks.archive [--pages 40]``

Archives pages of the fake web, of three sizes, in a folder of its own, and reads them again. Then
notes and stores the two steps of an ordinary page, found and stored. CPU time is that of this
process.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from crawler import steps
from crawler.job_results import Done
from crawler.trace_log import TraceLog
from fakeweb.web import FakeWeb
from features.archive.store.folder import FolderReader, FolderWriter
from features.archive.store.port import Answer
from scheduler.jobs import PageJob, SourceSpec
from storage.backends import open_traces
from storage.keys import canonical_url, url_key
from storage.outcomes import Outcome
from storage.settings import Settings

_WEIGHTS = (0, 60_000, 180_000)
_ROUNDS = 5
_TRACED = 5_000
_URL = "https://news.example/2026/11/22/a-story-about-something-long.html"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pages", type=int, default=40, help="different pages of each size")
    pages = parser.parse_args().pages
    for weight in _WEIGHTS:
        _archive(_bodies(pages, weight))
    _trace()


def _archive(bodies: list[bytes]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        writer = FolderWriter(folder, least_free_bytes=0)

        def write() -> None:
            for number in range(_ROUNDS):
                for body in bodies:
                    # Equal payloads would be written once.
                    page = body + b"<!--%d-->" % number
                    writer.append(
                        Answer(
                            url=_URL,
                            status=200,
                            headers={},
                            body=page,
                            fetched=datetime.now(UTC),
                            job="x" * 600,
                        )
                    )

        written, count, whole = _cpu(write), _ROUNDS * len(bodies), _ROUNDS * sum(map(len, bodies))
        writer.close()
        size = sum(path.stat().st_size for path in folder.iterdir())
        read = _cpu(lambda: [None for _ in FolderReader(folder).answers()])
    print(
        f"{whole / count / 1000:4.0f} kB a page: {1000 * written / count:.2f} ms to archive, "
        f"{1000 * read / count:.2f} ms to read, {size / count / 1000:.1f} kB in the file"
    )


def _trace() -> None:
    spec = SourceSpec(id=1, name="benchmark", channel="feed")
    key = url_key(canonical_url(_URL))
    job = PageJob(
        run_id=key,
        source=spec,
        url=_URL,
        key=key,
        collected=time.time(),
        kind="article",
        list_url=_URL,
    )
    done = Done(outcome=Outcome.STORED, url=_URL, document_url=_URL)
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(TraceLog(open_traces(Settings(state_url=f"local://{folder}")))) as log,
    ):

        def note() -> None:
            for _ in range(_TRACED):
                log.add(steps.found(job, 1.0))
                log.add(steps.settled(job, done, 1))

        noted, stored = _cpu(note), _cpu(log.flush)
    print(
        f"two steps of a page: {1e6 * noted / _TRACED:.0f} µs to note, "
        f"{1e6 * stored / _TRACED:.0f} µs to store"
    )


def _bodies(pages: int, weight: int) -> list[bytes]:
    with FakeWeb.start(seed=3, stock=pages, sites=("valley-courier",), weight=weight) as web:
        return [_get(entry["url"]) for entry in web.ledger(bodies=False)[:pages]]


def _get(url: str) -> bytes:
    # Not every system resolves *.localhost.
    parts = urlsplit(url)
    address = parts._replace(netloc=f"127.0.0.1:{parts.port}").geturl()
    with urlopen(Request(address, headers={"Host": parts.netloc}), timeout=30) as response:
        body: bytes = response.read()
    return body


def _cpu(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


if __name__ == "__main__":
    main()
