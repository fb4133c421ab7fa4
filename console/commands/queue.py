"""A look into the queue, and buried jobs."""

import json
from contextlib import closing

import click

from console.startup import load_settings

_TUBE = click.Choice(["list", "page"])


@click.group()
def queue() -> None:
    """Look at the queue; give buried jobs another try or drop them."""


@queue.command()
def stats() -> None:
    """Print how many jobs are ready, delayed, reserved and buried."""
    from scheduler.queue.backends import open_queue

    with closing(open_queue(load_settings())) as opened:
        tubes = opened.stats()
    for tube in tubes:
        click.echo(
            f"{tube.tube}: {tube.ready} ready, {tube.delayed} delayed, {tube.reserved} reserved, {tube.buried} buried"
        )


@queue.command()
@click.argument("tube", type=_TUBE)
@click.option("--limit", default=20, show_default=True)
def buried(tube: str, limit: int) -> None:
    """Print buried jobs with their reasons."""
    from scheduler.queue.backends import open_queue

    with closing(open_queue(load_settings())) as opened:
        jobs = opened.buried(tube, limit)
    for job in jobs:
        click.echo(f"{job.reason}\t{_url_of(job.body)}")


@queue.command()
@click.argument("tube", type=_TUBE)
@click.option("--limit", default=1000, show_default=True)
def kick(tube: str, limit: int) -> None:
    """Make buried jobs ready again."""
    from scheduler.queue.backends import open_queue

    with closing(open_queue(load_settings())) as opened:
        kicked = opened.kick(tube, limit)
    click.echo(f"{kicked} jobs are ready again")


@queue.command()
@click.argument("tube", type=_TUBE)
@click.option("--limit", default=1000, show_default=True)
@click.confirmation_option(prompt="Buried jobs will be deleted. Go on?")
def drop(tube: str, limit: int) -> None:
    """Delete buried jobs, oldest first."""
    from scheduler.queue.backends import open_queue

    with closing(open_queue(load_settings())) as opened:
        dropped = opened.drop_buried(tube, limit)
    click.echo(f"{dropped} buried jobs were deleted")


def _url_of(body: str) -> str:
    """Return the job's URL, or the beginning of a body that cannot be read."""
    try:
        return str(json.loads(body)["url"])
    except (ValueError, KeyError, TypeError):
        return body[:100]
