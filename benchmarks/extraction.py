"""CPU time of ``extract()`` a page, against parsing alone (``lxml.html``) on the same bytes in the same run.

``python -m benchmarks.extraction [--stock 20] [--rounds 3] [--data DIR [--kind article]]``

The pages are the articles of the fake web, every host's; with ``--data`` those of a labelled set, or of a folder of
sets, of kind ``--kind``. Each page counts with the fastest of its rounds.
"""

import argparse
import statistics
import time
import timeit
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import lxml.html

from evaluation.datasets import find_sets, load
from extractor.extraction import extract
from extractor.results import Hints
from fakeweb.message import Request
from fakeweb.options import Options
from fakeweb.pages import Pages
from fakeweb.urls import Addresses
from fakeweb.world import World


def main() -> None:
    """Measure and print."""
    options = _options()
    pages = list(_labelled(options.data, options.kind) if options.data else _fake(options.stock))
    hints = Hints(collected=datetime.now(UTC), kind="thread" if options.kind == "forum" else "article")
    extraction = [_fastest(partial(extract, body, url, {}, hints), options.rounds) for url, body in pages]
    parsing = [_fastest(partial(lxml.html.document_fromstring, body), options.rounds) for _, body in pages]
    print(f"{len(pages)} pages of {statistics.median(len(body) for _, body in pages):,.0f} bytes (median)")
    _report("extract", extraction)
    _report("lxml parse", parsing)
    ratio = statistics.median(ours / bare for ours, bare in zip(extraction, parsing, strict=True))
    print(f"extract takes {ratio:.1f} times as long as parsing alone (median of pages)")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--stock", type=int, default=20, help="articles of each host of the fake web")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--data", type=Path, help="a folder of labelled pages instead")
    parser.add_argument("--kind", default="article", help="kind of the labelled pages")
    return parser.parse_args()


def _fake(stock: int) -> Iterator[tuple[str, bytes]]:
    world = World(Options(stock=stock), time.time)
    addresses = Addresses(world, 80)
    pages = Pages(addresses)
    for site in (site for site in world.writing() if site.kind != "forum"):
        for index in world.newest(site):
            request = Request("GET", f"{site.name}.localhost", world.path(site, index), {})
            yield addresses.article(site, index), pages.respond(request).body


def _labelled(folder: Path, kind: str) -> Iterator[tuple[str, bytes]]:
    for name in find_sets(folder):
        yield from ((page.url, page.read()) for page in load(name) if page.kind == kind)


def _fastest(work: Callable[[], object], rounds: int) -> float:
    return 1000 * min(timeit.repeat(work, time.process_time, repeat=rounds, number=1))


def _report(name: str, times: list[float]) -> None:
    p95 = sorted(times)[int(0.95 * len(times))]
    print(f"  {name:12} median {statistics.median(times):6.2f} ms   p95 {p95:6.2f} ms")


if __name__ == "__main__":
    main()
