"""Measure pages a second of one worker process against bare Scrapy, on the same pages in the same
run.

``python -m benchmarks.pipeline [--pages 2000] [--rounds 3] [--sizes 4,60,180] [--elasticsearch
URL]``

Each round fetches the same pages of the fake web up to four times: bare Scrapy (a spider that
fetches and does nothing else, same concurrency); a spider that extracts each page with trafilatura
and writes it to a file (`make rivals` installs it); one worker into the embedded stores; one worker
into Elasticsearch (queue and filter embedded). The clock starts when the first page is done and
stops with the last. Each ratio is of one round. CPU time is that of the worker's processes or of
the spider's. ``--sizes`` are least sizes of a page in kB; 4 leaves pages as they are. ``--compare
NAME=VALUE`` runs one worker into the embedded stores instead, without and with a setting such as
``ARCHIVE=all``. ``--flat`` runs one embedded worker over the pages and prints its memory on the
way.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import ExitStack, closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from fakeweb.web import FakeWeb
from scheduler.jobs import PageJob, SourceSpec
from scheduler.queue.backends import open_queue
from scheduler.queue.port import PAGE_TUBE, NewJob
from storage.keys import canonical_url, url_key
from storage.outcomes import Outcome
from testbed.memory import family_bytes
from testbed.servers import MeasuredElasticsearch
from testbed.stack import Stack

HOSTS = ("valley-courier", "copper-street", "news.cnr", "talbote", "old-quay")
_MORE_HOSTS = ("granite-daily", "el-faro", "binhai-ribao", "chengshi-zaobao", "minato")
_MAX_OF_A_HOST = 30_000
"""A little less than the fake web can write."""
CONCURRENCY = 64
_PLAIN_KB = 4
"""About the size of the fake web's pages as they are."""

BARE = "bare Scrapy"
WITH_LIBRARY = "Scrapy, trafilatura"
"""Fetch, extract and write a line of JSON a page: what people would build without Newsloom."""
_SPIDER = """
import json, socket, sys, time
import scrapy
socket.gethostbyname = lambda name: "127.0.0.1"  # *.localhost, which not every system resolves
from scrapy.crawler import CrawlerProcess

addresses, texts = sys.argv[1:]
if texts:
    from trafilatura import extract
    output = open(texts, "w")

class Spider(scrapy.Spider):
    name = "spider"
    done, first, cpu = 0, 0.0, 0.0
    async def start(self):
        for url in open(addresses).read().split():
            yield scrapy.Request(url, self.parse, dont_filter=True)
    def parse(self, response):
        self.cpu = self.cpu or time.process_time()
        self.first = self.first or time.perf_counter()
        if texts:
            found = extract(response.text, response.url, with_metadata=True, output_format="json")
            output.write(f"{found}\\n")
        self.done += 1
    def closed(self, reason):
        seconds, cpu = time.perf_counter() - self.first, time.process_time() - self.cpu
        print(json.dumps(((self.done - 1) / seconds, cpu / (self.done - 1))))

process = CrawlerProcess({
    "LOG_ENABLED": False, "TELNETCONSOLE_ENABLED": False, "ROBOTSTXT_OBEY": False,
    "CONCURRENT_REQUESTS": 64, "CONCURRENT_REQUESTS_PER_DOMAIN": 64, "DOWNLOAD_DELAY": 0,
})
process.crawl(Spider)
process.start()
"""


class Speed(NamedTuple):
    """Pages a second, and seconds of CPU time a page."""

    pages: float
    cpu: float


def main() -> None:
    """Run the rounds and print a table."""
    options = _options()
    with ExitStack() as stack:
        if options.flat:
            _flat(_serve(stack, options.pages, 0))
            return
        if options.compare:
            for size in map(int, options.sizes.split(",")):
                with ExitStack() as web:
                    urls = _serve(web, options.pages, 1000 * size if size > _PLAIN_KB else 0)
                    _report_difference(
                        size,
                        options.compare,
                        [_pair(urls, options.compare) for _ in range(options.rounds)],
                    )
            return
        elasticsearch = options.elasticsearch or stack.enter_context(MeasuredElasticsearch()).url
        for size in map(int, options.sizes.split(",")):
            with ExitStack() as web:
                urls = _serve(web, options.pages, 1000 * size if size > _PLAIN_KB else 0)
                _report(
                    size,
                    urls,
                    [_round(urls, elasticsearch, f"{size}-{n}") for n in range(options.rounds)],
                )


def _serve(stack: ExitStack, pages: int, weight: int) -> list[str]:
    hosts = HOSTS if pages <= len(HOSTS) * _MAX_OF_A_HOST else HOSTS + _MORE_HOSTS
    stock = -(-pages // len(hosts))
    web = stack.enter_context(FakeWeb.start(seed=3, stock=stock, sites=hosts, weight=weight))
    return [entry["url"] for entry in web.ledger(bodies=False)][:pages]


def _report(size: int, urls: list[str], rounds: list[Mapping[str, Speed]]) -> None:
    print(
        f"\n{len(urls)} pages of {size} kB, {CONCURRENCY} in flight, medians of {len(rounds)} "
        "rounds"
    )
    for name in rounds[0]:
        speed = statistics.median(found[name].pages for found in rounds)
        ratio = statistics.median(found[name].pages / found[BARE].pages for found in rounds)
        cpu = statistics.median(found[name].cpu for found in rounds)
        print(
            f"  {name:20} {speed:8.0f} pages/s   ratio {ratio:.2f}   {1000 * cpu:6.2f} ms of CPU "
            "a page"
        )


def _pair(urls: list[str], setting: str) -> tuple[Speed, Speed]:
    name, _, value = setting.partition("=")
    return _worker(urls, {}), _worker(urls, {}, **{name: value})


def _report_difference(size: int, setting: str, rounds: list[tuple[Speed, Speed]]) -> None:
    print(f"\n{size} kB pages, {CONCURRENCY} in flight, medians of {len(rounds)} rounds")
    for name, place in (("as it is", 0), (f"with {setting}", 1)):
        speed = statistics.median(found[place].pages for found in rounds)
        cpu = statistics.median(found[place].cpu for found in rounds)
        print(f"  {name:24} {speed:8.0f} pages/s   {1000 * cpu:6.2f} ms of CPU a page")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--sizes", default="4,60,180", help="least sizes of a page in kB, separated by commas"
    )
    parser.add_argument(
        "--elasticsearch", default="", help="elasticsearch:// address; one is started without it"
    )
    parser.add_argument("--compare", default="", help="a setting to measure, such as ARCHIVE=all")
    parser.add_argument(
        "--flat", action="store_true", help="watch the memory of one worker instead"
    )
    return parser.parse_args()


def _round(urls: list[str], elasticsearch: str, name: str) -> Mapping[str, Speed]:
    prefix = f"{elasticsearch.split('?')[0].rstrip('/')}/bench{os.getpid()}-{name}"
    found = {BARE: _spider(urls)}
    if find_spec("trafilatura"):
        found[WITH_LIBRARY] = _spider(urls, extracts=True)
    found["into SQLite"] = _worker(urls, {})
    found["into Elasticsearch"] = _worker(urls, {"documents": prefix})
    print(
        f"round {name}: "
        + ", ".join(f"{kind} {speed.pages:.0f}/s" for kind, speed in found.items()),
        flush=True,
    )
    return found


def _spider(urls: list[str], *, extracts: bool = False) -> Speed:
    with tempfile.TemporaryDirectory() as folder:
        addresses = Path(folder) / "urls"
        addresses.write_text("\n".join(urls))
        script = Path(folder) / "spider.py"
        script.write_text(_SPIDER)
        texts = Path(folder) / "texts.jsonl" if extracts else ""
        done = subprocess.run(
            [sys.executable, str(script), str(addresses), str(texts)],
            capture_output=True,
            text=True,
            check=True,
        )
    pages, cpu = json.loads(done.stdout.splitlines()[-1])
    return Speed(pages, cpu)


def _worker(urls: list[str], stores: dict[str, str], watch: Any = None, **settings: str) -> Speed:
    options: dict[str, Any] = {"CONCURRENCY": CONCURRENCY, **settings}
    with tempfile.TemporaryDirectory() as folder, Stack(Path(folder), stores, **options) as stack:
        with closing(open_queue(stack.settings)) as queue:
            queue.put(PAGE_TUBE, [NewJob(body=_job(url).to_json()) for url in urls])
        process = stack.start("worker", "--pool", "page")
        started, base, cpu = 0.0, 0, 0.0
        while True:
            done = sum(stack.totals().pages.values())
            now = time.perf_counter()
            if done and not started:
                started, base, cpu = now, done, _cpu_of(process.pid)
            if watch:
                watch(done, family_bytes(process.pid))
            if done >= len(urls):
                cpu = _cpu_of(process.pid) - cpu
                break
            if process.poll() is not None:
                raise SystemExit(stack.logs())
            time.sleep(0.05 if not watch else 1.0)
        stored = stack.totals().pages.get(Outcome.STORED, 0)
        if stored != len(urls):
            raise SystemExit(
                f"only {stored} of {len(urls)} pages were stored: {stack.totals().pages}"
            )
        return Speed((done - base) / (now - started), cpu / (done - base))


def _cpu_of(pid: int) -> float:
    """Return the seconds of a worker and its processes for parsers."""
    worker = psutil.Process(pid)
    spent = [each.cpu_times() for each in (worker, *worker.children(recursive=True))]
    return float(sum(each.user + each.system for each in spent))


def _job(url: str) -> PageJob:
    spec = SourceSpec(id=1, name="benchmark", channel="list", pace_seconds=0.0)
    return PageJob(
        run_id="benchmark",
        source=spec,
        url=url,
        key=url_key(canonical_url(url)),
        collected=time.time(),
        kind="article",
    )


def _flat(urls: list[str]) -> None:
    marks: dict[int, int] = {}

    def watch(done: int, memory: int) -> None:
        if done // 2000 not in marks:
            marks[done // 2000] = memory
            print(f"  {done:6} pages  {memory / 1e6:7.1f} MB", flush=True)

    speed = _worker(urls, {}, watch)
    print(f"{len(urls)} pages, {speed.pages:.0f} pages/s")


if __name__ == "__main__":
    main()
