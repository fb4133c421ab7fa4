"""An Elasticsearch of three nodes, one of which dies while documents are written and searched."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial

import pytest

from storage.documents.elasticsearch import ElasticsearchDocuments
from storage.documents.port import SearchRequest
from storage.documents.query import parse
from storage.errors import Unavailable
from testbed.servers.elasticsearch import ElasticsearchNode
from testbed.servers.process import free_port
from testbed.stack import wait_until
from tests.contract.documents import document
from tests.plugin import obtain

_BATCH = 20


@pytest.fixture
def nodes(pytestconfig: pytest.Config) -> Iterator[list[ElasticsearchNode]]:
    ports = [free_port() for _ in range(3)]
    with ExitStack() as started:
        every = [
            started.enter_context(closing(ElasticsearchNode(ports, place))) for place in range(3)
        ]
        with ThreadPoolExecutor(3) as threads:
            obtain(pytestconfig, lambda: list(threads.map(lambda node: node.start(), every)))
        yield every


def address(nodes: list[ElasticsearchNode]) -> str:
    hosts = ",".join(f"127.0.0.1:{node.port}" for node in nodes)
    return f"elasticsearch://{hosts}/newsloom-cluster"


@pytest.mark.heavy
def test_a_node_dies_while_documents_are_written_and_searched(
    nodes: list[ElasticsearchNode],
) -> None:
    """Whatever was written is found afterwards, and searches wait for seconds, not for the node."""
    written: list[str] = []
    waits: list[float] = []
    ended = threading.Event()

    def write() -> None:
        with closing(ElasticsearchDocuments(address(nodes))) as documents:
            while not ended.is_set():
                names = [f"d{len(written) + number}" for number in range(_BATCH)]
                batch = [document(name, "海港") for name in names]
                retried(partial(documents.write, batch))
                written.extend(names)

    def search() -> None:
        with closing(ElasticsearchDocuments(address(nodes))) as documents:
            while not ended.is_set():
                before = time.monotonic()
                retried(partial(documents.search, SearchRequest(query=parse("海港"), size=5)))
                waits.append(time.monotonic() - before)
                time.sleep(0.05)

    with ThreadPoolExecutor(2) as threads:
        both = [threads.submit(write), threads.submit(search)]
        try:
            wait_until(
                lambda: len(written) >= 10 * _BATCH and len(waits) >= 5,
                120,
                "the cluster is in use",
            )
            nodes[0].kill()
            enough = len(written) + 10 * _BATCH, len(waits) + 5
            wait_until(
                lambda: len(written) >= enough[0] and len(waits) >= enough[1],
                120,
                "it goes on without the node",
            )
        finally:
            ended.set()
        for each in both:
            each.result()
    with closing(ElasticsearchDocuments(address(nodes[1:]))) as documents:
        documents.refresh()
        assert documents.info().documents == len(written)
        assert documents.get(written[0])
        assert documents.get(written[-1])
    print(f"{len(written)} documents, the longest search waited {max(waits):.1f} s")
    assert max(waits) < 60


def retried(call: Callable[[], object]) -> None:
    """Call until the cluster answers, as a worker does."""
    ends = time.monotonic() + 90
    while True:
        try:
            call()
            return
        except Unavailable:
            assert time.monotonic() < ends
            time.sleep(0.2)
