"""A running installation leaves its history: depths, lags, days of sources, keywords; and /metrics
tells of it.
"""

import time
import urllib.request
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from fakeweb.web import FakeWeb
from storage.backends import open_counters, open_workers
from storage.counters.events import KeywordCounts, Resolution
from testbed.servers.process import free_port
from testbed.stack import Stack, records, wait_until, ways_in


def test_what_a_crawl_leaves_behind(home: Path, stores: dict[str, str]) -> None:
    with (
        FakeWeb.start(seed=5, stock=6, rate=3) as web,
        Stack(home, stores, WEB_PORT=free_port()) as stack,
    ):
        stack.migrate()
        wanted = [
            source for source in ways_in(web.sources()) if source["channel"] in ("search", "feed")
        ]
        stack.add_sources(records(wanted, interval_seconds=10, pace_seconds=0.01))
        stack.start("scheduler")
        stack.start("worker")
        stack.start("web")
        with (
            closing(open_counters(stack.settings)) as counters,
            closing(open_workers(stack.settings)) as heartbeats,
        ):

            def has_history() -> bool:
                now = time.time()
                workers = heartbeats.alive(now)
                yields = counters.keyword_counts(range(1, 100), now - 86_400, now)
                return bool(
                    counters.lags(now - 3600, now)
                    and counters.gauge_history(now - 600, now)
                    and any(worker.pages_per_minute for worker in workers)
                    and any(each.stored for counts in yields.values() for each in counts.values())
                )

            wait_until(has_history, 60, "pages, samples and keywords are counted", stack.logs)
            now = time.time()
            check_keywords(counters.keyword_counts(range(1, 100), now - 86_400, now))
            today = datetime.fromtimestamp(now, UTC).date()
            days = counters.source_days(range(1, 100), today, today)
            stored = sum(
                counts[today].get("stored", 0) for counts in days.values() if today in counts
            )
            assert 0 < stored <= counters.totals().pages["stored"]
            assert (
                sum(
                    minute.pages.get("stored", 0)
                    for minute in counters.timeline(Resolution.MINUTE, now - 3600, now)
                )
                > 0
            )
        metrics = f"http://127.0.0.1:{stack.settings.web_port}/metrics"
        wait_until(lambda: answers(metrics), 40, "the web interface answers", stack.logs)
        text = read(metrics)
        for name in ("lag_seconds", "pages_total", "queue_jobs", "worker_jobs_in_work"):
            assert f"\nnewsloom_{name}{{" in text
        assert 'newsloom_store_up{store="queue"} 1.0' in text


def check_keywords(found: Mapping[int, Mapping[str, KeywordCounts]]) -> None:
    """What a keyword brings is counted under its name, and new links are among those found."""
    for keywords in found.values():
        for keyword, counts in keywords.items():
            assert keyword
            assert counts.found >= counts.new


def read(url: str) -> str:
    with urllib.request.urlopen(url, timeout=60) as answer:
        return str(answer.read().decode())


def answers(url: str) -> bool:
    try:
        return "newsloom_health" in read(url)
    except OSError:
        return False
