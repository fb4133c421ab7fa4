"""Traces of pages arrive at a collector that speaks OTLP over HTTP, and a collector that is away
disturbs nothing.
"""

import gzip
import logging
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)

from fakeweb.web import FakeWeb
from features.telemetry.sink import OtlpSink
from features.telemetry.spans import Span
from testbed.servers.process import free_port
from testbed.stack import ROOT, Stack, records, wait_until, ways_in

PARTS = {"queue", "page", "fetch", "extract", "write"}


class Collector(ThreadingHTTPServer):
    """Keeps every span that it receives."""

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Receiver)
        self.spans: list[Any] = []
        self.services: set[tuple[str, str]] = set()

    def traces(self) -> dict[bytes, list[Any]]:
        """Return the spans of each trace."""
        found: dict[bytes, list[Any]] = defaultdict(list)
        for span in list(self.spans):
            found[span.trace_id].append(span)
        return found


class _Receiver(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        assert self.path == "/v1/traces"
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            named = {each.key: each.value.string_value for each in resource.resource.attributes}
            self.server.services.add((named["service.name"], named["service.instance.id"]))
            for scope in resource.scope_spans:
                self.server.spans += scope.spans
        answer = ExportTraceServiceResponse().SerializeToString()
        self.send_response(200)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def running(collector: Collector) -> Iterator[Collector]:
    with collector:
        thread = threading.Thread(target=collector.serve_forever)
        thread.start()
        try:
            yield collector
        finally:
            collector.shutdown()
            thread.join()


@pytest.fixture
def collector() -> Iterator[Collector]:
    with running(Collector()) as collector:
        yield collector


@pytest.fixture
def web() -> Iterator[FakeWeb]:
    with FakeWeb.start(seed=5, stock=4) as running:
        yield running


def crawl(stack: Stack, web: FakeWeb, least: int = 10) -> None:
    """Let two workers, one for lists and one for pages, store some pages; then stop them."""
    stack.migrate()
    feeds = [source for source in ways_in(web.sources()) if source["channel"] == "feed"]
    stack.add_sources(records(feeds[:6], interval_seconds=600, pace_seconds=0.01))
    stack.start("scheduler")
    stack.start("worker", "--pool", "list")
    stack.start("worker", "--pool", "page")
    wait_until(lambda: stack.count() >= least, 120, "pages are stored", stack.logs)
    assert stack.stop() == [0, 0, 0], stack.logs()


def test_a_stored_page_is_one_trace_from_its_list_to_the_store(
    home: Path, web: FakeWeb, collector: Collector
) -> None:
    with Stack(home, OTLP_URL=f"http://127.0.0.1:{collector.server_port}") as stack:
        crawl(stack, web)
        stored = {document["url"] for document in stack.documents()}
    assert {name for name, _ in collector.services} == {"newsloom"}
    assert len(collector.services) == 2
    whole = 0
    for spans in collector.traces().values():
        by_name = {span.name: span for span in spans}
        page = by_name.get("page")
        if (
            page is None
            or _attribute(page, "newsloom.outcome") != "stored"
            or len(spans) != len(PARTS) + 1
        ):
            continue
        whole += 1
        root = by_name["list"]
        assert set(by_name) == {"list", *PARTS}
        assert root.parent_span_id == b""
        assert {by_name[name].parent_span_id for name in ("queue", "page")} == {root.span_id}
        assert {by_name[name].parent_span_id for name in ("fetch", "extract", "write")} == {
            page.span_id
        }
        order = [
            by_name[name].start_time_unix_nano
            for name in ("list", "queue", "page", "fetch", "extract", "write")
        ]
        assert order == sorted(order)
        assert all(span.start_time_unix_nano <= span.end_time_unix_nano for span in spans)
        assert _attribute(page, "url.full") in stored
    assert whole >= 10


def _attribute(span: Any, name: str) -> str:
    (found,) = [each.value.string_value for each in span.attributes if each.key == name]
    return str(found)


def test_a_collector_that_is_away_disturbs_nothing(home: Path, web: FakeWeb) -> None:
    with Stack(home, OTLP_URL=f"http://127.0.0.1:{free_port()}") as stack:
        crawl(stack, web)
        text = stack.logs()
    # Once for each worker, in a sentence of ours.
    assert text.count('"event": "collector.away"') == 2
    assert "Traceback" not in text
    assert "opentelemetry.exporter" not in text


def test_a_collector_that_comes_back_gets_what_follows(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "features.telemetry.sink")
    logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)
    port = free_port()
    sink = OtlpSink(f"http://127.0.0.1:{port}")
    span = Span(trace_id=1, span_id=2, parent_id=0, name="list", started=1.0, ended=2.0)
    sink.add([span])
    wait_until(lambda: "collector.away" in caplog.messages, 60, "the first failure is logged")
    with running(Collector(port)) as collector:
        sink.add([replace(span, span_id=3)])
        wait_until(lambda: bool(collector.spans), 60, "the span arrives")
        sink.add([replace(span, span_id=4)])
        sink.close()
        assert [int.from_bytes(each.span_id) for each in collector.spans] == [3, 4]
    assert caplog.messages == ["collector.away", "collector.back"]
    assert caplog.records[1].__dict__["dropped"] == 1


_WITHOUT = """
import sys
sys.modules["opentelemetry.sdk"] = None  # as if it were not installed
from newsloom import main
sys.argv = ["newsloom", "worker"]
main()
"""


def test_without_opentelemetry_the_setting_is_refused_in_a_sentence(tmp_path: Path) -> None:
    environment = {
        "NEWSLOOM_HOME": str(tmp_path),
        "NEWSLOOM_OTLP_URL": "http://localhost:4318",
        "PATH": "/usr/bin:/bin",
    }
    ran = subprocess.run(
        [sys.executable, "-c", _WITHOUT],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 1
    assert 'pip install "newsloom[otel]"' in ran.stderr
    assert "Traceback" not in ran.stderr


_LOADED = """
import sys
import console.commands.roles, crawler.worker
print([name for name in sys.modules if name.startswith("opentelemetry")])
"""


def test_a_worker_without_the_setting_loads_nothing_of_it() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", _LOADED], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert (ran.returncode, ran.stdout) == (0, "[]\n"), ran.stderr
