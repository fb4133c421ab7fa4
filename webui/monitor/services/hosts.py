"""Hosts that are paused, slow, or keep workers out, and those for which most jobs wait or are
buried.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils import timezone

from scheduler.jobs import head_of
from scheduler.queue.port import JobState
from scheduler.queue.tubes import all_tubes
from storage.learned.host_note import HostNote
from storage.learned.orders import PauseKind, PauseOrder, pauses_of, present_pauses
from storage.learned.store import HOSTS
from watch.system.store_status import unwritable_stores
from webui.apps import stores
from webui.monitor.services.jobs import MAX_READ
from webui.sources.services.budget import used_up

_MAX_WAITING = 100
_MAX_ROWS = 500


@dataclass(frozen=True, kw_only=True)
class HostRow:
    """A host.

    Attributes:
        host: Host and port.
        pauses: What stops it or jobs of it that wait, if ops have paused something: facts in
            *learned*, never stale.
        notes: What workers noted of it in *learned*, each until it is over; the last steps of a
            worker that was killed may be missing.
        next_turn_seconds: From now until its next turn, by the store of the pace.
        ready, delayed: How many of its jobs wait, of those that the queue could list.
        failed: How many of these have failed and are tried again.
        retryable: How many of these are delayed, so that ops can have them tried at once.
        buried: How many of its jobs are buried, of those that the queue could list.
        used_up: How many sources have jobs that wait here, and no page left today.
    """

    host: str
    pauses: Sequence[PauseOrder] = ()
    notes: Sequence[HostNote] = ()
    next_turn_seconds: float = 0.0
    ready: int = 0
    delayed: int = 0
    failed: int = 0
    retryable: int = 0
    buried: int = 0
    used_up: int = 0

    @property
    def own_pause(self) -> PauseOrder | None:
        """The pause of this host alone."""
        return next((each for each in self.pauses if each.kind is PauseKind.HOST), None)

    @property
    def gets_no_turn(self) -> bool:
        """Return whether it gets no request at all."""
        return any(each.kind is not PauseKind.TUBE for each in self.pauses)


@dataclass(frozen=True, kw_only=True)
class Hosts:
    """The rows at ``at`` (Unix time), and all present pauses.

    ``listed`` of ``waiting`` jobs are counted in the rows: the queue could list no more.
    ``unwritable``: a store takes no data, so that workers wait.
    """

    rows: Sequence[HostRow]
    pauses: Sequence[PauseOrder]
    listed: int
    waiting: int
    at: float
    unwritable: bool


@dataclass
class _Waiting:
    ready: Counter[str] = field(default_factory=Counter)
    delayed: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    retryable: Counter[str] = field(default_factory=Counter)
    #: The tubes in which jobs of a host wait.
    tubes: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    #: The sources of delayed jobs of a host.
    sources: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))


def read_hosts() -> Hosts:
    """Return the hosts that need attention first. Raises Unavailable and QueueUnavailable."""
    at, found = time.time(), present_pauses(stores().learned())
    waiting, total = _waiting()
    paused = [pause.name for pause in found if pause.kind is PauseKind.HOST]
    notes = _notes()
    buried = _buried()
    busiest = (waiting.ready + waiting.delayed).most_common(_MAX_WAITING)
    most = [*busiest, *buried.most_common(_MAX_WAITING)]
    names = [*paused, *notes, *(host for host, _ in most if host)]
    pace = stores().pace()
    shown = [*dict.fromkeys(names)][:_MAX_ROWS]
    delayed = set().union(*(waiting.sources[host] for host in shown))
    without_pages = used_up(delayed, timezone.now())
    rows = [
        HostRow(
            host=host,
            pauses=pauses_of(found, tubes=waiting.tubes[host], host=host),
            notes=notes.get(host, ()),
            next_turn_seconds=pace.closed_for(host),
            ready=waiting.ready[host],
            delayed=waiting.delayed[host],
            failed=waiting.failed[host],
            retryable=waiting.retryable[host],
            buried=buried[host],
            used_up=len(waiting.sources[host] & without_pages),
        )
        for host in shown
    ]
    listed = waiting.ready.total() + waiting.delayed.total()
    return Hosts(
        rows=_in_order(rows),
        pauses=found,
        listed=listed,
        waiting=total,
        at=at,
        unwritable=bool(unwritable_stores(stores())),
    )


def _waiting() -> tuple[_Waiting, int]:
    queue, found = stores().queue(), _Waiting()
    total = sum(tube.ready + tube.delayed for tube in queue.stats())
    for tube in all_tubes():
        for job in queue.waiting(tube, MAX_READ):
            counted = found.ready if job.state is JobState.READY else found.delayed
            head = head_of(job.body)
            host = head.host
            counted[host] += 1
            if job.state is JobState.DELAYED:
                found.sources[host].add(head.source_id)
            found.failed[host] += job.failures > 0
            found.retryable[host] += job.failures > 0 and job.state is JobState.DELAYED
            found.tubes[host].add(tube)
    return found, total


def _buried() -> Counter[str]:
    queue = stores().queue()
    return Counter(
        head_of(job.body).host for tube in all_tubes() for job in queue.buried(tube, MAX_READ)
    )


def _notes() -> Mapping[str, Sequence[HostNote]]:
    by_host: dict[str, list[HostNote]] = {}
    for fact in stores().learned().facts(HOSTS).values():
        note = HostNote.from_fact(fact)
        by_host.setdefault(note.host, []).append(note)
    return by_host


def _in_order(rows: Sequence[HostRow]) -> list[HostRow]:
    """Return paused hosts first, then noted ones, then those for which most jobs wait, then those
    at which most failed for good.
    """

    def urgency(row: HostRow) -> tuple[bool, bool, int, int, str]:
        waiting = row.ready + row.delayed
        return not row.own_pause, not row.notes, -waiting, -row.buried, row.host

    return sorted(rows, key=urgency)
