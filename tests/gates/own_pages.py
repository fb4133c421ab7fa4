"""Labelled sets of our own pages: the hard cases beside this file, and pages of the hosts of the
fake web.

Of an article on several pages, the set has the first page.
"""

import gzip
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fakeweb import boards
from fakeweb.message import Request
from fakeweb.model import Site, ThreadPost
from fakeweb.options import Options
from fakeweb.pages import Pages
from fakeweb.parts import part_count, text_of_part
from fakeweb.urls import Addresses
from fakeweb.world import World

CASES = Path(__file__).parent / "cases"
NOW = datetime(2024, 1, 20, 12, tzinfo=UTC)
"""The day of the fake web, so that its pages are the same every day."""
_STOCK = 3
"""Articles and threads of a host; more of them are of the same make."""

Record = dict[str, Any]


def write_sets(folder: Path) -> None:
    """The sets ``cases`` and ``fake-web``, in the form that ``evaluation.datasets`` reads."""
    _write(folder / "cases", _cases())
    _write(folder / "fake-web", _fake_web())


def _write(folder: Path, pages: Iterator[tuple[Record, bytes]]) -> None:
    (folder / "html").mkdir(parents=True)
    lines = []
    for record, html in pages:
        (folder / "html" / f"{record['id']}.html.gz").write_bytes(gzip.compress(html, 1, mtime=0))
        lines.append(json.dumps(record, ensure_ascii=False))
    (folder / "gold.jsonl").write_text("\n".join(lines), "utf-8")


def _cases() -> Iterator[tuple[Record, bytes]]:
    for file in sorted(CASES.glob("*.json")):
        yield (
            {"id": file.stem, **json.loads(file.read_text("utf-8"))},
            file.with_suffix(".html").read_bytes(),
        )


def _fake_web() -> Iterator[tuple[Record, bytes]]:
    world = World(Options(stock=_STOCK), NOW.timestamp)
    addresses = Addresses(world, 80)
    pages = Pages(addresses)
    for site in (site for site in world.writing() if site.well_behaved and _shows_all(site)):
        host = f"{site.name}.localhost"
        for index in world.newest(site):
            make = _threads if site.kind == "forum" else _articles
            for record, path in make(addresses, site, index):
                yield _common(site, record), pages.respond(Request("GET", host, path, {})).body
        front = boards.board_path(site) if site.kind == "forum" else "/"
        record = {"id": f"{site.name}-front", "url": f"http://{host}{front}", "kind": "listing"}
        yield _common(site, record), pages.respond(Request("GET", host, front, {})).body


def _shows_all(site: Site) -> bool:
    """Return whether a page alone can be right: not where the feed has the text, or the source the
    time zone.
    """
    return (
        not site.gate
        and "teaser" not in site.features
        and (not site.time_zone or site.dates == "gmt")
    )


def _common(site: Site, record: Record) -> Record:
    return {**record, "lang": site.lang, "collected": NOW.isoformat()}


def _articles(addresses: Addresses, site: Site, index: int) -> Iterator[tuple[Record, str]]:
    world = addresses.world
    text = world.text(site, index)
    if part_count(site) > 1:
        text = text_of_part(text, 1, part_count(site))
    record = {
        "id": f"{site.name}-{index}",
        "url": addresses.article(site, index),
        "kind": "article",
        "title": text.title,
        "author": text.author,
        "date": None if "undated" in site.features else _moment(world.published(site, index)),
        "text": "\n".join(text.paragraphs),
    }
    yield record, world.path(site, index)


def _threads(addresses: Addresses, site: Site, index: int) -> Iterator[tuple[Record, str]]:
    """One record for each page of a thread."""
    world = addresses.world
    length = boards.style_of(site).posts_per_page
    for page in range(boards.page_counts(world, site, index)):
        path = boards.thread_path(site, index, page + 1)
        record = {
            "id": f"{site.name}-{index}-{page + 1}",
            "url": f"http://{site.name}.localhost{path}",
            "kind": "forum",
            "title": world.title(site, index),
            "posts": [
                _post(post) for post in world.posts(site, index, page * length, (page + 1) * length)
            ],
        }
        yield record, path


def _post(post: ThreadPost) -> Record:
    return {
        "kind": "op" if post.floor == 1 else "reply",
        "author": post.author,
        "time_iso": _moment(post.published),
        "floor": post.floor,
        "body": post.body,
    }


def _moment(epoch: int) -> str:
    return datetime.fromtimestamp(epoch, UTC).isoformat()
