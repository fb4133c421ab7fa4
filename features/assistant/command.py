"""The server for assistants."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import click


@click.command()
@click.option(
    "--token-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="File with a token of the API that may search.",
)
@click.option(
    "--http",
    "port",
    type=click.IntRange(1, 65_535),
    help="Serve assistants by HTTP at this port, each with a token of its own.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="With --http, the address to listen at: this machine only, or behind a proxy with TLS.",
)
def mcp(token_file: Path | None, port: int | None, host: str) -> None:
    """Let assistants search and read (Model Context Protocol).

    With --token-file, an assistant starts this command and talks to it on standard input and
    output. With --http, assistants that run elsewhere send a token with each request. They can only
    read. Install it with `pip install "newsloom[mcp]"`.
    """
    if (token_file is None) == (port is None):
        raise click.UsageError("Give either --token-file, for one assistant, or --http.")
    if find_spec("mcp") is None:
        raise click.ClickException(
            'The package mcp is missing. Install it: pip install "newsloom[mcp]"'
        )
    from console.startup import start

    start("mcp")
    from webui.wsgi import application

    application()
    from features.assistant import server

    if token_file is not None:
        from features.assistant.standard_streams import Streams

        answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
        # What others write there is no message.
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        streams = Streams(sys.stdin.buffer, answers)
        sys.stdin, sys.stdout = streams.stdin, streams.stdout
        server.make_server(token_file.read_text().strip()).run("stdio")
    elif port is not None:
        server.serve_http(host, port)
