"""Make URLs unseen."""

from contextlib import closing

import click

from console.startup import load_settings
from console.terminal import echo


@click.command()
@click.argument("urls", nargs=-1, required=True)
def forget(urls: tuple[str, ...]) -> None:
    """Make URLS unseen.

    Newsloom fetches and stores them again when a list next links to them.
    """
    from storage.backends import open_seen
    from storage.keys import canonical_address, url_key

    try:
        keys = [url_key(canonical_address(url)) for url in urls]
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    with closing(open_seen(load_settings())) as seen:
        seen.forget(keys)
    echo(f"forgot {len(keys)} URLs; Newsloom fetches them when a list next links to them")
