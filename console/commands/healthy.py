"""Whether a role of this machine does its work; the health check of containers."""

import socket
import time
from contextlib import closing

import click

from console.startup import load_settings

_SILENT_SECONDS = 30.0


@click.group()
def healthy() -> None:
    """Say whether a role of this machine does its work; ends with code 1 when it does not."""


@healthy.command()
def worker() -> None:
    """Succeed when a worker of this machine gave a sign of life in the last 30 seconds."""
    from storage.backends import open_stats

    now = time.time()
    host = socket.gethostname()
    with closing(open_stats(load_settings())) as stats:
        ours = [each for each in stats.workers(now) if each.name.startswith(f"{host}-")]
    if not ours:
        raise click.ClickException(f"no worker of {host} is known")
    silent = now - max(each.at for each in ours)
    if silent > _SILENT_SECONDS:
        raise click.ClickException(f"the workers of {host} have been silent for {silent:.0f} s")
    click.echo(f"{len(ours)} workers of {host} are alive")
