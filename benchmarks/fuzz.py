"""Damaged pages: ``extract()`` must neither raise, nor take 2 s, nor keep memory.

``python -m benchmarks.fuzz [--pages 100000] [--seed 1] [--data DIR] [--keep DIR] [--only NUMBER]``

Each page is one of the fake web's (or, with ``--data``, of a folder of labelled pages), damaged a
few times: bytes are flipped; pieces are cut out, repeated or taken from another page; tags are
lost, doubled, renamed or left open; attributes and odd characters are inserted. The same number and
seed give the same damaged page: ``--only`` runs it alone. Exit status 1 if a page raised or took
too long; ``--keep`` writes those pages to a folder.
"""

import argparse
import random
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

from benchmarks.damage import MAX_BYTES, damage
from evaluation.algorithms import BODIES, POSTS, choose
from evaluation.datasets import find_sets, load
from extractor.extraction import extract
from extractor.results import Hints
from fakeweb.boards import board_path, thread_path
from fakeweb.lists import list_path
from fakeweb.message import Request
from fakeweb.model import Site
from fakeweb.options import Options
from fakeweb.pages import Pages
from fakeweb.urls import Addresses
from fakeweb.world import World

TOO_LONG_SECONDS = 2.0
_HANGS_SECONDS = 60
_WARM_PAGES = 500
"""Number of pages after which caches are full; later memory is compared with that."""
_SHOWN = 10
_COLLECTED = datetime(2026, 11, 21, 12, tzinfo=UTC)


@dataclass(frozen=True)
class FuzzCase:
    """A damaged page and how it is asked for."""

    body: bytes
    url: str
    headers: dict[str, str]
    hints: Hints
    algorithm: str


@dataclass
class Findings:
    """The results so far. ``slowest`` holds (seconds, number), the slowest first."""

    results: Counter[str] = field(default_factory=Counter)
    crashes: list[tuple[int, str]] = field(default_factory=list)
    slowest: list[tuple[float, int]] = field(default_factory=list)

    @property
    def too_long(self) -> list[tuple[float, int]]:
        """Return the seconds and numbers of the pages that took too long."""
        return [slow for slow in self.slowest if slow[0] > TOO_LONG_SECONDS]


def main() -> int:
    """Run and print."""
    options = _options()
    pages = [(url, body[:MAX_BYTES]) for url, body in _pages(options.data)]
    if options.only is not None:
        case = make_case(pages, options.seed, options.only)
        started = time.process_time()
        print(extract(case.body, case.url, case.headers, case.hints, choose(case.algorithm)))
        print(f"{len(case.body):,} bytes, {case.hints}, {time.process_time() - started:.3f} s")
        return 0
    signal.signal(signal.SIGALRM, _hung)
    print(f"{len(pages)} pages to start from", flush=True)
    findings = Findings()
    warm = 0
    for number in range(options.pages):
        _run(make_case(pages, options.seed, number), number, findings)
        if number + 1 == min(_WARM_PAGES, options.pages):
            warm = _peak_megabytes()
        if (number + 1) % 1000 == 0:
            print(
                f"{number + 1:7} pages  {time.process_time():6.0f} s  {_peak_megabytes()} MB",
                flush=True,
            )
    _report(findings, _peak_megabytes() - warm)
    if options.keep:
        _keep(pages, options.seed, findings, options.keep)
    return 1 if findings.crashes or findings.too_long else 0


def make_case(pages: list[tuple[str, bytes]], seed: int, number: int) -> FuzzCase:
    """Make the damaged page of a number, the same for the same pages and seed."""
    rng = random.Random(f"{seed}:{number}")
    url, body = rng.choice(pages)
    for _ in range(rng.randint(1, 6)):
        body = damage(body, rng.choice(pages)[1], rng)
    charset = rng.choice(("utf-8", "gbk", "windows-1252", "x", ""))
    headers = {"Content-Type": f"text/html; charset={charset}"}
    algorithm = rng.choice((*BODIES, *POSTS)) if rng.random() < 0.1 else ""
    hints = Hints(collected=_COLLECTED, kind=rng.choice(("", "", "article", "thread")))
    return FuzzCase(body, url, headers if rng.random() < 0.5 else {}, hints, algorithm)


def _run(case: FuzzCase, number: int, findings: Findings) -> None:
    signal.alarm(_HANGS_SECONDS)
    started = time.process_time()
    try:
        result = extract(case.body, case.url, case.headers, case.hints, choose(case.algorithm))
        findings.results[
            getattr(getattr(result, "reason", None), "value", type(result).__name__)
        ] += 1
    except Exception:  # noqa: BLE001 - whatever it is, it is counted
        findings.crashes.append((number, traceback.format_exc(limit=-2)))
    seconds = time.process_time() - started
    signal.alarm(0)
    worst = sorted((*findings.slowest, (seconds, number)), reverse=True)
    findings.slowest = [
        slow for index, slow in enumerate(worst) if index < _SHOWN or slow[0] > TOO_LONG_SECONDS
    ]


def _hung(_number: int, _frame: FrameType | None) -> None:
    raise TimeoutError(f"no answer after {_HANGS_SECONDS} s")


def _report(findings: Findings, growth: int) -> None:
    print(", ".join(f"{name} {count}" for name, count in findings.results.most_common()))
    print(
        "slowest: "
        + ", ".join(
            f"{seconds:.2f} s (--only {number})" for seconds, number in findings.slowest[:_SHOWN]
        )
    )
    print(
        f"{len(findings.crashes)} crashes, {len(findings.too_long)} pages over "
        f"{TOO_LONG_SECONDS:.0f} s"
    )
    print(f"memory: {growth} MB more at the peak than after {_WARM_PAGES} pages")
    for number, trace in findings.crashes[:_SHOWN]:
        print(f"--only {number}:\n{trace}")


def _keep(pages: list[tuple[str, bytes]], seed: int, findings: Findings, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number in [
        *(number for number, _ in findings.crashes),
        *(number for _, number in findings.too_long),
    ]:
        (folder / f"{seed}-{number}.html").write_bytes(make_case(pages, seed, number).body)


def _peak_megabytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _pages(data: Path | None) -> Iterator[tuple[str, bytes]]:
    if data:
        yield from ((page.url, page.read()) for folder in find_sets(data) for page in load(folder))
        return
    world = World(Options(stock=30), lambda: int(_COLLECTED.timestamp()))
    addresses = Addresses(world, 80)
    pages = Pages(addresses)
    for site in world.sites.values():
        for path in _paths(world, site):
            response = pages.respond(Request("GET", f"{site.name}.localhost", path, {}))
            if response.status == 200:
                yield f"{addresses.root(site)}{path}", response.body


def _paths(world: World, site: Site) -> list[str]:
    """Return the lists of a site of the fake web, and some of its articles or threads."""
    if site.kind == "engine":
        return []
    if site.kind == "forum":
        return [board_path(site), *(thread_path(site, index) for index in range(3))]
    return [
        list_path(site, 1),
        list_path(site, 2),
        *(world.path(site, index) for index in world.newest(site, 3)),
    ]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--only", type=int, help="run the page of this number alone and print what comes of it"
    )
    parser.add_argument("--data", type=Path, help="labelled pages instead of the fake web's")
    parser.add_argument(
        "--keep", type=Path, help="where to write the pages that raised or took too long"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
