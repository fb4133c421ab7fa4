"""One visit now, for a person who waits for it: nothing is queued, nothing is saved.

It runs in a process of its own, because Scrapy's reactor runs once per process and because a page that takes
for ever must not take the caller with it.
"""

import logging
import multiprocessing
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from typing import Any

from crawler.channels import expected_kind, read_list
from crawler.channels.page import FetchedList
from crawler.errors import CrawlerError
from extractor import extract
from extractor.errors import ExtractionError
from extractor.results import Extraction, Hints, Link
from scheduler.jobs import SourceSpec
from scheduler.planner import addresses, spec_of
from storage.configuration.port import SourceRecord
from storage.outcomes import Outcome
from storage.settings import Settings

logger = logging.getLogger(__name__)

_MOST_LINKS = 200
_TIMEOUT_SECONDS = 60.0


@dataclass(frozen=True)
class _Failure:
    """Why a visit has no answer, as a sentence."""

    outcome: Outcome
    error: str


@dataclass(frozen=True, kw_only=True)
class Preview:
    """What a visit of a source found. ``error`` is empty when the list was read."""

    list_url: str
    status: int = 0
    error: str = ""
    outcome: str = ""
    links: tuple[Link, ...] = ()
    matched_total: int = 0
    sample: Extraction | None = None
    sample_url: str = ""
    elapsed_seconds: float = 0.0


@dataclass(frozen=True, kw_only=True)
class PagePreview:
    """What one page came to. ``error`` is empty when it was fetched."""

    url: str
    error: str = ""
    outcome: str = ""
    result: Extraction | None = None


def preview(settings: Settings, source: SourceRecord) -> Preview:
    """Fetch the source's list and extract its first page; every failure is in the answer, none is raised."""
    answer = _in_process(_visit_source, settings, source)
    if isinstance(answer, Preview):
        return answer
    return Preview(list_url=source.address, error=answer.error, outcome=answer.outcome.value)


def preview_page(settings: Settings, url: str, *, algorithm: str = "", kind: str = "") -> PagePreview:
    """Fetch and extract one page; every failure is in the answer, none is raised."""
    answer = _in_process(_visit_page, settings, (url, algorithm, kind))
    if isinstance(answer, PagePreview):
        return answer
    return PagePreview(url=url, error=answer.error, outcome=answer.outcome.value)


def _in_process(visit: Callable[..., Awaitable[Any]], settings: Settings, what: object) -> Any:
    """Return the visit's answer, or a _Failure that says why there is none."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(theirs, visit, settings, what), daemon=True)
    process.start()
    theirs.close()
    try:
        if not ours.poll(_TIMEOUT_SECONDS):
            return _Failure(Outcome.TIMEOUT, f"no answer within {_TIMEOUT_SECONDS:.0f} seconds")
        return ours.recv()
    except EOFError:
        return _Failure(Outcome.INTERNAL, "the visit ended without an answer; the log says why")
    finally:
        ours.close()
        process.kill()
        process.join()


def _run(pipe: Connection, visit: Callable[..., Awaitable[Any]], settings: Settings, what: object) -> None:
    from crawler import engine

    async def main(fetcher: Any) -> None:
        pipe.send(await visit(fetcher, what))

    try:
        engine.run(settings, main)
    except (CrawlerError, ExtractionError) as error:
        pipe.send(_Failure(Outcome.INTERNAL, str(error)))
    except Exception as error:  # the process ends here: the one who waits gets the sentence, the log the rest
        logger.exception("a visit failed inside Newsloom")
        pipe.send(_Failure(Outcome.INTERNAL, f"{type(error).__name__}: {error}"))


async def _visit_source(fetcher: Any, source: SourceRecord) -> Preview:
    from crawler.failures import FetchFailed

    started = time.monotonic()
    spec = spec_of(source)
    answer = Preview(list_url=addresses(source)[0][0])
    try:
        answer = await _visit_list(fetcher, spec, answer)
        if answer.links:
            answer = await _visit_sample(fetcher, spec, answer)
    except FetchFailed as failure:
        answer = replace(answer, error=failure.detail, outcome=failure.outcome.value)
    except CrawlerError as error:
        answer = replace(answer, error=str(error), outcome=Outcome.BAD_PATTERN.value)
    return replace(answer, elapsed_seconds=time.monotonic() - started)


async def _visit_list(fetcher: Any, spec: SourceSpec, answer: Preview) -> Preview:
    fetched = await fetcher.fetch(answer.list_url, headers=spec.headers, obey_robots=spec.obey_robots)
    page = FetchedList(url=fetched.url, body=fetched.body, headers=fetched.headers, collected=datetime.now(UTC))
    listing = read_list(page, spec)
    outcome = Outcome.LISTED if listing.links or listing.children else Outcome.NO_LINKS
    if listing.problem and not (listing.links or listing.children):
        outcome = Outcome.BAD_FEED
    return replace(
        answer,
        status=fetched.status,
        error=listing.problem,
        outcome=outcome.value,
        links=listing.links[:_MOST_LINKS] or tuple(Link(url=child) for child in listing.children[:_MOST_LINKS]),
        matched_total=len(listing.links) or len(listing.children),
    )


async def _visit_sample(fetcher: Any, spec: SourceSpec, answer: Preview) -> Preview:
    link = answer.links[0]
    fetched = await fetcher.fetch(link.url, headers=spec.headers, obey_robots=spec.obey_robots)
    hints = Hints(
        collected=datetime.now(UTC),
        kind=expected_kind(spec),
        algorithm=spec.algorithm,
        charset=spec.charset,
        title=link.title,
        author=link.author,
        published=link.published,
        published_rough=spec.channel == "search",
    )
    return replace(answer, sample=extract(fetched.body, fetched.url, fetched.headers, hints), sample_url=fetched.url)


async def _visit_page(fetcher: Any, what: tuple[str, str, str]) -> PagePreview:
    from crawler.failures import FetchFailed

    url, algorithm, kind = what
    try:
        fetched = await fetcher.fetch(url)
    except FetchFailed as failure:
        return PagePreview(url=url, error=failure.detail, outcome=failure.outcome.value)
    hints = Hints(collected=datetime.now(UTC), algorithm=algorithm, kind=kind)
    return PagePreview(url=fetched.url, result=extract(fetched.body, fetched.url, fetched.headers, hints))
