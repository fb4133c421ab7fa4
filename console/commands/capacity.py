"""Say how large an installation must be."""

import click

from console.plan import Load, plan
from console.terminal import echo


@click.command()
@click.option("--sources", type=click.IntRange(min=1), required=True, help="Number of sources.")
@click.option(
    "--pages",
    type=click.FloatRange(min=0),
    default=20,
    show_default=True,
    help="New pages a day and source.",
)
@click.option(
    "--kilobytes",
    type=click.FloatRange(min=1),
    default=60,
    show_default=True,
    help="Size of a page.",
)
@click.option(
    "--characters",
    type=click.IntRange(min=1),
    default=2_500,
    show_default=True,
    help="Text of a page.",
)
@click.option(
    "--minutes",
    type=click.FloatRange(min=1),
    default=15,
    show_default=True,
    help="Time between visits.",
)
@click.option(
    "--days",
    type=click.IntRange(min=1),
    default=365,
    show_default=True,
    help="How long you keep documents.",
)
def capacity(
    sources: int, pages: float, kilobytes: float, characters: int, minutes: float, days: int
) -> None:
    """Plan machines, memory and disks for your sources.

    The figures come from measurements on one small machine: a plan to begin with, not a promise.
    """
    load = Load(
        sources=sources,
        pages=pages,
        kilobytes=kilobytes,
        characters=characters,
        minutes=minutes,
        days=days,
    )
    found = plan(load)
    rows = {
        "pages a second, mean and busiest hour": (
            f"{found.pages_mean:,.2f} and {found.pages_peak:,.2f}"
        ),
        "visits of lists a second": f"{found.visits:,.2f}",
        "network in the busiest hour": f"{found.megabits:,.0f} Mbit/s",
        "documents kept": f"{found.documents:,}",
        "cores for workers": f"{found.worker_cores:,.1f}",
        "worker processes, and their memory": f"{found.workers}, {found.worker_memory:,.1f} GB",
        "disk for documents, one copy": f"{found.documents_disk:,.0f} GB",
        "disk for the database": f"{found.database_disk:,.1f} GB",
        "memory for Redis": f"{found.redis_memory:,.1f} GB",
        "profile": "one machine with files" if found.fits_one_machine else "servers",
    }
    for name, value in rows.items():
        echo(f"{name:40} {value}")
