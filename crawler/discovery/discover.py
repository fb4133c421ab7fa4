"""Discover sources: fetch an address, try what it may lead to, and propose the sources that
exist.
"""

import asyncio
import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial

from crawler.channels.fetched_list import FetchedList
from crawler.discovery import addresses, estimates, ranking
from crawler.discovery.addresses import Candidate
from crawler.discovery.pattern_choices import Allowed, with_patterns
from crawler.discovery.recognition import (
    RecognisedList,
    listed,
    opened,
    page_title,
    recognise,
    same_place,
    shared_part,
    time_zone,
)
from crawler.discovery.values import (
    DiscoveryResult,
    DiscoveryStage,
    DiscoveryStep,
    FoundBy,
    Proposal,
    UnreadList,
)
from crawler.failures import FetchFailed
from crawler.fetcher import Fetcher
from crawler.isolation import IsolatedFailure, ReportProgress, run_isolated_with_progress
from crawler.preview import MAX_LINKS, Preview, read_fetched_list
from crawler.samples import take_samples
from extractor.lists.anchors import ListPage
from extractor.results import Article, Thread
from scheduler.log_events import LogEvent
from scheduler.planner import source_spec
from storage.channels import traits_of
from storage.database.port import SourceRecord
from storage.keys import site_of
from storage.outcomes import Outcome
from storage.settings import Settings

logger = logging.getLogger(__name__)

LIMIT_SECONDS = 55.0
_FIRST_SECONDS = 6.0
"""Limit for https if the operator typed no scheme: a server without https may not answer at all."""
_NEXT_AFTER_SECONDS = 0.8
"""Newsloom asks http too if https has not answered by then. Both limits one after the other take
too long.
"""
# A site gets one request a second, so these limits also bound how many it gets.
_CANDIDATES_SECONDS = 20.0
_SAMPLES_SECONDS = 12.0
_TOO_LATE = f"no answer within the {_CANDIDATES_SECONDS:.0f} seconds for all addresses"
_SAY_AFTER = 4
"""Checked addresses between two reports of progress."""
_AT_ONCE = 4
_PAGES = 5
"""Pages to read at each visit of a list or board that goes on on further pages."""
_MAX_PROPOSALS = 8
_NAMED = (FoundBy.DECLARED, FoundBy.LINKED, FoundBy.ROBOTS)
"""How a site names its lists. Whatever else is tried is a guess, and may well not be there."""
_SAMPLED = 2
"""The number of best proposals to take sample pages of, besides the typed page itself."""
_MAX_KEPT = 4 << 20
"""Most bytes of a list that is returned to the form; a larger one is fetched again."""


@dataclass
class _Look:
    """What one discovery has found so far."""

    fetcher: Fetcher
    say: ReportProgress[DiscoveryStep]
    page: FetchedList
    tree: ListPage | None = None
    found: list[Proposal] = field(default_factory=list)
    unread: list[UnreadList] = field(default_factory=list)
    looked_at: int = 1


def discover(settings: Settings, typed: Sequence[str]) -> Iterator[DiscoveryStep | DiscoveryResult]:
    """Yield the steps, then the result, of a discovery in its own process.

    The result holds any failure.

    ``typed`` are the addresses that the operator may mean; the first that answers is used.
    """
    yield DiscoveryStep(DiscoveryStage.STARTED)
    for message in run_isolated_with_progress(visit, settings, tuple(typed), LIMIT_SECONDS):
        if isinstance(message, IsolatedFailure):
            yield DiscoveryResult(
                address=typed[0], outcome=message.outcome.value, error=message.error
            )
        else:
            yield message


async def visit(
    fetcher: Fetcher, typed: Sequence[str], say: ReportProgress[DiscoveryStep]
) -> DiscoveryResult:
    """Discover with this fetcher; report each step to ``say``."""
    started = time.monotonic()
    try:
        address, page = await _first_answer(fetcher, typed)
    except FetchFailed as failure:
        return DiscoveryResult(
            address=typed[-1], outcome=failure.outcome.value, error=failure.detail
        )
    say(DiscoveryStep(DiscoveryStage.FETCHED))
    look = _Look(fetcher, say, page)
    await _explore(look, address)
    proposals = await _sampled(look)
    outcome = ""
    if not proposals:
        failed = Outcome.NOT_HTML if look.tree is None else Outcome.NO_LINKS
        outcome = failed.value
    return DiscoveryResult(
        address=page.url,
        outcome=outcome,
        proposals=proposals[:_MAX_PROPOSALS],
        unread=tuple(look.unread),
        looked_at=look.looked_at,
        elapsed_seconds=time.monotonic() - started,
    )


async def _first_answer(fetcher: Fetcher, typed: Sequence[str]) -> tuple[str, FetchedList]:
    """Fetch the first address that accepts a connection. An HTTP error counts as an answer."""
    *others, last = typed
    first = [asyncio.create_task(_fetch(fetcher, address)) for address in others]
    rest = asyncio.create_task(_fetch_later(fetcher, last, first))
    try:
        for address, task in zip(others, first, strict=True):
            try:
                async with asyncio.timeout(_FIRST_SECONDS):
                    return address, await task
            except TimeoutError:
                continue
            except FetchFailed as failure:
                # Without an address for its name, the host has none under another scheme either.
                no_connection = failure.outcome.traits.unreachable
                if not no_connection or failure.outcome is Outcome.DNS:
                    raise
        return last, await rest
    finally:
        rest.cancel()
        await asyncio.gather(rest, return_exceptions=True)


async def _fetch_later(
    fetcher: Fetcher, url: str, others: "Sequence[asyncio.Task[FetchedList]]"
) -> FetchedList:
    """Fetch when the others are done, or have not answered for a moment."""
    if others:
        await asyncio.wait(others, timeout=_NEXT_AFTER_SECONDS)
    return await _fetch(fetcher, url)


async def _fetch(fetcher: Fetcher, url: str) -> FetchedList:
    return FetchedList.of(await fetcher.fetch(url), datetime.now(UTC))


async def _explore(look: _Look, address: str) -> None:
    """Collect every proposal that arrives in time."""
    page = look.page
    if site_of(page.url) != site_of(address):
        # The site has moved: a proposal with the old address would ask for it for ever.
        address = page.url
    itself = recognise(page)
    if itself is not None:
        _propose(look, page, itself, address, FoundBy.TYPED)
        if itself.children:
            await _try_all(look, [(addresses.news_first(itself.children), FoundBy.LINKED)])
        else:
            await _try_all(look, [])
        return
    look.tree = opened(page)
    if look.tree is None:
        return
    found = listed(page, look.tree)
    if found is not None:
        _propose(look, page, found, address, FoundBy.TYPED)
    candidates = [
        *addresses.feed_candidates(look.tree, page.headers),
        *addresses.sitemap_candidates(page.url, await _named_by_robots(look)),
        *addresses.section_candidates(look.tree),
        *addresses.channel_candidates(look.tree),
    ]
    await _try_all(
        look, [candidate for candidate in candidates if candidate[0] not in (page.url, address)]
    )


async def _named_by_robots(look: _Look) -> list[str]:
    try:
        rules = await look.fetcher.robots_rules(look.page.url)
    except FetchFailed:
        return []
    if rules.parsed:
        return list(rules.parsed.sitemaps)
    return []


async def _try_all(look: _Look, candidates: Sequence[Candidate]) -> None:
    """Fetch the candidates, a few at a time; leave out those that do not answer in time."""
    look.looked_at += len(candidates)
    look.say(DiscoveryStep(DiscoveryStage.CANDIDATES, len(candidates)))
    gate = asyncio.Semaphore(_AT_ONCE)
    # Guesses come last: there may be no time for all addresses.
    surest_first = sorted(candidates, key=lambda candidate: candidate[1] is FoundBy.USUAL)
    tasks = [asyncio.create_task(_try(look, gate, candidate)) for candidate in surest_first]
    for task in tasks:
        task.add_done_callback(partial(_say_checked, look, tasks))
    if tasks:
        done, late = await asyncio.wait(tasks, timeout=_CANDIDATES_SECONDS)
        for task, candidate in zip(tasks, surest_first, strict=True):
            if task in late:
                task.cancel()
                _note_unread(look, candidate, Outcome.TIMEOUT, _TOO_LATE)
        for error in filter(None, (task.exception() for task in done)):
            # A bug with one candidate must not hide the others.
            logger.error(LogEvent.CANDIDATE_CRASHED, exc_info=error)
    look.found.sort(key=lambda proposal: _order(proposal.address, candidates))
    look.unread.sort(key=lambda unread: _order(unread.address, candidates))
    look.say(DiscoveryStep(DiscoveryStage.FOUND, len(look.found)))


def _say_checked(
    look: _Look, tasks: "Sequence[asyncio.Task[None]]", last: "asyncio.Task[None]"
) -> None:
    checked = sum(task.done() for task in tasks)
    if checked % _SAY_AFTER == 0 and checked < len(tasks) and not last.cancelled():
        look.say(DiscoveryStep(DiscoveryStage.CHECKED, checked))


def _order(address: str, candidates: Sequence[Candidate]) -> int:
    """Return the place among the candidates: answers come in any order, but proposals must not."""
    known = [url for url, _ in candidates]
    if address in known:
        return known.index(address)
    return -1


async def _try(look: _Look, gate: asyncio.Semaphore, candidate: Candidate) -> None:
    url, found_by = candidate
    async with gate:
        try:
            page = await _fetch_twice(look.fetcher, url)
        except FetchFailed as failure:
            _note_unread(look, candidate, failure.outcome, failure.detail)
            return
    found = recognise(page)
    if found is None and found_by is FoundBy.SECTION:
        tree = opened(page)
        # A section that leads back to the typed page has no list of its own.
        if tree is not None and page.url != look.page.url:
            found = listed(page, tree)
        else:
            found = None
    elif found is not None and found.children and found_by is not FoundBy.LINKED:
        async with gate:
            found = await _newest_part(look, found)
    if found is not None and (found.channel == "sitemap" or same_place(found, look.page.url)):
        _propose(look, page, found, url, found_by)


async def _fetch_twice(fetcher: Fetcher, url: str) -> FetchedList:
    """Fetch an address, once more if the server fails without asking to wait: most such errors
    pass at once.
    """
    try:
        return await _fetch(fetcher, url)
    except FetchFailed as failure:
        if failure.outcome is not Outcome.HTTP_5XX:
            raise
    return await _fetch(fetcher, url)


def _note_unread(look: _Look, candidate: Candidate, outcome: Outcome, error: str) -> None:
    """Note a list that the site names, unless it is not there."""
    url, found_by = candidate
    if found_by in _NAMED and outcome is not Outcome.GONE:
        look.unread.append(
            UnreadList(address=url, found_by=found_by, outcome=outcome.value, error=error)
        )


async def _newest_part(look: _Look, index: RecognisedList) -> RecognisedList:
    """Return the sitemap index with the pages of its most promising part."""
    try:
        part = recognise(await _fetch(look.fetcher, addresses.news_first(index.children)))
    except FetchFailed:
        part = None
    if part:
        return replace(index, links=part.links, is_news=part.is_news)
    return index


def _propose(
    look: _Look, page: FetchedList, found: RecognisedList, address: str, found_by: FoundBy
) -> None:
    """Add a proposal, unless another one has the same list."""
    known = {proposal.preview.links for proposal in look.found if proposal.channel == found.channel}
    preview = _preview(address, page, found)
    if preview.links in known:
        return
    now = page.collected
    # A date to come announces something, or is a mistake: it does not tell how often news comes.
    dates = [link.published for link in found.links if link.published and link.published <= now]
    per_day = estimates.per_day_of_dates(dates, now)
    look.found.append(
        Proposal(
            channel=found.channel,
            address=address,
            found_by=found_by,
            preview=preview,
            title=found.title or (page_title(look.tree) if look.tree is not None else ""),
            entries=len(found.links) or len(found.children),
            newest=max(dates, default=None),
            per_day=per_day,
            interval_seconds=estimates.interval_seconds(per_day, len(found.links)),
            time_zone=time_zone(address, found, look.tree),
            max_pages=_PAGES if found.next_url else 1,
            is_news=found.is_news,
            about_comments="comment" in f"{address} {found.title}".lower(),
            shared=1.0 if found_by is FoundBy.TYPED else shared_part(found, look.tree),
        )
    )


def _preview(address: str, page: FetchedList, found: RecognisedList) -> Preview:
    return Preview(
        list_url=address,
        status=200,
        outcome=Outcome.LISTED.value,
        links=found.links[:MAX_LINKS],
        matched_total=len(found.links),
        fetched=page if len(page.body) <= _MAX_KEPT else None,
    )


async def _sampled(look: _Look) -> tuple[Proposal, ...]:
    """Return the proposals, best first, with sample pages of the best ones and of the typed
    list.
    """
    now = datetime.now(UTC)
    found = list(ranking.ranked(look.found, look.page.url, now))
    found = [
        with_patterns(proposal, await _allowed(look, proposal))
        for proposal in found[:_MAX_PROPOSALS]
    ]
    chosen = []
    for place, proposal in enumerate(found):
        is_wanted = place < _SAMPLED or proposal.found_by is FoundBy.TYPED
        if is_wanted and proposal.channel != "sitemap":
            chosen.append(place)
    tasks = [asyncio.create_task(_with_samples(look, found[place], now)) for place in chosen]
    if tasks:
        done, late = await asyncio.wait(tasks, timeout=_SAMPLES_SECONDS)
        for task in late:
            task.cancel()
        # A proposal whose samples are late is shown without them.
        for place, task in zip(chosen, tasks, strict=True):
            if task in done:
                found[place] = task.result()
    look.say(
        DiscoveryStep(
            DiscoveryStage.SAMPLES, sum(len(proposal.preview.samples) for proposal in found)
        )
    )
    return ranking.ranked(found, look.page.url, now)


async def _allowed(look: _Look, proposal: Proposal) -> Allowed:
    """Return what the robots.txt of the proposal's host allows."""
    try:
        return (await look.fetcher.robots_rules(proposal.address)).allowed
    except FetchFailed:
        # The host was just read. Its robots.txt will be asked again before any page is.
        return lambda _url: True


async def _with_samples(look: _Look, proposal: Proposal, now: datetime) -> Proposal:
    """Return the proposal with sample pages, which tell articles from threads and date an undated
    list.
    """
    links = proposal.preview.links
    # Let the pages of a list show their kind, because it decides between list and board.
    channel = proposal.channel if traits_of(proposal.channel).is_data else "list"
    spec = replace(source_spec(_record(proposal)), channel=channel, patterns=())
    samples = await take_samples(look.fetcher, spec, links)
    proposal = replace(proposal, preview=replace(proposal.preview, samples=samples))
    threads = sum(isinstance(sample.result, Thread) for sample in samples)
    articles = sum(isinstance(sample.result, Article) for sample in samples)
    if proposal.channel in ("list", "board") and threads != articles:
        proposal = _as_channel(
            proposal, "board" if threads > articles else "list", await _allowed(look, proposal)
        )
    if proposal.per_day is not None:
        return proposal
    places = {link.url: index for index, link in enumerate(links)}
    dated = [
        (places[sample.link.url], date) for sample in samples if (date := _date_of(sample.result))
    ]
    per_day = estimates.per_day_of_places(dated, now)
    newest = max((date for _, date in dated), default=None)
    interval = estimates.interval_seconds(per_day, proposal.entries)
    return replace(proposal, per_day=per_day, newest=newest, interval_seconds=interval)


def _as_channel(proposal: Proposal, channel: str, allowed: Allowed) -> Proposal:
    """Return the proposal read through another channel, unless it already uses that channel."""
    if proposal.channel == channel or proposal.preview.fetched is None:
        return proposal
    changed = replace(proposal, channel=channel, patterns=())
    reading = read_fetched_list(_record(changed), proposal.preview.fetched)
    preview = replace(proposal.preview, links=reading.links, matched_total=reading.matched_total)
    return with_patterns(replace(changed, preview=preview, entries=reading.matched_total), allowed)


def _date_of(result: object) -> datetime | None:
    if isinstance(result, Article):
        return result.published
    if isinstance(result, Thread):
        return next((post.published for post in result.posts if post.published), None)
    return None


def _record(proposal: Proposal) -> SourceRecord:
    return SourceRecord(
        id=0,
        name="",
        channel=proposal.channel,
        address=proposal.address,
        patterns=tuple(choice.pattern for choice in proposal.patterns if choice.chosen),
    )
