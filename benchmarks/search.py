"""How fast documents are written and found: p50 and p95 of queries with highlight and facets, for
both stores.

    python -m benchmarks.search [--documents 100000] [--elasticsearch
        elasticsearch://127.0.0.1:9200/]

The documents are made from a seed: three of four Chinese, of words of jieba's dictionary drawn by
their frequency; one of four English, of invented words that follow Zipf's law, some inflected.
Their dates spread over a year. One in ten is a copy of the one before.

The benchmark sends each query as the search page does, with copies once: for the first hits in both
orders, then for the counts with facets. It times the first request of a query (cold) apart from its
repeats (warm). Last, it requests hits and counts together, with copies each.
"""

import argparse
import itertools
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import get_args

sys.path.insert(0, str(Path(__file__).parents[1]))

from storage.documents.port import ByTime, ByValue, CopyMode, Document, Documents, SearchRequest
from storage.documents.query import parse
from storage.keys import url_key
from testbed.servers import MeasuredElasticsearch

BATCH = 50
CHARACTERS = 500
START = datetime(2026, 1, 1, tzinfo=UTC)
# Common and rare words, names, phrases, sentences, exclusions, and everything there is.
QUERIES = (
    "",
    "的",
    "中国",
    "经济",
    "上海",
    "央行",
    "量子",
    "发展 改革",
    "经济 -上海",
    "中国人民银行",
    '"人民代表大会"',
    "中国经济发展改革委员会主任",
    "上海市人民政府新闻办公室",
)
# Every kind of condition; the last two cannot be led by the text index.
CONDITIONS = (
    "(央行 OR 量子 OR 上海) -经济 site:site7.example",
    "title:中国 NOT (经济 OR 发展) after:2026-06 before:2026-09",
    'tag:"topic 3" author:张 -上海',
    "中国 OR site:site7.example",
    "-中国",
)
_SURNAMES = "王李张刘陈杨黄赵吴周"
ENGLISH_RANKS = (0, 30, 300, 3000)


class Texts:
    """Draws sentences from a seed; the same seed gives the same text."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._chinese, self._chinese_weights = _chinese_words()
        self.english = _english_words(random.Random(seed), 20_000)
        self._english_weights = list(
            itertools.accumulate(1 / rank for rank in range(1, len(self.english) + 1))
        )

    def chinese(self, characters: int) -> str:
        """Return Chinese text of about so many characters."""
        return self._text(characters, self._chinese, self._chinese_weights, "", "，", "。")

    def latin(self, characters: int) -> str:
        """Return English text of about so many characters."""
        return self._text(characters, self.english, self._english_weights, " ", ", ", ". ")

    def _text(self, characters: int, words: list[str], weights: list[float], *signs: str) -> str:
        space, comma, stop = signs
        parts: list[str] = []
        length = 0
        while length < characters:
            drawn = self._random.choices(words, cum_weights=weights, k=self._random.randint(4, 12))
            parts += [space.join(drawn), stop if self._random.random() < 0.3 else comma]
            length += len(parts[-2]) + 1
        return "".join(parts)


def documents(count: int, seed: int = 1) -> Iterator[Document]:
    """Yield the documents; 40 sources with 200 sites, 20 documents an hour and more."""
    texts = Texts(seed)
    rng = random.Random(seed)
    for number in range(count):
        english = number % 4 == 3
        draw = texts.latin if english else texts.chinese
        url = f"https://site{number % 200}.example/{number}"
        moment = START + timedelta(seconds=number * 365 * 86400 / count)
        yield Document(
            id=url_key(url),
            url=url,
            canonical_url=url,
            source=f"source {number % 40}",
            source_id=number % 40,
            site=f"site{number % 200}.example",
            channel=("feed", "list", "search", "board")[number % 40 % 4],
            kind="article",
            lang="en" if english else "zh",
            title=draw(rng.randint(8, 24)),
            content=draw(rng.randint(CHARACTERS // 2, CHARACTERS * 3 // 2) * (3 if english else 1)),
            author=f"{_SURNAMES[rng.randint(0, len(_SURNAMES) - 1)]} {rng.randint(1, 3000)}",
            # Two of the source and some of the page's own keywords.
            tags=(
                f"topic {number % 40 % 7}",
                f"region {number % 40 % 5}",
                *(f"word {rng.randint(1, 5000)}" for _ in range(3)),
            ),
            published=None if number % 50 == 0 else moment - timedelta(minutes=rng.randint(1, 600)),
            collected=moment,
            copy_id=f"group {number - (number % 10 == 9)}",
        )


def measure(name: str, store: Documents, count: int, repeats: int) -> None:
    """Write, then ask, and print what was seen."""
    _write(name, store, count)
    texts = Texts(1)
    queries = [
        *QUERIES,
        *CONDITIONS,
        *(texts.english[rank] for rank in ENGLISH_RANKS),
        " ".join(texts.english[i] for i in (2, 90)),
    ]
    cold: dict[str, list[float]] = {}
    warm: dict[str, list[float]] = {}
    print(f"{'query':32} {'hits':>9}   cold / p50 / p95 ms")
    for text in queries:
        columns = []
        for part, ask in _parts(store, text).items():
            first = _seconds(ask)
            times = [_seconds(ask) for _ in range(repeats)]
            cold.setdefault(part, []).append(first)
            warm.setdefault(part, []).extend(times)
            columns.append(
                f"{part} {1000 * first:.0f} / {_share(times, 50):.0f} / {_share(times, 95):.0f}"
            )
        total = store.count_matches(SearchRequest(query=parse(text))).total
        print(f"{text[:30] or '(everything)':32} {total:9,}   {', '.join(columns)}", flush=True)
    for part, times in warm.items():
        shares = f"p50 {_share(times, 50):.1f} ms, p95 {_share(times, 95):.1f} ms"
        print(
            f"{name}, all queries, {part}: cold p95 {_share(cold[part], 95):.1f} ms, warm {shares}"
        )

    _measure_similar(name, store, repeats)
    _measure_times(name, store, repeats)


def _parts(store: Documents, text: str) -> dict[str, Callable[[], object]]:
    """Return the requests for a query by name: those of the search page, and one for hits and
    counts together.
    """
    query = parse(text)
    return {
        "hits by relevance": partial(store.find_hits, SearchRequest(query=query, copies="once")),
        "hits by time": partial(
            store.find_hits, SearchRequest(query=query, copies="once", sort="time")
        ),
        "counts": partial(store.count_matches, SearchRequest(query=query, copies="once")),
        "both, copies each": partial(store.search, SearchRequest(query=query)),
    }


def _measure_times(name: str, store: Documents, repeats: int) -> None:
    """Count by week over the year, as the chart of the search page does, and by the five largest
    sites and tags.
    """
    edges = [START + timedelta(days=7 * week) for week in range(54)]
    for text, copies in itertools.product(("", "的", "上海"), get_args(CopyMode)):
        request = SearchRequest(query=parse(text), copies=copies)
        columns = []
        for field in ("", "site", "tag"):
            values = (
                [value for value, _count in store.aggregate(request, ByValue(field))[:5]]
                if field
                else []
            )
            times = [
                _seconds(partial(store.aggregate, request, ByTime(edges, field, values)))
                for _ in range(repeats)
            ]
            columns.append(f"{field or 'total'} {_share(times, 50):.1f} / {_share(times, 95):.1f}")
        print(
            f"{name}, by week, {text or '(everything)'}, copies {copies}, p50 / p95 ms: "
            f"{', '.join(columns)}"
        )


def _seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _measure_similar(name: str, store: Documents, repeats: int) -> None:
    newest = store.search(SearchRequest(query=parse(""), size=max(repeats, 2))).hits
    taken = [_seconds(partial(store.similar, hit.document.id, 6)) for hit in newest]
    print(
        f"{name}, similar documents: p50 {_share(taken, 50):.1f} ms, p95 {_share(taken, 95):.1f} ms"
    )


def _write(name: str, store: Documents, count: int) -> None:
    taken: list[float] = []
    made = documents(count)
    while batch := list(itertools.islice(made, BATCH)):
        start = time.perf_counter()
        store.write(batch)
        taken.append(time.perf_counter() - start)
        if len(taken) % 100 == 0:
            print(
                f"\r{name}: {len(taken) * BATCH:,} of {count:,} written",
                end="",
                file=sys.stderr,
                flush=True,
            )
    print(file=sys.stderr)
    store.refresh()
    info = store.info()
    rate = info.documents / sum(taken)
    batches = f"batch of {BATCH}: p50 {_share(taken, 50):.1f} ms, p95 {_share(taken, 95):.1f} ms"
    print(
        f"\n{name}: {info.documents:,} documents, {info.size_bytes / 1e6:,.0f} MB, {rate:,.0f} a "
        f"second, {batches}"
    )


def _share(seconds: list[float], percent: int) -> float:
    """Return the percentile in milliseconds."""
    return 1000 * statistics.quantiles(seconds, n=100, method="inclusive")[percent - 1]


def _chinese_words() -> tuple[list[str], list[float]]:
    lines = (files("jieba") / "dict.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split()[:2] for line in lines]
    usual = [(word, int(count)) for word, count in pairs if int(count) > 2 and not word.isascii()]
    return [word for word, _ in usual], list(itertools.accumulate(count for _, count in usual))


def _english_words(rng: random.Random, count: int) -> list[str]:
    """Return invented words by falling frequency; every third is an inflected form of one before
    it.
    """
    words: dict[str, None] = {}
    stems: list[str] = []
    while len(words) < count:
        if len(words) % 3 == 2:
            words[rng.choice(stems) + rng.choice(("s", "ed", "ing"))] = None
        else:
            syllables = (
                rng.choice("bcdfglmnprstvw") + rng.choice("aeiou") for _ in range(rng.randint(1, 4))
            )
            stems.append("".join(syllables) + rng.choice("nrtlk"))
            words[stems[-1]] = None
    return list(words)


def main() -> None:
    """Fill the store, run the queries, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument(
        "--repeats", type=int, default=20, help="how often each query is asked, at least twice"
    )
    parser.add_argument(
        "--elasticsearch",
        metavar="URL",
        help="the cluster to measure besides SQLite; one is started",
    )
    given = parser.parse_args()
    from storage.documents.sqlite import SqliteDocuments

    with tempfile.TemporaryDirectory() as folder:
        store = SqliteDocuments(f"sqlite://{folder}/documents.db")
        measure("SQLite", store, given.documents, given.repeats)
        store.close()
    with ExitStack() as stack:
        url = given.elasticsearch or stack.enter_context(MeasuredElasticsearch()).url
        _measure_elasticsearch(url, given.documents, given.repeats)


def _measure_elasticsearch(url: str, documents: int, repeats: int) -> None:
    from storage.documents.elasticsearch import ElasticsearchDocuments

    base = url.partition("?")
    prefix = f"newsloom-benchmark-{os.getpid()}"
    cluster = ElasticsearchDocuments(f"{base[0].rstrip('/')}/{prefix}{base[1]}{base[2]}")
    try:
        measure("Elasticsearch", cluster, documents, repeats)
    finally:
        cluster.drop_before(datetime(9999, 1, 1, tzinfo=UTC).date())
        cluster.close()


if __name__ == "__main__":
    main()
