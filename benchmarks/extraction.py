"""CPU time of ``extract()`` a page, beside parsing alone (``lxml.html``) and other libraries in the
same run.

``python -m benchmarks.extraction [--stock 20] [--rounds 3] [--data DIR [--kind article]] [--pages
N]``

The pages are the articles of the fake web, every host's; with ``--data`` those of a labelled set,
or of a folder of sets, of kind ``--kind``. On each page all take turns, and each counts with the
fastest of its rounds. The libraries' time contains our decoder's. A library that is not installed
is left out: `make rivals` installs them.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import lxml.html

from evaluation.datasets import find_sets, load
from evaluation.errors import RivalMissing
from evaluation.rivals import RivalInput, load_rival
from extractor.compiled import IS_BUILT
from extractor.extraction import extract
from extractor.page.decode import decode
from extractor.results import Hints
from fakeweb.message import Request
from fakeweb.options import Options
from fakeweb.pages import Pages
from fakeweb.urls import Addresses
from fakeweb.world import World

_RIVALS = ("trafilatura", "resiliparse")
_PARSING = "lxml parse"
Reader = Callable[[str, bytes], object]
"""Reads the page at an address."""


def main() -> None:
    """Measure and print."""
    options = _options()
    pages = list(_labelled(options.data, options.kind) if options.data else _fake(options.stock))
    pages = pages[:: max(1, len(pages) // options.pages)] if options.pages else pages
    readers = dict(_readers(is_forum=options.kind == "forum"))
    times: dict[str, list[float]] = {name: [] for name in readers}
    for url, body in pages:
        for name, fastest in _fastest(readers, url, body, options.rounds).items():
            times[name].append(fastest)
    size = statistics.median(len(body) for _, body in pages)
    print(
        f"{len(pages)} pages of {size:,.0f} bytes (median), extraction "
        f"{'compiled' if IS_BUILT else 'in Python'}"
    )
    for name, found in times.items():
        _report(name, found, times[_PARSING])


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--stock", type=int, default=20, help="articles of each host of the fake web"
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--data", type=Path, help="a folder of labelled pages instead")
    parser.add_argument("--kind", default="article", help="kind of the labelled pages")
    parser.add_argument(
        "--pages", type=int, default=0, help="about as many pages, evenly chosen; 0 for all"
    )
    return parser.parse_args()


def _readers(*, is_forum: bool) -> Iterator[tuple[str, Reader]]:
    hints = Hints(collected=datetime.now(UTC), kind="thread" if is_forum else "article")
    yield _PARSING, lambda _url, body: lxml.html.document_fromstring(body)
    yield "newsloom", lambda url, body: extract(body, url, {}, hints)
    for name in _RIVALS:
        try:
            rival = load_rival(name)
        except RivalMissing as missing:
            print(missing)
            continue
        yield (
            name,
            lambda url, body, read=rival: read(
                RivalInput(decode(body, {}).text, url, "", is_forum)
            ),
        )


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


def _fastest(readers: dict[str, Reader], url: str, body: bytes, rounds: int) -> dict[str, float]:
    best = dict.fromkeys(readers, float("inf"))
    for _ in range(rounds):
        for name, read in readers.items():
            start = time.process_time()
            read(url, body)
            best[name] = min(best[name], 1000 * (time.process_time() - start))
    return best


def _report(name: str, times: list[float], parsing: list[float]) -> None:
    p95 = sorted(times)[int(0.95 * len(times))]
    ratio = statistics.median(ours / bare for ours, bare in zip(times, parsing, strict=True))
    print(
        f"  {name:12} median {statistics.median(times):6.2f} ms   p95 {p95:6.2f} ms   "
        f"{ratio:5.1f} times parsing (median of pages), {sum(times) / sum(parsing):5.1f} in all"
    )


if __name__ == "__main__":
    main()
