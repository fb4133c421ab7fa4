"""Write the report: one page with everything, one for each page worth a look, style sheet and
scripts.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from evaluation.report.case import case_page
from evaluation.report.index import index_page
from evaluation.run import Case, Evaluation

_GOOD = 0.99
"""If all methods reach this F1, a page gets no view of its own."""
_ASSETS = ("style.css", "list.js", "case.js")
_UNSAFE = re.compile(r"[^\w.-]+", re.ASCII)
_MAX_NAME_LENGTH = 80


def write_report(evaluation: Evaluation, folder: Path) -> Path:
    """Write the report into ``folder``, which is created if needed, and return its first page.

    Raises:
        OSError: A file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in _ASSETS:
        (folder / name).write_text((files("evaluation.report") / name).read_text("utf-8"), "utf-8")
    views = _write_views(evaluation.cases, folder)
    records = json.dumps(
        [_record(case, views) for case in evaluation.cases],
        ensure_ascii=True,
        separators=(",", ":"),
    )
    (folder / "cases.js").write_text(f"const CASES = {records};\n", "utf-8")
    first = folder / "index.html"
    first.write_text(index_page(evaluation), "utf-8")
    return first


def _write_views(cases: Iterable[Case], folder: Path) -> dict[tuple[str, str], str]:
    """Return the addresses of the views by set and page."""
    by_page: defaultdict[tuple[str, str], list[Case]] = defaultdict(list)
    for case in cases:
        by_page[case.page.set, case.page.id].append(case)
    views = {}
    for (name, key), found in by_page.items():
        if all(case.result.f1 is None or case.result.f1 >= _GOOD for case in found):
            continue
        place = Path("pages") / _file_name(name) / f"{_file_name(key)}.html"
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(case_page(found, "../../"), "utf-8")
        views[name, key] = quote(place.as_posix())
    return views


def _file_name(key: str) -> str:
    """Return a name that every file system accepts.

    A hash keeps changed and long names distinct.
    """
    safe = _UNSAFE.sub("_", key)[:_MAX_NAME_LENGTH]
    return safe if safe == key else f"{safe}-{sha256(key.encode()).hexdigest()[:8]}"


def _record(case: Case, views: dict[tuple[str, str], str]) -> dict[str, object]:
    """Return what the list shows of a case."""
    page, result = case.page, case.result
    counts = result.posts.found if result.posts is not None else result.bag
    score = None if counts is None else counts.score
    remarks = [
        f"{name} wrong"
        for name in ("title", "author", "day", "image")
        if getattr(result, name) is False
    ]
    remarks += [f"refused: {result.answer.refused}"] if result.answer.refused else []
    remarks += [f"failed: {result.failure}"] if result.failure else []
    remarks += [] if case.facts.is_reachable else ["the page does not contain its gold"]
    return {
        "set": page.set,
        "kind": page.kind,
        "id": page.id,
        "method": result.method,
        "f1": result.f1,
        "p": score and score.precision,
        "r": score and score.recall,
        "expected": result.answer.confidence,
        "ms": result.answer.ms,
        "remarks": "; ".join(remarks),
        "view": views.get((page.set, page.id)),
    }
