"""How long the nearest documents take to find, and what their vectors take, by number of documents.

    python -m benchmarks.meaning [--store sqlite|elasticsearch] [--documents 100000]

The vectors are around made-up topics, so that no model is needed; the time to make one is in
``benchmarks.embedders``.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice

import numpy as np

from storage.backends import open_documents
from storage.documents.port import Document, Documents, Filters, SearchRequest, Vector, Vectors
from storage.documents.query import parse
from storage.documents.query_tree import Query
from storage.embedder.documents import vector_of
from storage.keys import url_key
from storage.settings import Settings
from testbed.servers import MeasuredElasticsearch

_STORES = ("sqlite", "elasticsearch")
_DIMENSIONS = 512
_TOPICS = 2_000
_SHOWN = 200
_ASKED = 200
_BATCH = 1_000
_MOMENT = datetime(2026, 11, 1, tzinfo=UTC)
_MODEL = "made-up"


def made_up(count: int) -> Iterator[Document]:
    """Yield documents of three months, ten sites and two languages."""
    for number in range(count):
        url = f"https://site{number % 10}.example/{number}"
        moment = _MOMENT - timedelta(minutes=number % 130_000)
        text = f"report {number} of topic{number % _TOPICS}"
        yield Document(
            id=url_key(url),
            url=url,
            canonical_url=url,
            source="s",
            source_id=1,
            site=f"site{number % 10}.example",
            channel="feed",
            kind="article",
            lang="zh" if number % 2 else "en",
            title=text,
            content=text,
            author="",
            published=moment,
            collected=moment,
        )


def vector(topic: int, seed: int) -> Vector:
    """Return a vector near that of a topic."""
    centre = np.random.default_rng(topic).normal(size=_DIMENSIONS)
    noise = np.random.default_rng([abs(seed), int(seed < 0)]).normal(size=_DIMENSIONS)
    return vector_of(_MODEL, np.asarray(centre + 0.7 * noise, np.float32))


def make(documents: Sequence[Document]) -> list[Vector]:
    """Return the vectors of documents."""
    numbers = [int(each.url.rpartition("/")[2]) for each in documents]
    return [vector(number % _TOPICS, number) for number in numbers]


def measure(name: str, store: Documents, documents: int) -> None:
    """Fill a store, ask, and print the times."""
    rows = made_up(documents)
    while batch := list(islice(rows, _BATCH)):
        store.write(batch)
    store.refresh()
    before, started = store.info().size_bytes, time.perf_counter()
    while store.fill(Vectors(_MODEL), make, _BATCH):
        pass
    store.refresh()
    spent, size = time.perf_counter() - started, store.info().size_bytes - before
    print(
        f"{name}, {documents:,} documents: {1e3 * spent / documents:.2f} ms to keep a vector, "
        f"{size / documents:,.0f} bytes each",
        flush=True,
    )
    everything = SearchRequest(query=Query())
    lately = Filters(after=_MOMENT - timedelta(days=7))
    asked = {
        "all documents": everything,
        "one language": replace(everything, filters=Filters(lang=("zh",))),
        "seven days": replace(everything, filters=lately),
        "with a word": replace(everything, query=parse("topic77")),
    }
    for kind, request in asked.items():
        show(store, kind, request)


def show(store: Documents, kind: str, request: SearchRequest) -> None:
    """Print percentiles of the time of a question; the first is not counted."""
    spent = []
    for number in range(_ASKED + 1):
        asked = vector(number, -number)
        started = time.perf_counter()
        store.nearest(asked, request, _SHOWN)
        spent.append(time.perf_counter() - started)
    middle, most = np.percentile(spent[1:], (50, 95)) * 1e3
    print(f"  {kind:15} median {middle:6.1f} ms, p95 {most:6.1f} ms", flush=True)


def main() -> None:
    """Measure one store or both."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--store", choices=_STORES, help="only this one")
    parser.add_argument("--documents", type=int, default=100_000)
    given = parser.parse_args()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        for name in (given.store,) if given.store else _STORES:
            url = (
                f"sqlite://{folder}/documents.db"
                if name == "sqlite"
                else stack.enter_context(MeasuredElasticsearch()).url
            )
            with closing(open_documents(Settings(documents_url=url))) as store:
                measure(name, store, given.documents)


if __name__ == "__main__":
    main()
