"""One page, extracted and printed."""

import json
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from console.startup import load_settings

if TYPE_CHECKING:
    from extractor.results import Extraction


@click.command()
@click.argument("page")
@click.option("--algorithm", default="", help="Name of an algorithm; the default of the kind without it.")
@click.option("--kind", type=click.Choice(["", "article", "thread"]), default="", help="What the page is, if known.")
@click.option("--url", default="", help="Address of a page that is read from a file.")
def extract(page: str, algorithm: str, kind: str, url: str) -> None:
    """Print what is extracted from PAGE, an http(s) address or a file, as JSON."""
    from extractor import extract as extract_page
    from extractor.errors import UnknownAlgorithm
    from extractor.registry import choose
    from extractor.results import Hints

    try:
        choose(algorithm)
        if page.startswith(("http://", "https://")):
            result = _from_web(page, algorithm, kind)
        else:
            hints = Hints(collected=datetime.now(UTC), algorithm=algorithm, kind=kind)
            result = extract_page(_read(page), url or "http://localhost/", {}, hints)
    except UnknownAlgorithm as error:
        raise click.ClickException(str(error)) from error
    click.echo(
        json.dumps({"result": type(result).__name__, **asdict(result)}, ensure_ascii=False, indent=2, default=str)
    )


def _read(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise click.ClickException(f"{name} cannot be read: {error.strerror}") from error


def _from_web(url: str, algorithm: str, kind: str) -> "Extraction":
    from crawler.preview import preview_page

    answer = preview_page(load_settings(), url, algorithm=algorithm, kind=kind)
    if answer.result is None:
        raise click.ClickException(f"{url} was not fetched: {answer.outcome}: {answer.error}")
    return answer.result
