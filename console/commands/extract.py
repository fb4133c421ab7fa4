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


class AlgorithmName(click.ParamType[str]):
    """A name of ``extractor.registry``, which is imported when names are asked for."""

    name = "algorithm"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 click's signature
        """The known names, for the help."""
        from extractor.registry import NAMES

        return f"[{'|'.join(NAMES)}]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name itself; fails for one that is not known."""
        from extractor.errors import UnknownAlgorithm
        from extractor.registry import choose

        try:
            choose(value)
        except UnknownAlgorithm as error:
            self.fail(str(error), param, ctx)
        return value


@click.command()
@click.argument("page")
@click.option(
    "--algorithm", type=AlgorithmName(), default="", help="What finds the text; the default of the kind without it."
)
@click.option("--kind", type=click.Choice(["", "article", "thread"]), default="", help="What the page is, if known.")
@click.option("--url", default="", help="Address of a page that is read from a file.")
def extract(page: str, algorithm: str, kind: str, url: str) -> None:
    """Print what is extracted from PAGE, an http(s) address or a file, as JSON."""
    from extractor.extraction import extract as extract_page
    from extractor.results import Hints

    if page.startswith(("http://", "https://")):
        result = _from_web(page, algorithm, kind)
    else:
        hints = Hints(collected=datetime.now(UTC), algorithm=algorithm, kind=kind)
        result = extract_page(_read(page), url or "http://localhost/", {}, hints)
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
