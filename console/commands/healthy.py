"""Check whether a role on this machine gets on; the health check of containers."""

import socket

import click

from console.startup import load_settings
from console.terminal import echo
from scheduler.heartbeat import processes


@click.command()
@click.argument("role", type=click.Choice(["scheduler", "worker", "stories", "alerts", "backup"]))
def healthy(role: str) -> None:
    """Check whether a role on this machine gets on.

    Ends with code 1 if no process of it runs, or one of its loops has done nothing for five
    minutes. It asks no store: a role that waits for one gets on. `newsloom doctor` asks the stores.
    """
    host = socket.gethostname()
    running = [each for each in processes(load_settings().home, role) if each.lives]
    if not running:
        raise click.ClickException(
            f"no {role} with this NEWSLOOM_HOME runs on {host}; start one with `newsloom {role}`"
        )
    for each in running:
        if each.hangs:
            number = each.path.name.rpartition("-")[2]
            raise click.ClickException(
                f"the {role} with the process id {number} has done nothing for "
                f"{each.silent_seconds:.0f} s; look into its log, and restart it"
            )
    echo(f"{role} on {host}: {len(running)} running")
