"""Make the vectors of stored documents, for search by meaning."""

from contextlib import closing

import click

from console.startup import load_settings
from console.terminal import echo

# Larger than in the role, since nobody waits for a single document.
_BATCH = 256


@click.command()
@click.option("--check", is_flag=True, help="Only say how many documents have no vector yet.")
def vectors(check: bool) -> None:
    """Let stored documents be found by meaning.

    Give a vector to each that has none.

    Searching and storing go on meanwhile. You can stop or kill it at any time and repeat it. The
    role stories does the same in small steps, the newest documents first.
    """
    from storage.backends import open_documents, open_embedder
    from storage.documents.port import Vectors
    from storage.embedder.documents import vector_maker

    settings = load_settings()
    embedder = open_embedder(settings)
    if embedder is None:
        raise click.ClickException(
            "there is nothing to make vectors with; install newsloom[meaning], or name a server in "
            "NEWSLOOM_EMBEDDER (docs/ops.md#search-by-meaning)"
        )
    wanted = Vectors(embedder.model)
    with closing(open_documents(settings)) as documents:
        left = documents.count_unfilled(wanted)
        total = documents.info().documents
        echo(f"{total - left:,} of {total:,} documents have a vector ({embedder.model})")
        if check:
            return
        make, done = vector_maker(embedder), 0
        while count := documents.fill(wanted, make, _BATCH):
            done += count
            # New documents may come in meanwhile.
            echo(f"{done:,} of {max(left, done):,} made")
    echo("every document has a vector")
