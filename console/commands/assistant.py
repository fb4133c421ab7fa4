"""The server for assistants."""

import sys
from pathlib import Path

import click


@click.command()
@click.option(
    "--token-file",
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="File with a token of the API that may search.",
)
def mcp(token_file: Path) -> None:
    """Let an assistant search and read (Model Context Protocol).

    An assistant starts this command and talks to it on standard input and output. It can only read.
    Install it with `pip install "newsloom[mcp]"`.
    """
    from console.startup import start

    start("mcp")
    from webui.wsgi import application

    application()
    try:
        from webui.assistant.server import make_server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mcp":
            raise
        raise click.ClickException(
            'The package mcp is missing. Install it: pip install "newsloom[mcp]"'
        ) from error
    from webui.assistant.whole_characters import whole_characters

    sys.stdin = whole_characters(sys.stdin)
    make_server(token_file.read_text().strip()).run("stdio")
