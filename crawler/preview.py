"""Try a source while the operator waits: queue nothing, save nothing.

A trial fetches the list, unless the caller has it already, and a few of its pages.
``read_fetched_list`` reads a fetched list again under other patterns, without a request.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Never

from crawler.channels.fetched_list import FetchedList
from crawler.channels.registry import read_list
from crawler.errors import CrawlerError
from crawler.failures import FetchFailed
from crawler.fetcher import Fetched, Fetcher
from crawler.isolation import IsolatedFailure, ReportProgress, run_isolated
from crawler.samples import SamplePage, chosen, take_samples, without_erased
from extractor.errors import ExtractionError
from extractor.lists.anchors import open_page
from extractor.lists.list_view import ListEntry, ListView, view_board, view_list
from extractor.results import Extraction, Link, Listing
from hooks.answers import Part
from scheduler.jobs import SourceSpec
from scheduler.planner import addresses, source_spec
from storage.channels import channel_of
from storage.database.port import SourceRecord
from storage.outcomes import Outcome
from storage.settings import Settings

__all__ = [
    "ListEntry",
    "ListReading",
    "ListView",
    "PagePreview",
    "Preview",
    "SamplePage",
    "fetch_page",
    "preview",
    "read_fetched_list",
    "without_erased",
]

MAX_LINKS = 200
_TIMEOUT_SECONDS = 60.0


@dataclass(frozen=True, kw_only=True)
class Preview:
    """What a visit of a source found. ``error`` is empty if the list was read; ``note`` says what
    of it was left out on purpose.

    ``fetched`` is the list itself, None if it could not be fetched; ``samples`` are pages in the
    order of the list.
    """

    list_url: str
    status: int = 0
    error: str = ""
    note: str = ""
    outcome: str = ""
    links: tuple[Link, ...] = ()
    matched_total: int = 0
    fetched: FetchedList | None = None
    samples: tuple[SamplePage, ...] = ()
    elapsed_seconds: float = 0.0

    @property
    def sample(self) -> Extraction | None:
        """The extraction of the first page that has one."""
        return next((sample.result for sample in self.samples if sample.result is not None), None)


@dataclass(frozen=True, kw_only=True)
class ListReading:
    """What a source takes from a fetched list.

    ``note`` says what it leaves out on purpose. ``view`` is None for feeds, sitemaps and search
    results; ``shown`` is what else the channel of a feature shows of the list.

    ``is_index``: the links are further sitemaps. ``samples`` are pages that were fetched before and
    still apply.
    """

    outcome: str
    error: str = ""
    note: str = ""
    links: tuple[Link, ...] = ()
    matched_total: int = 0
    is_index: bool = False
    view: ListView | None = None
    shown: Part | None = None
    samples: tuple[SamplePage, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PagePreview:
    """One page as it came, None with an ``error`` if it could not be fetched."""

    url: str
    error: str = ""
    outcome: str = ""
    fetched: Fetched | None = None


def preview(settings: Settings, source: SourceRecord, known: Preview | None = None) -> Preview:
    """Fetch the source's list and extract a few of its pages.

    The preview holds any failure; none is raised.

    ``known`` is an earlier preview of the same list; what it has fetched is not fetched again.
    """
    answer = run_isolated(_visit_source, settings, (source, known), _TIMEOUT_SECONDS)
    if isinstance(answer, IsolatedFailure):
        return Preview(list_url=source.address, error=answer.error, outcome=answer.outcome.value)
    return answer


def fetch_page(settings: Settings, url: str) -> PagePreview:
    """Fetch one page. The preview holds any failure; none is raised."""
    answer = run_isolated(_visit_page, settings, url, _TIMEOUT_SECONDS)
    if isinstance(answer, IsolatedFailure):
        return PagePreview(url=url, error=answer.error, outcome=answer.outcome.value)
    return answer


def list_url(source: SourceRecord) -> str:
    """Return the URL of the list that a preview fetches: that of the first keyword, if the source
    has keywords.
    """
    return next((address for address, _ in addresses(source)), source.address)


def read_fetched_list(
    source: SourceRecord, page: FetchedList, known: Sequence[SamplePage] = ()
) -> ListReading:
    """Read a fetched list as the source describes it: without network, within a time limit, and
    without raising.

    ``samples`` of the result are the ``known`` ones that a visit would take and extract in the same
    way.
    """
    spec = source_spec(source)
    own = channel_of(spec.channel, spec.result_parser)
    shown = own.reading().shown(page, spec) if own else None
    try:
        listing = read_list(page, spec)
        view = _view(page, spec, listing)
    except CrawlerError as error:
        return ListReading(outcome=Outcome.BAD_PATTERN.value, error=str(error), shown=shown)
    except ExtractionError as error:
        return ListReading(outcome=Outcome.BAD_FEED.value, error=str(error))
    found = listing.links or listing.children
    outcome = Outcome.NO_LINKS
    if found:
        outcome = Outcome.LISTED
    elif listing.problem:
        outcome = Outcome.BAD_FEED
    return ListReading(
        outcome=outcome.value,
        error=listing.problem,
        note=listing.note,
        links=found[:MAX_LINKS],
        matched_total=len(found),
        is_index=bool(listing.children and not listing.links),
        view=view,
        shown=shown,
        samples=tuple(
            each for each in chosen(spec, found[:MAX_LINKS], known) if isinstance(each, SamplePage)
        ),
    )


def _view(page: FetchedList, spec: SourceSpec, listing: Listing) -> ListView | None:
    if spec.channel not in ("list", "board") or listing.problem:
        return None
    opened = open_page(page.body, page.headers, page.url, spec.charset)
    if spec.channel == "list":
        return view_list(opened, spec.patterns)
    return view_board(opened, spec.patterns, (link.url for link in listing.links))


async def _visit_source(
    fetcher: Fetcher, what: tuple[SourceRecord, Preview | None], _say: ReportProgress[Never]
) -> Preview:
    source, known = what
    started = time.monotonic()
    spec, answer = source_spec(source), known or Preview(list_url=list_url(source))
    try:
        if answer.fetched is None:
            answer = await _fetch_list(fetcher, spec, answer)
    except FetchFailed as failure:
        return replace(answer, error=failure.detail, outcome=failure.outcome.value)
    assert answer.fetched is not None
    reading = read_fetched_list(source, answer.fetched)
    if not reading.links and (shown := await _in_browser(fetcher, spec, answer.fetched)):
        answer = replace(answer, fetched=shown)
        reading = read_fetched_list(source, shown)
    samples: tuple[SamplePage, ...] = ()
    if not reading.is_index:
        samples = await take_samples(fetcher, spec, reading.links, answer.samples)
    return replace(
        answer,
        error=reading.error,
        note=reading.note,
        outcome=reading.outcome,
        links=reading.links,
        matched_total=reading.matched_total,
        samples=samples,
        elapsed_seconds=time.monotonic() - started,
    )


async def _fetch_list(fetcher: Fetcher, spec: SourceSpec, answer: Preview) -> Preview:
    fetched = await fetcher.fetch(answer.list_url, source=spec)
    page = FetchedList.of(fetched, datetime.now(UTC))
    return replace(answer, status=fetched.status, fetched=page)


async def _in_browser(fetcher: Fetcher, spec: SourceSpec, page: FetchedList) -> FetchedList | None:
    """Return a list without links as a browser shows it, None without scripts or a browser."""
    if b"<script" not in page.body:
        return None
    fetched = Fetched(
        url=page.url, status=200, headers=page.headers, body=page.body, address=page.address
    )
    shown = await fetcher.in_browser(fetched, spec)
    if shown:
        return replace(page, url=shown.url, body=shown.body, headers=shown.headers)
    return None


async def _visit_page(fetcher: Fetcher, url: str, _say: ReportProgress[Never]) -> PagePreview:
    try:
        fetched = await fetcher.fetch(url)
    except FetchFailed as failure:
        return PagePreview(url=url, error=failure.detail, outcome=failure.outcome.value)
    return PagePreview(url=fetched.url, fetched=fetched)
