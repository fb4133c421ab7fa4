"""The first page of the report: figures, plots, and the list of pages that links to their views."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluation import summary
from evaluation.columns import Group, Unit, confidences
from evaluation.report import plots
from evaluation.report.rendering import render
from evaluation.run import Case, Evaluation
from evaluation.summary import Convention, Kinds, SummaryRow
from evaluation.tables import TITLES, present, write

_LOWEST = 0.4
"""Where the bars of F1 begin, because nearly all sets score above."""

_COMPARED = {"bag_f1": "bag F1", "post_f1": "F1 of posts"}
_COLOURS = 8
"""Colours in the style sheet. A ninth method takes the first again."""


@dataclass(frozen=True)
class _Figure:
    """A plot as SVG with its caption."""

    caption: str
    svg: str


@dataclass(frozen=True)
class _Cell:
    """A cell of a table. A heading may have an ``explanation``, which is shown on hover."""

    text: str
    is_figure: bool = True
    explanation: str = ""


@dataclass(frozen=True)
class _ReportTable:
    """A section with a table.

    ``key`` is the section's address, ``name`` its name in the navigation.
    """

    key: str
    name: str
    title: str
    heads: list[_Cell]
    rows: list[list[_Cell]]


def index_page(evaluation: Evaluation) -> str:
    """Return the HTML page. list.js fills in the list of pages from cases.js."""
    found = summary.rows(evaluation)
    tables = [_figures_table(title, group, found) for group, title in TITLES.items()]
    tables += [_kinds(summary.kinds(evaluation)), _conventions(summary.conventions(evaluation))]
    tables += [_unreachable(summary.unreachable(evaluation))]
    values = {
        "pages": len({(case.page.set, case.page.id) for case in evaluation.cases}),
        "methods": ", ".join(evaluation.methods),
        "figures": _plots(evaluation, found),
        "tables": [table for table in tables if table.rows],
    }
    return render("index.html", values)


def _plots(evaluation: Evaluation, found: Sequence[SummaryRow]) -> list[_Figure]:
    colours = {method: index % _COLOURS for index, method in enumerate(evaluation.methods)}
    first = [case for case in evaluation.cases if case.result.method == evaluation.methods[0]]
    figures = _set_bars(found, colours)
    if spans := _spans(evaluation.cases, colours):
        caption = "CPU time per page, all sets: median and p95"
        figures.append(_Figure(caption, plots.spans(spans)))
    figures += [
        _Figure(f"{name}: pages by F1, %, {evaluation.methods[0]}", plots.histogram(values))
        for name, values in _f1_by_set(first).items()
    ]
    points = confidences(first)
    if points:
        caption = (
            f"F1 (up) by stated confidence, %, {evaluation.methods[0]}; a correct confidence "
            "is on the line"
        )
        figures.append(_Figure(caption, plots.calibration(points)))
    return figures


def _set_bars(found: Sequence[SummaryRow], colours: Mapping[str, int]) -> list[_Figure]:
    """Return a plot for each set and kind, of words and of posts."""
    parts: defaultdict[tuple[str, str, str], list[tuple[str, float, int]]] = defaultdict(list)
    for row in found:
        for key, what in _COMPARED.items():
            value = row.figures[key]
            if value is not None and not row.reachable:
                parts[row.set, row.kind, what].append((row.method, value, colours[row.method]))
    figures = []
    for (name, kind, what), bars in parts.items():
        lowest = 0.0 if min(value for _, value, _ in bars) < _LOWEST else _LOWEST
        start = f"; bars begin at {100 * lowest:g}" if lowest else ""
        figures.append(
            _Figure(f"{name}, {kind}: {what}, %{start}", plots.bars(bars, lowest=lowest))
        )
    return figures


def _spans(
    cases: Sequence[Case], colours: Mapping[str, int]
) -> list[tuple[str, float, float, int]]:
    times: defaultdict[str, list[float]] = defaultdict(list)
    for case in cases:
        if case.result.answer.ms:
            times[case.result.method].append(case.result.answer.ms)
    return [
        (
            method,
            sorted(known)[len(known) // 2],
            sorted(known)[int(0.95 * len(known))],
            colours[method],
        )
        for method, known in times.items()
    ]


def _f1_by_set(cases: Sequence[Case]) -> dict[str, list[float]]:
    values: defaultdict[str, list[float]] = defaultdict(list)
    for case in cases:
        if case.result.f1 is not None:
            values[f"{case.page.set}, {case.page.kind}"].append(case.result.f1)
    return dict(values)


def _figures_table(title: str, group: Group, found: Sequence[SummaryRow]) -> _ReportTable:
    shown = present(group, found)
    heads = [*_names("set", "kind", "method"), _Cell("pages")]
    heads += [_Cell(column.title, explanation=column.explanation) for column in shown]
    rows = []
    for row in found:
        figures = [write(row.figures[column.key], column.unit) for column in shown]
        if any(figure != "–" for figure in figures):
            method = f"{row.method}, reachable" if row.reachable else row.method
            rows.append(
                [*_names(row.set, row.kind, method), *map(_Cell, (str(row.pages), *figures))]
            )
    return _ReportTable(group.value, group.value.capitalize(), title, heads, rows)


def _kinds(found: Sequence[Kinds]) -> _ReportTable:
    heads = (
        "pages",
        "article or not",
        "articles kept",
        "listings refused",
        "threads kept",
        "false threads",
    )
    rows = []
    for row in found:
        shares = (
            row.article_or_not,
            row.articles_kept,
            row.listings_refused,
            row.threads_kept,
            row.false_threads,
        )
        rows.append([*_names(row.set), _Cell(str(row.pages)), *map(_share, shares)])
    return _ReportTable(
        "kinds",
        "Kinds",
        "Kind of page, recognised without hints, %",
        [*_names("set"), *map(_Cell, heads)],
        rows,
    )


def _conventions(found: Sequence[Convention]) -> _ReportTable:
    heads = [*_names("set", "kind"), *map(_Cell, ("pages", "headline", "lead")), *_names("")]
    rows = []
    for row in found:
        remark = "lead kept apart: see the column + lead" if row.summary else ""
        figures = (_Cell(str(row.pages)), _share(row.headline), _share(row.lead))
        rows.append([*_names(row.set, row.kind), *figures, *_names(remark)])
    return _ReportTable(
        "conventions", "Conventions", "What the gold's text contains, % of pages", heads, rows
    )


def _unreachable(cases: Sequence[Case]) -> _ReportTable:
    heads = [*_names("page"), _Cell("of the gold's words in the text"), _Cell("with scripts")]
    rows = [
        [
            *_names(f"{case.page.set}/{case.page.id}"),
            _share(case.facts.visible),
            _share(case.facts.anywhere),
        ]
        for case in cases
    ]
    return _ReportTable(
        "unreachable", "Unreachable", "Pages that do not contain their gold, %", heads, rows
    )


def _names(*texts: str) -> list[_Cell]:
    return [_Cell(text, is_figure=False) for text in texts]


def _share(value: float | None) -> _Cell:
    return _Cell(write(value, Unit.SHARE))
