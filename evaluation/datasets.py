"""Labelled pages: a set is a folder with ``gold.jsonl``, one JSON object per page, and
``html/<id>.html.gz``.

docs/evaluation.md describes every field. Unknown fields are ignored. An absent, null or empty field
is unknown.
"""

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from tldextract import TLDExtract

from evaluation.errors import BadGold

COLLECTED = datetime(2026, 11, 21, 12, tzinfo=UTC)
"""The time of the fetch for pages whose gold names none. It is fixed, so that results never change.
"""
_SUFFIXES = TLDExtract(suffix_list_urls=(), cache_dir=None)
_T = TypeVar("_T")


@dataclass(frozen=True, kw_only=True)
class GoldPost:
    """A labelled post.

    ``author`` may be the address of a profile; ``xpath`` refers to lxml's tree of the page.

    ``kind`` is op, reply or comment. A comment (Stack Exchange) is optional in an extraction.
    """

    body: str = ""
    kind: str = ""
    author: str = ""
    time_text: str = ""
    time_iso: str = ""
    floor: int | None = None
    xpath: str = ""
    anchor: str = ""

    @property
    def is_optional(self) -> bool:
        """Return whether an extraction is correct with and without it."""
        return self.kind == "comment"


@dataclass(frozen=True, kw_only=True)
class Gold:
    """The correct result of a page as labelled by people. None is "not known".

    ``date`` is as labelled, in ISO order, with or without time and zone. ``summary`` is the lead if
    a set keeps it apart from ``text``.
    """

    title: str | None = None
    author: str | None = None
    date: str | None = None
    text: str | None = None
    summary: str | None = None
    image: str | None = None
    tags: tuple[str, ...] | None = None
    must: tuple[str, ...] | None = None
    must_not: tuple[str, ...] | None = None
    posts: tuple[GoldPost, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class LabelledPage:
    """A page of a set and its gold.

    ``kind``, ``lang`` and ``country`` are "" if unknown. If ``url`` is unknown, it is made up, and
    ``site``, the registrable domain that divides folds, is then the id.
    """

    set: str
    id: str
    url: str
    kind: str
    lang: str
    country: str
    site: str
    collected: datetime
    gold: Gold
    html: Path = field(repr=False)

    def read(self) -> bytes:
        """Return the bytes as served.

        Raises:
            BadGold: The file cannot be read.
        """
        try:
            return gzip.decompress(self.html.read_bytes())
        except (OSError, EOFError) as error:
            raise BadGold(str(self.html), f"the page cannot be read: {error}") from error

    def read_longer(self) -> bytes | None:
        """Return a page of the same site with a longer thread, None if the reader knows none."""
        return None


def find_sets(folder: Path) -> list[Path]:
    """Return the sets of a folder by name: the folder itself if it is a set, else the sets in it.

    Raises:
        BadGold: There is none.
    """
    if (folder / "gold.jsonl").is_file():
        return [folder]
    found = sorted(path.parent for path in folder.glob("*/gold.jsonl"))
    if not found:
        raise BadGold(
            str(folder),
            "neither a labelled set (a folder with gold.jsonl and html/) nor a folder of sets",
        )
    return found


def load(folder: Path) -> list[LabelledPage]:
    """Return the pages of one set in the order of its gold.

    Raises:
        BadGold: The set cannot be read.
    """
    file = folder / "gold.jsonl"
    try:
        lines = file.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadGold(str(file), f"cannot be read as UTF-8: {error}") from error
    pages: dict[str, LabelledPage] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        place = f"{file}:{number}"
        page = _page(folder, line, place)
        if page.id in pages:
            raise BadGold(place, f"the id {page.id!r} occurs twice; every page needs its own")
        pages[page.id] = page
    return list(pages.values())


def sample(pages: Sequence[LabelledPage], limit: int) -> list[LabelledPage]:
    """Return at most ``limit`` pages of each set and kind, spread evenly over them, in their
    order.
    """
    parts: dict[tuple[str, str], list[LabelledPage]] = {}
    for page in pages:
        parts.setdefault((page.set, page.kind), []).append(page)
    return [
        part[place * len(part) // min(limit, len(part))]
        for part in parts.values()
        for place in range(min(limit, len(part)))
    ]


def _page(folder: Path, line: str, place: str) -> LabelledPage:
    try:
        record = json.loads(line)
    except ValueError as error:
        raise BadGold(place, f"not JSON: {error}") from error
    if not isinstance(record, dict):
        raise BadGold(place, "not a JSON object")
    read = _Fields(record, place)
    key = read.text("id")
    if not key:
        raise BadGold(place, 'the field "id" is missing')
    html = folder / "html" / f"{key}.html.gz"
    if html.parent != folder / "html" or not html.is_file():
        raise BadGold(place, f"the page {html} is missing")
    url = read.text("url") or ""
    return LabelledPage(
        set=folder.name,
        id=key,
        url=url or f"http://{folder.name}.invalid/{key}",
        kind=read.text("kind") or "",
        lang=read.text("lang") or "",
        country=read.text("country") or "",
        site=(_SUFFIXES(url).top_domain_under_public_suffix or _SUFFIXES(url).fqdn) if url else key,
        collected=_moment(read.text("collected"), place),
        gold=_gold(read, place),
        html=html,
    )


def _gold(read: "_Fields", place: str) -> Gold:
    posts = read.objects("posts")
    return Gold(
        title=read.text("title"),
        author=read.text("author"),
        date=read.text("date"),
        text=read.text("text"),
        summary=read.text("summary"),
        image=read.text("image"),
        tags=read.texts("tags"),
        must=read.texts("must"),
        must_not=read.texts("must_not"),
        posts=None
        if posts is None
        else tuple(_post(_Fields(post, f"{place}: post")) for post in posts),
    )


def _post(read: "_Fields") -> GoldPost:
    return GoldPost(
        body=read.text("body") or "",
        kind=read.text("kind") or "",
        author=read.text("author") or "",
        time_text=read.text("time_text") or "",
        time_iso=read.text("time_iso") or "",
        floor=read.typed("floor", int),
        xpath=read.text("xpath") or "",
        anchor=read.text("anchor") or "",
    )


def _moment(text: str | None, place: str) -> datetime:
    if text is None:
        return COLLECTED
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise BadGold(place, f'"collected": {error}') from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


@dataclass(frozen=True)
class _Fields:
    """The fields of one JSON object, checked when they are read. Messages name the ``place``."""

    record: dict[str, object]
    place: str

    def typed(self, name: str, wanted: type[_T]) -> _T | None:
        """Return the value, or None if it is absent or empty."""
        value = self.record.get(name)
        if value is None or value == "" or value == []:
            return None
        if not isinstance(value, wanted):
            raise BadGold(self.place, f'"{name}" is {type(value).__name__}, not {wanted.__name__}')
        return value

    def text(self, name: str) -> str | None:
        """Return a string that is not blank, or None."""
        value = self.typed(name, str)
        return value if value and value.strip() else None

    def texts(self, name: str) -> tuple[str, ...] | None:
        """Return a list of strings, or None."""
        return self._list(name, str)

    def objects(self, name: str) -> tuple[dict[str, object], ...] | None:
        """Return a list of objects, or None."""
        return self._list(name, dict)

    def _list(self, name: str, wanted: type[_T]) -> tuple[_T, ...] | None:
        values: list[object] | None = self.typed(name, list)
        found: list[_T] = []
        for value in values or ():
            if not isinstance(value, wanted):
                raise BadGold(
                    self.place, f'"{name}" contains {type(value).__name__}, not {wanted.__name__}'
                )
            found.append(value)
        return None if values is None else tuple(found)
