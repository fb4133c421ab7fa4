"""URLs to be fetched again."""

from contextlib import closing

import click

from console.startup import load_settings


@click.command()
@click.argument("urls", nargs=-1, required=True)
def forget(urls: tuple[str, ...]) -> None:
    """Make URLS unseen: the next list that names them has them fetched and stored anew."""
    from storage.backends import open_seen
    from storage.keys import canonical_url, url_key

    try:
        keys = [url_key(canonical_url(url)) for url in urls]
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    with closing(open_seen(load_settings())) as seen:
        seen.forget(keys)
    click.echo(f"{len(keys)} URLs will be fetched again when a list names them")
