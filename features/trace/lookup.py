"""Look one URL up in all stores that may know it; a store that does not answer is named, and hides
no other.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from features.trace.verdict import UrlState, state_of
from scheduler.jobs import head_of
from scheduler.queue.port import LIST_TUBE, QueuedJob
from scheduler.queue.tubes import all_tubes
from storage.database.models import Source
from storage.documents.port import Document
from storage.keys import canonical_address, url_key
from storage.outcomes import Outcome
from storage.tombstones.marks import marks_against
from storage.traces.steps import Shown, Step, StepKind, Trace
from watch.loading import Loaded, load
from watch.stores import Stores

# The scheduler keeps no more of one tube.
_BURIED_READ = 10_000
_MAX_URLS = 8
_WRITTEN = (Outcome.STORED, Outcome.CHANGED)
_LEADS_ON = (StepKind.REDIRECTED, StepKind.CONTINUED)

_Value = TypeVar("_Value")


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What is known of a URL.

    Attributes:
        asked: The URL as it was asked for.
        url: Its canonical form, by which Newsloom knows it.
        state: What became of it.
        steps: Its steps and those of the URLs it led to, oldest first.
        document: The stored document, without its content.
        buried: The reasons of its buried jobs.
        shown: The lists that showed it when they were last read in full.
        is_list: The sources whose address it is.
        names: Names of sources by number; a deleted one has none.
        kept_days: For how many days steps are kept.
        at: When the stores were asked (Unix time).
        is_cut: Whether steps may be missing because a day had too many.
        silent: The stores that did not answer, each with the reason.
    """

    asked: str
    url: str
    state: UrlState
    steps: tuple[Step, ...]
    document: Document | None
    buried: tuple[str, ...]
    shown: tuple[Shown, ...]
    is_list: tuple[int, ...]
    names: Mapping[int, str]
    kept_days: int
    at: float
    is_cut: bool
    silent: Mapping[str, str]


def look_up(asked: str, ports: Stores) -> Finding:
    """Return what the stores know of a URL. Raises ValueError if no document can have it."""
    url, at = canonical_address(asked), time.time()
    silent: dict[str, str] = {}

    def ask(name: str, read: Callable[[], _Value]) -> Loaded[_Value]:
        loaded = load(read)
        if loaded.outage:
            silent[name] = loaded.outage.why
        return loaded

    trace = ask("traces", lambda: _followed(ports, url))
    steps = trace.value.steps if trace.value else ()
    document = ask("documents", lambda: _document(ports, url, steps))
    buried = ask("queue", lambda: _buried(ports, url))
    seen = ask("seen", lambda: ports.seen().contains([url_key(url)])[0])
    erased = ask("seen", lambda: bool(ports.tombstones().known(marks_against(url))))
    if trace.value:
        shown: tuple[Shown, ...] = trace.value.shown
    else:
        shown = ()
    is_list = ask("configuration", lambda: _lists_at(asked, url))
    numbers = (
        {each.source_id for each in steps}
        | {each.source_id for each in shown}
        | set(is_list.value or ())
    )
    return Finding(
        asked=asked,
        url=url,
        state=state_of(
            steps,
            has_document=None if document.outage else document.value is not None,
            is_buried=None if buried.outage else bool(buried.value),
            is_seen=seen.value,
            is_erased=erased.value,
            is_shown=bool(shown),
            traces_answer=not trace.outage,
        ),
        steps=steps,
        document=document.value,
        buried=tuple(job.reason for job in buried.value or ()),
        shown=shown,
        is_list=tuple(is_list.value or ()),
        names=ask("configuration", lambda: _names(numbers)).value or {},
        kept_days=ports.settings.trace_days,
        at=at,
        is_cut=bool(trace.value and trace.value.is_cut),
        silent=silent,
    )


def _followed(ports: Stores, url: str) -> Trace:
    """Return the trace of a URL with the steps of the URLs that it led to."""
    trace = ports.traces().read(url_key(url))
    steps, known, ahead = list(trace.steps), {url_key(url)}, _targets(trace.steps)
    while ahead and len(known) < _MAX_URLS:
        if (key := ahead.pop(0)) not in known:
            known.add(key)
            further = ports.traces().read(key).steps
            steps += further
            ahead += _targets(further)
    ordered = sorted(dict.fromkeys(steps), key=lambda step: step.at)
    return Trace(steps=tuple(ordered), is_cut=trace.is_cut, shown=trace.shown)


def _targets(steps: Sequence[Step]) -> list[str]:
    return [url_key(canonical_address(step.to_url)) for step in steps if step.kind in _LEADS_ON]


def _document(ports: Stores, url: str, steps: Sequence[Step]) -> Document | None:
    """Return the document of the URL: under its own id, or under that of the address it was stored
    for.
    """
    stored = [step.to_url or step.url for step in reversed(steps) if step.outcome in _WRITTEN]
    for address in dict.fromkeys([url, *map(canonical_address, stored)]):
        if document := ports.documents().get(url_key(address)):
            return document
    return None


def _buried(ports: Stores, url: str) -> list[QueuedJob]:
    return [
        job
        for tube in all_tubes()
        if tube != LIST_TUBE
        for job in ports.queue().buried(tube, _BURIED_READ)
        if _url_of(job) == url
    ]


def _url_of(job: QueuedJob) -> str:
    try:
        return canonical_address(head_of(job.body).url)
    except ValueError:
        return ""


def _lists_at(asked: str, url: str) -> list[int]:
    return list(Source.objects.filter(address__in={asked, url}).values_list("pk", flat=True))


def _names(numbers: set[int]) -> dict[int, str]:
    return dict(Source.objects.filter(pk__in=numbers).values_list("pk", "name"))
