"""What ops order: everything, a tube or a host is paused, or a worker takes nothing new.

Workers read the orders every few seconds (``crawler.worker``).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any, Self

from storage.learned.store import PAUSES, Fact, Learned

LASTING_SECONDS = 10 * 366 * 86_400.0
"""How long an order counts that nobody ends: facts expire, and this is as good as never."""
WORKER_ORDER_SECONDS = 30 * 86_400.0
"""How long an order to a worker counts; by then the process is gone."""
PAUSED_SECONDS = 20.0
"""When a job of a paused host comes back to look whether the host is still paused."""


class PauseKind(StrEnum):
    """What a pause stops. Stored, so a name must not change."""

    EVERYTHING = "everything"
    TUBE = "tube"
    HOST = "host"


@dataclass(frozen=True, kw_only=True)
class PauseOrder:
    """A pause, by ``who`` and since ``at``; ``until`` is 0 if it lasts until somebody ends it.

    ``name`` is the tube, or host and port; "" for everything. Times are Unix times.
    """

    kind: PauseKind
    name: str = ""
    who: str = ""
    reason: str = ""
    at: float = 0.0
    until: float = 0.0

    @property
    def key(self) -> str:
        """The name of the fact."""
        return f"{self.kind} {self.name}".strip()

    @classmethod
    def from_fact(cls, fact: Fact) -> Self:
        """Read what ``to_fact`` returned."""
        return cls(**{**fact, "kind": PauseKind(fact["kind"])})

    def to_fact(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return asdict(self)


def present_pauses(learned: Learned) -> list[PauseOrder]:
    """Return the present pauses, the widest first. Raises ``storage.errors.Unavailable``."""
    found = [PauseOrder.from_fact(fact) for fact in learned.facts(PAUSES).values()]
    return sorted(found, key=lambda pause: (list(PauseKind).index(pause.kind), pause.name))


def pauses_of(
    pauses: Sequence[PauseOrder], *, tubes: Collection[str], host: str
) -> list[PauseOrder]:
    """Return those of the pauses that stop jobs of these tubes and this host."""
    names = {PauseKind.EVERYTHING: ("",), PauseKind.TUBE: tubes, PauseKind.HOST: (host,)}
    return [pause for pause in pauses if pause.name in names[pause.kind]]


class WorkerOrder(StrEnum):
    """What a worker is told. Stored, so a name must not change.

    Both let it finish what it has and take nothing new; with STOP it ends then.
    """

    QUIET = "quiet"
    STOP = "stop"


@dataclass(frozen=True, kw_only=True)
class Orders:
    """All orders as a worker obeys them. ``workers`` are orders by the names of workers."""

    everything: bool = False
    tubes: frozenset[str] = frozenset()
    hosts: frozenset[str] = frozenset()
    workers: Mapping[str, WorkerOrder] = field(default_factory=dict)

    @classmethod
    def of(cls, pauses: Mapping[str, Fact], workers: Mapping[str, Fact]) -> Self:
        """Return the orders in the facts of the topics ``PAUSES`` and ``WORKER_ORDERS``."""
        found = [PauseOrder.from_fact(fact) for fact in pauses.values()]
        return cls(
            everything=any(pause.kind is PauseKind.EVERYTHING for pause in found),
            tubes=frozenset(pause.name for pause in found if pause.kind is PauseKind.TUBE),
            hosts=frozenset(pause.name for pause in found if pause.kind is PauseKind.HOST),
            workers={name: WorkerOrder(fact["order"]) for name, fact in workers.items()},
        )

    def open_tubes(self, tubes: Sequence[str], worker: str) -> tuple[str, ...]:
        """Return those of the tubes from which this worker takes jobs."""
        if self.everything or worker in self.workers:
            return ()
        return tuple(tube for tube in tubes if tube not in self.tubes)
