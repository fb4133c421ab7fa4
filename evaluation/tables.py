"""The figures on screen and as JSON."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict

from rich import box
from rich.console import Console
from rich.table import Table

from evaluation import columns, summary
from evaluation.columns import COLUMNS, Column, Unit
from evaluation.run import Case, Evaluation
from evaluation.summary import Convention, SummaryRow

TITLES = {
    columns.Group.TEXT: "Text, %",
    columns.Group.POSTS: "Posts, %",
    columns.Group.FIELDS: "Fields, % correct",
    columns.Group.TIME: "CPU time, ms per page",
}
_NAMED = 20
"""Most failures and unreachable pages named on screen. JSON and HTML have all."""


def write(value: float | None, unit: Unit) -> str:
    """Format a figure, or a dash if it is unknown."""
    if value is None:
        return "–"
    return {
        Unit.SHARE: f"{100 * value:.1f}",
        Unit.MILLISECONDS: f"{value:.1f}",
        Unit.COUNT: f"{value:.0f}",
    }[unit]


def present(group: columns.Group, found: Sequence[SummaryRow]) -> list[Column]:
    """Return the columns of a table in which some row has a figure."""
    return [
        column
        for column in COLUMNS
        if column.group is group and any(row.figures[column.key] is not None for row in found)
    ]


def to_screen(evaluation: Evaluation, console: Console) -> None:
    """Print the tables, and name what was unreachable or failed."""
    found = summary.rows(evaluation)
    for group, title in TITLES.items():
        if shown := present(group, found):
            console.print(_table(title, shown, found))
    if kinds := summary.kinds(evaluation):
        console.print(_kinds_table(kinds))
    if conventions := summary.conventions(evaluation):
        console.print(_conventions_table(conventions))
    lines = _named("pages do not contain their gold", summary.unreachable(evaluation), _reach)
    lines += _named("failed", summary.failures(evaluation), _failure)
    console.print("\n".join(lines), soft_wrap=True, markup=False)


def _table(title: str, shown: list[Column], found: list[SummaryRow]) -> Table:
    heads = ("pages", *(column.title for column in shown))
    table = _empty_table(title, left=("set", "kind", "method"), right=heads)
    before = ""
    for row in found:
        cells = [write(row.figures[column.key], column.unit) for column in shown]
        if all(cell == "–" for cell in cells):
            continue
        if before not in ("", row.set):
            table.add_section()
        before = row.set
        name = f"{row.method}, reachable" if row.reachable else row.method
        table.add_row(row.set, row.kind, name, str(row.pages), *cells)
    return table


def _kinds_table(found: list[summary.Kinds]) -> Table:
    heads = (
        "pages",
        "article or not",
        "articles kept",
        "listings refused",
        "threads kept",
        "false threads",
    )
    table = _empty_table("Kind of page, recognised without hints, %", left=("set",), right=heads)
    for kinds in found:
        shares = (
            kinds.article_or_not,
            kinds.articles_kept,
            kinds.listings_refused,
            kinds.threads_kept,
            kinds.false_threads,
        )
        table.add_row(kinds.set, str(kinds.pages), *(write(share, Unit.SHARE) for share in shares))
    return table


def _conventions_table(found: list[Convention]) -> Table:
    table = _empty_table(
        "What the gold's text contains, % of pages", left=("set", "kind"), right=("pages",)
    )
    table.add_column("headline", justify="right")
    table.add_column("lead", justify="right")
    for row in found:
        lead = write(row.lead, Unit.SHARE)
        table.add_row(
            row.set,
            row.kind,
            str(row.pages),
            write(row.headline, Unit.SHARE),
            f"{lead}, apart" if row.summary else lead,
        )
    return table


def _empty_table(title: str, *, left: Sequence[str], right: Sequence[str]) -> Table:
    table = Table(
        title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0)
    )
    for name in left:
        table.add_column(name, no_wrap=True)
    for name in right:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _named(what: str, cases: list[Case], detail: Callable[[Case], str]) -> list[str]:
    if not cases:
        return []
    lines = [f"{len(cases)} {what}"]
    lines += [f"  {case.page.set}/{case.page.id}: {detail(case)}" for case in cases[:_NAMED]]
    return lines + ([f"  and {len(cases) - _NAMED} more"] if len(cases) > _NAMED else [])


def _reach(case: Case) -> str:
    return f"{write(case.facts.anywhere, Unit.SHARE)} % of the gold's words"


def _failure(case: Case) -> str:
    return f"{case.result.method}: {case.result.failure}"


def to_json(evaluation: Evaluation) -> str:
    """Return everything but the texts; docs/evaluation.md explains the keys."""
    return json.dumps(
        {
            "columns": {column.key: column.explanation for column in COLUMNS},
            "rows": [asdict(row) for row in summary.rows(evaluation)],
            "kinds": [asdict(found) for found in summary.kinds(evaluation)],
            "conventions": [asdict(found) for found in summary.conventions(evaluation)],
            "unreachable": [
                f"{case.page.set}/{case.page.id}" for case in summary.unreachable(evaluation)
            ],
            "pages": list(_pages(evaluation)),
        },
        ensure_ascii=False,
        indent=1,
    )


def _pages(evaluation: Evaluation) -> Iterator[dict[str, object]]:
    for case in evaluation.cases:
        result = asdict(case.result)
        answer = result.pop("answer")
        known = {name: answer[name] for name in ("ms", "confidence", "refused")}
        place = {"set": case.page.set, "id": case.page.id, "kind": case.page.kind}
        yield {**place, "f1": case.result.f1, **known, **result}
