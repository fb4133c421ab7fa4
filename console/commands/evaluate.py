"""Measure extraction on labelled pages."""

import sys
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from console.terminal import echo

if TYPE_CHECKING:
    from evaluation.datasets import LabelledPage
    from evaluation.methods import Method
    from evaluation.run import Evaluation

_WIDTH = 180
"""Characters per line if the output is not a terminal."""


def _names(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:  # noqa: ARG001
    """Return the names, given one by one or with commas, without repetitions."""
    names = ",".join(values).split(",")
    return tuple(dict.fromkeys(name for name in names if name))


@click.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    required=True,
    help="Folder of labelled pages, or of several such folders.",
)
@click.option(
    "--algorithm",
    "algorithms",
    multiple=True,
    callback=_names,
    help="Algorithms to measure; without the option, the default.",
)
@click.option(
    "--rival",
    "rivals",
    multiple=True,
    callback=_names,
    help="Other extractors to measure, e.g. trafilatura,justext.",
)
@click.option(
    "--kind", "kinds", multiple=True, callback=_names, help="Measure only pages of these kinds."
)
@click.option(
    "--perturb",
    "changes",
    multiple=True,
    callback=_names,
    help="Alter the pages first: hash-names, bare, no-address, cut-1, cut-2 or cut-3.",
)
@click.option(
    "--json",
    "json_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the scores to this file.",
)
@click.option(
    "--html",
    "html_folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a report to this folder.",
)
@click.option(
    "--limit", type=click.IntRange(min=1), help="Most pages per folder and kind, evenly spread."
)
@click.option(
    "--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to use."
)
def evaluate(
    data: Path,
    algorithms: tuple[str, ...],
    rivals: tuple[str, ...],
    kinds: tuple[str, ...],
    changes: tuple[str, ...],
    json_file: Path | None,
    html_folder: Path | None,
    limit: int | None,
    jobs: int,
) -> None:
    """Measure extraction on labelled pages.

    You can compare Newsloom with other libraries. docs/evaluation.md explains the columns.
    """
    from rich.console import Console

    from evaluation.errors import EvaluationError
    from evaluation.methods import find_methods
    from evaluation.tables import to_json, to_screen

    try:
        methods = find_methods(algorithms, rivals)
        pages = _pages(data, kinds, changes, limit)
        result = _run(pages, methods, jobs)
    except EvaluationError as error:
        raise click.ClickException(str(error)) from error
    to_screen(result, Console(width=None if sys.stdout.isatty() else _WIDTH))
    if json_file is not None:
        _write(json_file, to_json(result))
    if html_folder is not None:
        _report(result, html_folder)


def _pages(
    data: Path, kinds: tuple[str, ...], changes: tuple[str, ...], limit: int | None
) -> "list[LabelledPage]":
    from evaluation.datasets import find_sets, load, sample
    from evaluation.perturb import perturbed

    pages: list[LabelledPage] = []
    for folder in find_sets(data):
        pages += load(folder)
    if kinds:
        pages = [page for page in pages if page.kind in kinds]
    if not pages:
        raise click.ClickException(f"{data} has no page of kind {', '.join(kinds)}")
    if changes:
        pages = list(chain.from_iterable(perturbed(pages, name) for name in changes))
    if not pages:
        raise click.ClickException(
            f"{data} has no thread whose posts are labelled with their places; --perturb needs one"
        )
    if limit is None:
        return pages
    return sample(pages, limit)


def _run(pages: "list[LabelledPage]", methods: "list[Method]", jobs: int) -> "Evaluation":
    from rich.console import Console
    from rich.progress import Progress

    from evaluation.run import evaluate as measure
    from evaluation.run import plan

    tasks = plan(pages, methods)
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task(f"{len(pages)} pages", total=len(tasks))
        return measure(tasks, jobs=jobs, on_step=lambda: progress.advance(bar))


def _report(result: "Evaluation", folder: Path) -> None:
    from evaluation.report.folder import write_report

    try:
        echo(f"open {write_report(result, folder)}")
    except OSError as error:
        raise click.ClickException(f"{folder} cannot be written: {error.strerror}") from error


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}") from error
