"""The first page of the report: figures, plots, and the list of pages that leads to their views."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from html import escape

from evaluation import summary
from evaluation.columns import Group, Unit, confidences
from evaluation.report import plots
from evaluation.report.markup import document
from evaluation.run import Case, Evaluation
from evaluation.summary import Convention, Kinds, SummaryRow
from evaluation.tables import TITLES, present, write

_LOWEST = 0.4
"""Where the bars of F1 begin; nearly all sets score above."""

_COMPARED = {"bag_f1": "bag F1", "post_f1": "F1 of posts"}
_SECTIONS = {
    "pages": "Pages",
    "plots": "Plots",
    "text": "Text",
    "posts": "Posts",
    "fields": "Fields",
    "time": "Time",
    "kinds": "Kinds",
    "conventions": "Conventions",
    "unreachable": "Unreachable",
}
_COLOURS = 8
"""Of the style sheet; a ninth method takes the first again."""


def index_page(evaluation: Evaluation) -> str:
    """The page; the list is filled in by list.js from cases.js."""
    found = summary.rows(evaluation)
    sections = [_plots(evaluation, found)]
    sections += [_table(title, group, found) for group, title in TITLES.items()]
    sections += [_kinds(summary.kinds(evaluation)), _conventions(summary.conventions(evaluation))]
    sections += [_unreachable(summary.unreachable(evaluation))]
    pages = len({(case.page.set, case.page.id) for case in evaluation.cases})
    methods = ", ".join(evaluation.methods)
    body = _list() + "".join(sections)
    links = "".join(f'<a href="#{key}">{name}</a>' for key, name in _SECTIONS.items() if f'id="{key}"' in body)
    content = (
        f"<header><h1>Extraction, measured</h1><p>{pages} pages by {escape(methods)}.</p>"
        f'<nav aria-label="Sections">{links}</nav></header><main id="main">{body}</main>'
        '<script src="cases.js"></script><script src="list.js"></script>'
    )
    return document("Extraction, measured", content)


def _list() -> str:
    return (
        '<section id="pages"><h2>Pages, the worst first</h2><form class="filters" onsubmit="return false">'
        '<label>Set <select id="set"></select></label><label>Kind <select id="kind"></select></label>'
        '<label>Method <select id="method"></select></label>'
        '<label>Order <select id="order"><option value="f1">F1</option>'
        '<option value="gap">F1 far from expected</option>'
        '<option value="ms">slowest</option><option value="behind">furthest behind another</option></select></label>'
        '<label>Name <input id="name" type="search" size="14"></label></form>'
        '<p id="count" role="status"></p><div class="wide"><table id="cases"><thead><tr><th>page</th>'
        '<th class="n">F1</th><th class="n">P</th><th class="n">R</th><th>set</th><th>kind</th><th>method</th>'
        '<th class="n">expected</th><th class="n">ms</th><th>remarks</th></tr></thead><tbody></tbody></table></div>'
        '<button type="button" id="more">Show more</button><noscript>The list needs JavaScript.</noscript></section>'
    )


def _plots(evaluation: Evaluation, found: Sequence[SummaryRow]) -> str:
    colours = {method: place % _COLOURS for place, method in enumerate(evaluation.methods)}
    first = [case for case in evaluation.cases if case.result.method == evaluation.methods[0]]
    figures = _set_bars(found, colours)
    figures += [_figure(plots.spans(spans), "CPU time a page, all sets: median, and where 95 of 100 pages end")
                for spans in [_spans(evaluation.cases, colours)] if spans]  # fmt: skip
    figures += [
        _figure(plots.histogram(values), f"{name}: pages by F1, %, {evaluation.methods[0]}")
        for name, values in _f1_by_set(first).items()
    ]
    points = confidences(first)
    if points:
        text = f"F1 (up) against the confidence stated, %, {evaluation.methods[0]}; right is on the line"
        figures.append(_figure(plots.calibration(points), text))
    return f'<section id="plots"><h2>Plots</h2><div class="plots">{"".join(figures)}</div></section>'


def _set_bars(found: Sequence[SummaryRow], colours: Mapping[str, int]) -> list[str]:
    """A plot for each set and kind, of the words and of the posts."""
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
        figures.append(_figure(plots.bars(bars, lowest=lowest), f"{name}, {kind}: {what}, %{start}"))
    return figures


def _spans(cases: Sequence[Case], colours: Mapping[str, int]) -> list[tuple[str, float, float, int]]:
    times: defaultdict[str, list[float]] = defaultdict(list)
    for case in cases:
        if case.result.answer.ms:
            times[case.result.method].append(case.result.answer.ms)
    return [
        (method, sorted(known)[len(known) // 2], sorted(known)[int(0.95 * len(known))], colours[method])
        for method, known in times.items()
    ]


def _f1_by_set(cases: Sequence[Case]) -> dict[str, list[float]]:
    values: defaultdict[str, list[float]] = defaultdict(list)
    for case in cases:
        if case.result.f1 is not None:
            values[f"{case.page.set}, {case.page.kind}"].append(case.result.f1)
    return dict(values)


def _figure(svg: str, caption: str) -> str:
    return f"<figure><figcaption>{escape(caption)}</figcaption>{svg}</figure>"


def _table(title: str, group: Group, found: Sequence[SummaryRow]) -> str:
    shown = present(group, found)
    if not shown:
        return ""
    heads = "".join(f'<th class="n"><abbr title="{escape(column.explanation)}">{escape(column.title)}</abbr></th>'
                    for column in shown)  # fmt: skip
    lines = []
    for row in found:
        cells = [write(row.figures[column.key], column.unit) for column in shown]
        if any(cell != "–" for cell in cells):
            method = f"{row.method}, reachable" if row.reachable else row.method
            names = "".join(f"<td>{escape(name)}</td>" for name in (row.set, row.kind, method))
            figures = "".join(f'<td class="n">{cell}</td>' for cell in (str(row.pages), *cells))
            lines.append(f"<tr>{names}{figures}</tr>")
    head = f'<tr><th>set</th><th>kind</th><th>method</th><th class="n">pages</th>{heads}</tr>'
    return _section(group.value, title, head, lines)


def _kinds(found: Sequence[Kinds]) -> str:
    head = (
        '<tr><th>set</th><th class="n">pages</th><th class="n">article or not</th><th class="n">articles kept</th>'
        '<th class="n">listings refused</th><th class="n">threads kept</th><th class="n">false threads</th></tr>'
    )
    lines = [
        f'<tr><td>{escape(row.set)}</td><td class="n">{row.pages}</td>'
        + "".join(f'<td class="n">{write(share, Unit.SHARE)}</td>' for share in (
            row.article_or_not, row.articles_kept, row.listings_refused, row.threads_kept, row.false_threads))
        + "</tr>"
        for row in found
    ]  # fmt: skip
    return _section("kinds", "Kind of page, not told, %", head, lines) if lines else ""


def _conventions(found: Sequence[Convention]) -> str:
    head = (
        '<tr><th>set</th><th>kind</th><th class="n">pages</th><th class="n">headline</th><th class="n">lead</th>'
        "<th></th></tr>"
    )
    lines = [
        f'<tr><td>{escape(row.set)}</td><td>{escape(row.kind)}</td><td class="n">{row.pages}</td>'
        f'<td class="n">{write(row.headline, Unit.SHARE)}</td><td class="n">{write(row.lead, Unit.SHARE)}</td>'
        f"<td>{'lead kept apart: see the column + lead' if row.summary else ''}</td></tr>"
        for row in found
    ]
    return _section("conventions", "What the gold's text holds, % of pages", head, lines) if lines else ""


def _unreachable(cases: Sequence[Case]) -> str:
    head = '<tr><th>page</th><th class="n">of the gold\'s words in the text</th><th class="n">with scripts</th></tr>'
    lines = [
        f'<tr><td>{escape(case.page.set)}/{escape(case.page.id)}</td><td class="n">'
        f'{write(case.facts.visible, Unit.SHARE)}</td><td class="n">{write(case.facts.anywhere, Unit.SHARE)}</td></tr>'
        for case in cases
    ]
    return _section("unreachable", "Pages whose gold is not in them, %", head, lines) if lines else ""


def _section(key: str, title: str, head: str, lines: Sequence[str]) -> str:
    return (
        f'<section id="{key}"><h2>{escape(title)}</h2><div class="wide" tabindex="0"><table><thead>{head}</thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div></section>"
    )
