"""Extract one page and print the result."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from console.startup import load_settings
from console.terminal import echo, json_text

if TYPE_CHECKING:
    from crawler.fetcher import Fetched


class AlgorithmName(click.ParamType[str]):
    """A name from ``evaluation.algorithms``, which is imported only when it is needed."""

    name = "algorithm"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002 click's signature
        """Return the known names, for the help text."""
        from evaluation.algorithms import NAMES

        return f"[{'|'.join(NAMES)}]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name; fail if it is unknown."""
        from evaluation.algorithms import choose
        from evaluation.errors import UnknownAlgorithm

        try:
            choose(value)
        except UnknownAlgorithm as error:
            self.fail(str(error), param, ctx)
        return value


@click.command()
@click.argument("page")
@click.option(
    "--algorithm",
    type=AlgorithmName(),
    default="",
    help="Extraction algorithm; the default depends on the kind of page.",
)
@click.option(
    "--kind",
    type=click.Choice(["", "article", "thread"]),
    default="",
    help="Kind of page, if you know it.",
)
@click.option("--url", default="", help="Address of the page, if PAGE is a file.")
def extract(page: str, algorithm: str, kind: str, url: str) -> None:
    """Extract PAGE and print the result as JSON.

    PAGE is an http(s) address or a file.
    """
    from evaluation.algorithms import choose
    from extractor.extraction import extract as extract_page
    from extractor.results import Hints

    headers: Mapping[str, str] = {}
    if page.startswith(("http://", "https://")):
        fetched = _fetch(page)
        body, url, headers = fetched.body, fetched.url, fetched.headers
    else:
        body, url = _read(page), url or "http://localhost/"
    hints = Hints(collected=datetime.now(UTC), kind=kind)
    result = extract_page(body, url, headers, hints, choose(algorithm))
    echo(json_text({"result": type(result).__name__, **asdict(result)}, str, indent=2))


def _read(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise click.ClickException(f"{name} cannot be read: {error.strerror}") from error


def _fetch(url: str) -> "Fetched":
    from crawler.preview import fetch_page

    answer = fetch_page(load_settings(), url)
    if answer.fetched is None:
        raise click.ClickException(f"{url} cannot be fetched: {answer.outcome}: {answer.error}")
    return answer.fetched
