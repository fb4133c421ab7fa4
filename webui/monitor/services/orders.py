"""What ops order: pause and resume everything, a queue or a host; quiet and stop workers.

Each order is kept beside the seen filter, where workers read it every two seconds, and in the audit
log.
"""

import time

from scheduler.queue.tubes import all_tubes
from storage.database.errors import Invalid
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.people.audit import record_operation
from storage.keys import host_name
from storage.learned.orders import (
    LASTING_SECONDS,
    WORKER_ORDER_SECONDS,
    PauseKind,
    PauseOrder,
    WorkerOrder,
)
from storage.learned.store import PAUSES, WORKER_ORDERS
from webui.apps import stores

_SUBJECTS = {PauseKind.EVERYTHING: "queue", PauseKind.TUBE: "queue", PauseKind.HOST: "host"}


def subject_of(kind: PauseKind, text: str) -> str:
    """Return the name of what is to be paused. Raises Invalid if there is no such queue or host,
    and for a name of everything.
    """
    match kind:
        case PauseKind.HOST:
            return _host_in(text)
        case PauseKind.TUBE if text not in all_tubes():
            choices = {"choices": ", ".join(all_tubes())}
            code = ErrorCode.NOT_A_CHOICE if text else ErrorCode.CHOICE_MISSING
            raise Invalid([FieldError("name", text, code, choices)])
        case PauseKind.EVERYTHING if text:
            raise Invalid([FieldError("name", text, ErrorCode.NAME_OF_EVERYTHING)])
    return text


def _host_in(text: str) -> str:
    try:
        return host_name(text)
    except ValueError as error:
        code = ErrorCode.HOST_NAME if text.strip() else ErrorCode.HOST_MISSING
        raise Invalid([FieldError("name", text.strip(), code)]) from error


def pause(
    kind: PauseKind, name: str, *, reason: str, who: str, seconds: float | None = None
) -> PauseOrder:
    """Pause something for some seconds, or until it is resumed. Raises Unavailable."""
    now = time.time()
    until = now + seconds if seconds else 0.0
    wanted = PauseOrder(kind=kind, name=name, who=who, reason=reason, at=now, until=until)
    # The store forgets it when its time is over, whether or not any process runs then.
    stores().learned().put(PAUSES, wanted.key, wanted.to_fact(), seconds or LASTING_SECONDS)
    after = {"reason": reason, "until": _day_and_time(until)}
    record_operation(who, "pause", _SUBJECTS[kind], name or kind.value, after=after)
    return wanted


def resume(kind: PauseKind, name: str, who: str) -> bool:
    """End a pause; return whether there was one. Raises Unavailable."""
    if not stores().learned().drop(PAUSES, PauseOrder(kind=kind, name=name).key):
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
    if at:
        return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(at))
    return ""
