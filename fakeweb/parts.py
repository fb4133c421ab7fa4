"""Articles on several pages: their addresses, what each page shows, and the links between them.

A host with the feature ``paged`` numbers the pages in the query, one with ``paged-path`` in the
path. Every page repeats the first paragraph. A host with ``print-link`` links its print view, which
has the whole text.
"""

import re
from dataclasses import replace
from typing import Final

from fakeweb.model import Site, Text

PARTS: Final = 3
_IN_QUERY = re.compile(r"[?&]page=(\d+)$")
_IN_PATH = re.compile(r"_(\d+)(?=\.\w+$)")


def part_count(site: Site) -> int:
    """Return on how many pages the host shows an article."""
    return PARTS if {"paged", "paged-path"} & site.features else 1


def part_path(site: Site, path: str, number: int) -> str:
    """Return the path of a page, counted from 1, of the article at ``path``."""
    if number == 1:
        return path
    if "paged-path" in site.features:
        stem, dot, ending = path.rpartition(".")
        return f"{stem}_{number}{dot}{ending}"
    return f"{path}?page={number}"


def read_part(site: Site, target: str) -> tuple[str, int]:
    """Return the article's path and the number of the page that a target names, 1 if it names
    none.
    """
    pattern = _IN_PATH if "paged-path" in site.features else _IN_QUERY
    found = pattern.search(target) if part_count(site) > 1 else None
    if found is None or not 1 < int(found[1]) <= PARTS:
        return target, 1
    return target[: found.start()] + target[found.end() :], int(found[1])


def text_of_part(text: Text, number: int, count: int) -> Text:
    """Return what a page of the article shows."""
    lead, *rest = text.paragraphs
    size = -(-len(rest) // count)
    return replace(text, paragraphs=(lead, *rest[(number - 1) * size : number * size]))


def pager(site: Site, path: str, number: int) -> list[tuple[str, str]]:
    """Return the links between the pages, and to the print view if the host links it; the current
    page has none.
    """
    if part_count(site) == 1:
        return []
    found = [
        (str(each), part_path(site, path, each)) for each in range(1, PARTS + 1) if each != number
    ]
    return [*found, ("Print version", f"/print{path}")] if "print-link" in site.features else found
