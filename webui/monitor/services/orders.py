"""What ops order: pause and resume everything, a queue or a host; quiet and stop workers.

Each order is kept beside the seen filter, where workers read it every two seconds, and in the audit
log.
"""

import time

from storage.database.people.audit import record_operation
from storage.learned.orders import (
    LASTING_SECONDS,
    WORKER_ORDER_SECONDS,
    Pause,
    PauseKind,
    WorkerOrder,
)
from storage.learned.port import PAUSES, WORKER_ORDERS
from webui.apps import stores

_SUBJECTS = {PauseKind.EVERYTHING: "queue", PauseKind.TUBE: "queue", PauseKind.HOST: "host"}


def pause(wanted: Pause, seconds: float | None) -> None:
    """Pause something for some seconds, or until it is resumed. Raises Unavailable."""
    lasting = LASTING_SECONDS if seconds is None else seconds
    stores().learned().put(PAUSES, wanted.key, wanted.to_fact(), lasting)
    after = {"reason": wanted.reason, "until": _day_and_time(wanted.until)}
    subject = wanted.name or wanted.kind.value
    record_operation(wanted.who, "pause", _SUBJECTS[wanted.kind], subject, after=after)


def resume(kind: PauseKind, name: str, who: str) -> bool:
    """End a pause; return whether there was one. Raises Unavailable."""
    if not stores().learned().drop(PAUSES, Pause(kind=kind, name=name).key):
        return False
    record_operation(who, "resume", _SUBJECTS[kind], name or kind.value)
    return True


def order_worker(name: str, order: WorkerOrder, who: str) -> None:
    """Let a worker take nothing new, or also end then. Raises Unavailable."""
    fact = {"order": order.value, "who": who, "at": time.time()}
    stores().learned().put(WORKER_ORDERS, name, fact, WORKER_ORDER_SECONDS)
    record_operation(who, f"{order} worker", "worker", name)


def wake_worker(name: str, who: str) -> bool:
    """Let a quiet worker take jobs again; return whether it was quiet. Raises Unavailable."""
    if not stores().learned().drop(WORKER_ORDERS, name):
        return False
    record_operation(who, "resume", "worker", name)
    return True


def _day_and_time(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(at)) if at else ""
