"""Index the stored documents again, as this version of Newsloom reads queries."""

from contextlib import closing

import click

from console.startup import load_settings
from console.terminal import echo


@click.command()
@click.option(
    "--everything", is_flag=True, help="Build the whole index again, even if it is up to date."
)
def reindex(everything: bool) -> None:
    """Build a new search index beside the old one, then use it.

    Searching and storing go on meanwhile. You can stop or kill it at any time and repeat it. Needed
    after an upgrade whose notes say so; the monitor and `newsloom doctor` tell.
    """
    from storage.backends import open_documents

    shown = -1
    with closing(open_documents(load_settings())) as documents:
        for progress in documents.reindex(everything=everything):
            percent = 100 * progress.done // progress.total if progress.total else 100
            if percent > shown:
                echo(f"{progress.done:,} of {progress.total:,} documents indexed ({percent} %)")
                shown = percent
    echo("the search index is up to date" if shown < 0 else "the new search index is in use")
