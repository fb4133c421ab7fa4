"""Show what the limits of the extractor decide: each is halved and doubled, and the records of
labelled pages that change are counted.

``python -m benchmarks.limits --data DIR [--room extractor/body] [--pages 500]``

A limit that changes nothing either way protects from pages that no labelled one is like; one that
changes much is worth measuring in finer steps. Shares between 0 and 1 are moved halfway to either
end. What the compiled parts repeat (``extractor/compiled``) stays as it is.
"""

import argparse
import ast
import importlib
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

from evaluation.datasets import LabelledPage, find_sets, load
from evaluation.methods import OURS, Method, ask
from evaluation.scoring import PageScore, measure

_ROOT = Path(__file__).parents[1]
_METHOD = Method(OURS)
_BREAKS = (ArithmeticError, LookupError, TypeError, ValueError, BrokenProcessPool)
Number = int | float


@dataclass(frozen=True)
class Limit:
    """A number with a name at the top of a module."""

    module: str
    name: str
    value: Number

    @property
    def changed(self) -> tuple[Number, Number]:
        """Return a smaller and a larger value."""
        if isinstance(self.value, int):
            return self.value // 2, 2 * self.value
        if 0 < self.value < 1:
            return self.value / 2, (1 + self.value) / 2
        return self.value / 2, 2 * self.value

    def set(self, value: Number) -> None:
        """Change it in this process, wherever it was imported to."""
        setattr(importlib.import_module(self.module), self.name, value)
        if self.name.startswith("_"):
            return
        for name, module in list(sys.modules.items()):
            if name.startswith("extractor.") and vars(module).get(self.name) == self.value:
                setattr(module, self.name, value)


def main() -> None:
    """Measure and print a row for each limit and value."""
    options = _options()
    pages = list(_pages(options.data, options.pages))
    before = _scores(pages)
    print(f"{len(pages)} pages; sums of F1 and of right fields are after less before")
    for limit in _limits(options.room):
        for value in limit.changed:
            try:
                told = _difference(before, _scores(pages, limit, value))
            except _BREAKS as error:
                told = f"breaks the extractor: {error!r}"
            print(f"{limit.module}.{limit.name} = {limit.value} as {value}: {told}", flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="a folder of labelled pages")
    parser.add_argument("--room", type=Path, default=Path("extractor"), help="a folder or a module")
    parser.add_argument("--pages", type=int, default=500, help="about as many, evenly chosen")
    return parser.parse_args()


def _pages(folder: Path, count: int) -> Iterator[LabelledPage]:
    found = [page for name in find_sets(folder) for page in load(name)]
    yield from found[:: max(1, len(found) // count)]


def _limits(room: Path) -> Iterator[Limit]:
    """Yield the limits of a room, but for sentinels below zero."""
    top = _ROOT / room
    for path in sorted(top.rglob("*.py")) if top.is_dir() else [top]:
        parts = path.relative_to(_ROOT).with_suffix("").parts
        module = ".".join(parts).removesuffix(".__init__")
        for statement in ast.parse(path.read_text()).body:
            match statement:
                case (
                    ast.Assign(targets=[ast.Name(id=name)])
                    | ast.AnnAssign(target=ast.Name(id=name))
                ):
                    value = vars(importlib.import_module(module))[name]
                    if type(value) in (int, float) and value > 0:
                        yield Limit(module, name, value)


def _scores(
    pages: Sequence[LabelledPage], limit: Limit | None = None, value: Number = 0
) -> list[PageScore]:
    """Return what the extractor says of each page and how right that is, with a limit changed.

    It runs in a process of its own, because caches keep what was decided with another value.
    """
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as process:
        return process.submit(_scores_here, pages, limit, value).result()


def _scores_here(
    pages: Sequence[LabelledPage], limit: Limit | None, value: Number
) -> list[PageScore]:
    if limit:
        limit.set(value)
    bodies = ((page, page.read()) for page in pages)
    return [measure(OURS, ask(_METHOD, page, html), page, html) for page, html in bodies]


def _difference(before: Sequence[PageScore], after: Sequence[PageScore]) -> str:
    changed = [
        (one, other)
        for one, other in zip(before, after, strict=True)
        if _record(one) != _record(other)
    ]
    told = [
        f"{len(changed)} changed",
        f"F1 {sum((other.f1 or 0.0) - (one.f1 or 0.0) for one, other in changed):+.3f}",
    ]
    for name in ("title", "author", "day"):
        right = sum(getattr(other, name) is True for _, other in changed)
        right -= sum(getattr(one, name) is True for one, _ in changed)
        if right:
            told.append(f"{name} {right:+}")
    return ", ".join(told)


def _record(score: PageScore) -> tuple[object, ...]:
    answer = score.answer
    return (
        answer.text,
        answer.title,
        answer.author,
        answer.published,
        answer.image,
        answer.posts,
        answer.refused,
    )


if __name__ == "__main__":
    main()
