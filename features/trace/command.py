"""Say what happened to one URL."""

from contextlib import closing
from datetime import UTC, datetime

import click

from console.startup import load_settings
from console.terminal import echo


@click.command(short_help="Say what happened to a URL.")
@click.argument("url")
def trace(url: str) -> None:
    """Say what happened to URL: found, fetched, rejected or stored, when, by whom and why.

    Times are in UTC. Ends with code 1 if a store does not answer.
    """
    from storage.database.setup import migrate, set_up_django

    settings = load_settings()
    set_up_django(settings)
    migrate()
    from features.trace import sentences
    from features.trace.lookup import look_up
    from watch.stores import Stores

    with closing(Stores(settings)) as ports:
        try:
            found = look_up(url, ports)
        except ValueError as error:
            raise click.BadParameter(
                f"{error}. Write the whole address of a page.", param_hint="URL"
            ) from error
    echo(
        found.url
        if found.url == url
        else f"{found.url} (the form in which Newsloom compares addresses)"
    )
    echo(sentences.verdict(found))
    if found.document:
        echo(f"document {found.document.id}: {found.document.title}")
    for number in found.is_list:
        echo(f"the address of the source {found.names.get(number, number)}")
    for step in found.steps:
        echo(f"{_time(step.at)}  {sentences.step_text(step, found.names)}")
        for line in filter(
            None, (step.detail, step.list_url, step.url if step.url != found.url else "")
        ):
            echo(f"{'':21}{line}")
        until = f", next {_time(step.next_at)}" if step.next_at else ""
        echo(f"{'':21}worker {step.worker}, run {step.run_id}{until}")
    for shown in found.shown:
        name = found.names.get(shown.source_id, "a deleted source")
        echo(f"{_time(shown.at)}  shown by {name} when it was last read in full: {shown.list_url}")
    echo(sentences.kept(found, f"{_time(found.at)} UTC"))
    for name, why in found.silent.items():
        echo(f"no answer from {sentences.STORES[name]}: {why}", err=True)
    if found.silent:
        raise SystemExit(1)


def _time(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M:%S}"
