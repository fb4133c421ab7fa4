"""Fetch and extract sample pages of a list."""

import asyncio
from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from crawler.failures import FetchFailed
from crawler.fetcher import Fetched, Fetcher
from crawler.page_hints import hints_of_link
from crawler.site_layouts import common_layout
from extractor.extraction import extract
from extractor.results import (
    Article,
    Extraction,
    Link,
    PostLayout,
    Rejection,
    RejectionReason,
    Thread,
)
from extractor.short_posts import carried_article, short_post
from hooks.process import features
from scheduler.jobs import SourceSpec
from storage.keys import is_on_web
from storage.outcomes import Outcome
from storage.tombstones.marks import marks_against, text_mark
from storage.tombstones.store import Tombstones

MAX_SAMPLES = 3


class SampleRequest(NamedTuple):
    """What of a source decides how a page is extracted.

    ``kind`` is the expected one, "" for any.
    """

    kind: str = ""
    charset: str = ""
    time_zone: str = ""
    require_date: bool = False
    render: str = "auto"
    comments: bool = False


@dataclass(frozen=True, kw_only=True)
class SamplePage:
    """One page and its extraction.

    If it could not be fetched, ``result`` is None and ``error`` says why.

    ``outcome`` is a value of ``storage.outcomes.Outcome``. ``link`` is the list's link to the page.
    ``in_browser``: a script loads its text. ``notes`` are what features note of the page, as JSON
    has it, by their names.
    """

    link: Link
    url: str
    outcome: str
    asked: SampleRequest
    error: str = ""
    result: Extraction | None = None
    in_browser: bool = False
    notes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def kept(self) -> bool:
        """Return whether Newsloom would store the page."""
        return self.outcome == Outcome.STORED

    def holds_for(self, spec: SourceSpec) -> bool:
        """Return whether the extraction would be the same for this source.

        A page recognised as an article or thread stays valid when the source later expects that
        kind.
        """
        wanted = _asked(spec)
        is_kind = isinstance(self.result, Thread if wanted.kind == "thread" else Article)
        return self.asked == wanted or (is_kind and self.asked == wanted._replace(kind=""))


def spread(links: Sequence[Link], count: int) -> tuple[Link, ...]:
    """Return up to ``count`` links: the first, the last, and others at even distances between
    them.
    """
    if len(links) <= count:
        return tuple(links)
    return tuple(links[round(place * (len(links) - 1) / (count - 1))] for place in range(count))


@dataclass(frozen=True, kw_only=True)
class _Taken:
    """A sample, and the answer that it was read from; None if there is none."""

    sample: SamplePage
    answer: Fetched | None = None


async def _take(fetcher: Fetcher, spec: SourceSpec, link: Link) -> _Taken:
    """Fetch and extract one page as a worker would; take one that its list carries from there. The
    sample holds any failure.
    """
    if link.is_post or not is_on_web(link.url):
        read = short_post if link.is_post else carried_article
        result = read(link.url, hints_of_link(spec, link))
        return _Taken(sample=_sample(link, link.url, spec, result))
    try:
        fetched = await fetcher.fetch(link.url, source=spec)
    except FetchFailed as failure:
        outcome = failure.outcome.value
        return _Taken(
            sample=SamplePage(
                link=link, url=link.url, outcome=outcome, asked=_asked(spec), error=failure.detail
            )
        )
    sample = _read(fetched, spec, link)
    is_shell = (
        isinstance(sample.result, Rejection)
        and sample.result.reason is RejectionReason.SCRIPT_SHELL
    )
    if is_shell and (shown := await fetcher.in_browser(fetched, spec)):
        return _Taken(
            sample=replace(_read(shown, spec, link), url=fetched.url, in_browser=True), answer=shown
        )
    return _Taken(sample=sample, answer=fetched)


def _read(
    fetched: Fetched, spec: SourceSpec, link: Link, layout: PostLayout | None = None
) -> SamplePage:
    hints = replace(hints_of_link(spec, link), post_layout=layout)
    result = extract(fetched.body, fetched.url, fetched.headers, hints)
    notes = features().ask(
        "sample_notes", fetched=fetched, hints=hints, result=result, channel=spec.channel
    )
    return replace(_sample(link, fetched.url, spec, result), notes=dict(ChainMap(*notes)))


def _sample(link: Link, url: str, spec: SourceSpec, result: Extraction) -> SamplePage:
    outcome = result.reason.value if isinstance(result, Rejection) else Outcome.STORED.value
    return SamplePage(link=link, url=url, outcome=outcome, asked=_asked(spec), result=result)


def _reread(taken: Sequence[_Taken], spec: SourceSpec) -> Sequence[SamplePage]:
    """Return the samples, the threads among them read by the layout that they show together, as a
    worker would.
    """
    samples = [each.sample for each in taken]
    layout = common_layout([sample.result for sample in samples])
    if not layout:
        return samples
    for place, each in enumerate(taken):
        if each.answer and isinstance(each.sample.result, Thread):
            again = _read(each.answer, spec, each.sample.link, layout)
            samples[place] = replace(again, url=each.sample.url, in_browser=each.sample.in_browser)
    return samples


def chosen(
    spec: SourceSpec, links: Sequence[Link], known: Sequence[SamplePage]
) -> tuple[Link | SamplePage, ...]:
    """Return the sample pages to take: a known sample if it still holds for this source, else the
    link.
    """
    held = {sample.link.url: sample for sample in known if sample.holds_for(spec)}
    return tuple(held.get(link.url, link) for link in spread(links, MAX_SAMPLES))


def without_erased(samples: Sequence[SamplePage], tombstones: Tombstones) -> tuple[SamplePage, ...]:
    """Return the samples, with the outcome of those that stay away because their page, or one with
    their text, was erased. Raises ``storage.errors.Unavailable``.
    """
    marks = [_marks(sample) for sample in samples]
    erased = tombstones.known(set().union(*marks))
    shown = []
    for sample, marks_of_it in zip(samples, marks, strict=True):
        if sample.kept and marks_of_it & erased:
            sample = replace(sample, outcome=Outcome.ERASED.value)
        shown.append(sample)
    return tuple(shown)


def _marks(sample: SamplePage) -> set[str]:
    """Return the marks that keep a sample away."""
    result = sample.result
    if not isinstance(result, Article | Thread):
        return set()
    urls = {sample.link.url, sample.url, result.canonical_url} - {""}
    marks = set().union(*map(marks_against, urls))
    if isinstance(result, Article):
        # A text too short to be told from others has no mark.
        marks.add(text_mark(result.content))
    return marks - {""}


async def take_samples(
    fetcher: Fetcher, spec: SourceSpec, links: Sequence[Link], known: Sequence[SamplePage] = ()
) -> tuple[SamplePage, ...]:
    """Extract a few of these pages at the same time; do not fetch known ones again."""
    wanted = chosen(spec, links, known)
    fresh = await asyncio.gather(
        *(_take(fetcher, spec, each) for each in wanted if isinstance(each, Link))
    )
    by_url = {sample.link.url: sample for sample in _reread(fresh, spec)}
    return tuple(by_url[each.url] if isinstance(each, Link) else each for each in wanted)


def _asked(spec: SourceSpec) -> SampleRequest:
    return SampleRequest(
        spec.expected_kind,
        spec.charset,
        spec.time_zone,
        spec.require_date,
        spec.render,
        spec.comments,
    )
