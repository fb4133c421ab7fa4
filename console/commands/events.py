"""Show what happened."""

import click

from console.startup import load_settings
from console.terminal import echo


@click.command(short_help="Show what happened.")
@click.option(
    "--count", type=click.IntRange(1, 1000), default=50, show_default=True, help="Events to show."
)
@click.option(
    "--kind",
    default="",
    help="Only events of this kind: source, host, system, process, jobs or change.",
)
def events(count: int, kind: str) -> None:
    """Show the newest events, oldest first: time (UTC), kind, what happened.

    The role alerts records them.
    """
    from storage.database.setup import migrate, set_up_django

    set_up_django(load_settings())
    migrate()
    from storage.database.searches.events import EventFilter, find_events
    from watch.events.kinds import EventKind
    from watch.events.sentences import viewed

    if kind and kind not in set(EventKind):
        raise click.BadParameter(f"choose one of {', '.join(EventKind)}", param_hint="--kind")
    for event in reversed(find_events(EventFilter(kind=kind), count)):
        echo(f"{event.at:%Y-%m-%d %H:%M:%S}\t{event.kind}\t{viewed(event).text}")
