"""Check whether a role on this machine works; the health check of containers."""

import socket
from contextlib import closing

import click

from console.startup import load_settings
from console.terminal import echo

_SILENT_SECONDS = 30.0


@click.group()
def healthy() -> None:
    """Check whether a role on this machine works.

    Ends with code 1 if it does not.
    """


@healthy.command(short_help="Check for a worker's heartbeat on this machine.")
def worker() -> None:
    """Check whether a worker on this machine sent a heartbeat in the last 30 seconds."""
    from storage.backends import open_pace, open_workers

    settings, host = load_settings(), socket.gethostname()
    with closing(open_workers(settings)) as workers, closing(open_pace(settings)) as pace:
        now = pace.now()
        known = [*workers.alive(now), *workers.lost(now)]
    ours = [each for each in known if each.name.startswith(f"{host}-")]
    if not ours:
        raise click.ClickException(
            f"no worker on {host} has sent a heartbeat; start one with `newsloom worker`"
        )
    silent = now - max(each.at for each in ours)
    if silent > _SILENT_SECONDS:
        raise click.ClickException(
            f"the last heartbeat of a worker on {host} is {silent:.0f} s old; look into its log"
        )
    echo(f"workers alive on {host}: {len(ours)}")
