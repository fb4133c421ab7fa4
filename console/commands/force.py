"""Fetch one page again, even if it was handled before."""

import time
import uuid
from contextlib import closing

import click

from console.startup import load_settings
from console.terminal import echo


@click.command()
@click.argument("url")
@click.option(
    "--source",
    "source_name",
    required=True,
    help="Source whose headers, algorithm and tags to use.",
)
def force(url: str, source_name: str) -> None:
    """Queue URL, so that a worker fetches and stores it again.

    It does not matter whether URL was handled before. For a board's source, URL is a thread.
    """
    from scheduler.jobs import PageJob
    from scheduler.planner import seal_headers, source_spec
    from scheduler.queue.backends import open_queue
    from scheduler.queue.port import PAGE_TUBE, NewJob
    from storage.database.setup import set_up_django
    from storage.keys import canonical_url, fetchable_url, is_web_url, url_key
    from storage.sealing import HeaderSeal

    settings = load_settings()
    set_up_django(settings)
    from storage.database.sources.sources import get_source

    if not is_web_url(url):
        raise click.ClickException(f"not an http or https address: {url!r}")
    canonical = canonical_url(url)
    source = seal_headers(
        source_spec(get_source(source_name).record()),
        HeaderSeal(settings.secret, settings.former_secrets),
    )
    is_thread = source.channel == "board"
    job = PageJob(
        run_id=uuid.uuid4().hex,
        source=source,
        url=fetchable_url(url),
        key=url_key(canonical),
        collected=time.time(),
        kind="thread" if is_thread else "article",
        thread_url=canonical if is_thread else "",
        forced=True,
    )
    with closing(open_queue(settings)) as queue:
        queue.put(PAGE_TUBE, [NewJob(body=job.to_json(), priority=0)])
    echo(f"queued {canonical}")
