"""Inspect the queue and handle buried jobs."""

import json
from contextlib import closing

import click

from console.startup import load_settings
from console.terminal import echo

_TUBE = click.Choice(["list", "page"])
_LIMIT = click.IntRange(min=1)


@click.group()
def queue() -> None:
    """Inspect the queue; retry or delete buried jobs."""


@queue.command()
def stats() -> None:
    """Print the numbers of ready, delayed, reserved and buried jobs."""
    from scheduler.queue.backends import open_queue

    with closing(open_queue(load_settings())) as opened:
        tubes = opened.stats()
    for tube in tubes:
        echo(
            f"{tube.tube}: {tube.ready} ready, {tube.delayed} delayed, {tube.reserved} reserved, "
            f"{tube.buried} buried"
        )


@queue.command()
@click.argument("tube", type=_TUBE)
@click.option("--limit", type=_LIMIT, default=20, show_default=True, help="Most jobs to print.")
def buried(tube: str, limit: int) -> None:
    """Print buried jobs with their reasons."""
    from scheduler.queue.backends import open_queue

    with closing(open_queue(load_settings())) as opened:
        jobs = opened.buried(tube, limit)
    for job in jobs:
        echo(f"{job.reason}\t{_url_of(job.body)}")


@queue.command()
@click.argument("tube", type=_TUBE)
@click.option(
    "--limit", type=_LIMIT, default=1000, show_default=True, help="Most jobs to make ready."
)
def kick(tube: str, limit: int) -> None:
    """Make buried jobs ready again, oldest first."""
    from scheduler.queue.backends import open_queue

    with closing(open_queue(load_settings())) as opened:
        kicked = opened.kick(tube, limit)
    echo(f"jobs ready again: {kicked}")


@queue.command()
@click.argument("tube", type=_TUBE)
@click.option("--limit", type=_LIMIT, default=1000, show_default=True, help="Most jobs to delete.")
@click.confirmation_option(prompt="Delete the buried jobs?")
def drop(tube: str, limit: int) -> None:
    """Delete buried jobs, oldest first."""
    from scheduler.queue.backends import open_queue

    with closing(open_queue(load_settings())) as opened:
        dropped = opened.drop_buried(tube, limit)
    echo(f"buried jobs deleted: {dropped}")


def _url_of(body: str) -> str:
    """Return the job's URL, or the beginning of an unreadable body."""
    try:
        return str(json.loads(body)["url"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return body[:100]
