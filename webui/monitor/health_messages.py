"""The system's health as the monitor shows it: its state, and each problem with the section that
explains it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from watch.system.problem_sentences import sentence
from watch.system.system_health import ProblemKind, SystemProblem, SystemState

STATES = {
    SystemState.HEALTHY: _("Healthy"),
    SystemState.ATTENTION: _("Needs attention"),
    SystemState.BROKEN: _("Broken"),
}
RANGE_NAMES = {
    "1h": _("1 hour"),
    "3h": _("3 hours"),
    "24h": _("24 hours"),
    "7d": _("7 days"),
    "30d": _("30 days"),
}
PLACES = {
    # ids of the page's sections
    ProblemKind.STORE_AWAY: "stores",
    ProblemKind.STORE_READ_ONLY: "stores",
    ProblemKind.NO_WORKER: "workers",
    ProblemKind.NO_LIST_WORKER: "workers",
    ProblemKind.NO_PAGE_WORKER: "workers",
    ProblemKind.NO_RENDER_WORKER: "workers",
    ProblemKind.SCHEDULER_SILENT: "queue",
    ProblemKind.STANDSTILL: "workers",
    ProblemKind.DISK_FULL: "machine",
    ProblemKind.DISK_HIGH: "machine",
    ProblemKind.MEMORY_HIGH: "machine",
    ProblemKind.MOSTLY_ERRORS: "errors",
    ProblemKind.MANY_ERRORS: "errors",
    ProblemKind.QUEUE_GROWS: "queue",
    ProblemKind.JOBS_NEWER: "workers",
    ProblemKind.BURIED_GROW: "buried",
    ProblemKind.LAG_HIGH: "lag",
    ProblemKind.SOURCES_FAIL: "sources",
    ProblemKind.SOURCES_SILENT: "silent",
    ProblemKind.CHANNELS_OFF: "sources",
    ProblemKind.ALERTS_SILENT: "alerts",
    ProblemKind.ALERTS_LATE: "alerts",
    ProblemKind.ALERTS_FAIL: "alerts",
    ProblemKind.STORIES_SILENT: "workers",
    ProblemKind.STORIES_LATE: "workers",
    ProblemKind.INDEX_OUTDATED: "stores",
    ProblemKind.ARCHIVE_FAILS: "workers",
    ProblemKind.BACKUP_FAILS: "backups",
    ProblemKind.BACKUP_OLD: "backups",
    ProblemKind.PAUSED: "queue",
    ProblemKind.WORKERS_QUIET: "workers",
}


@dataclass(frozen=True, kw_only=True)
class ReasonLine:
    """A reason as the page shows it, of a rule. ``place`` is the id of the section with details."""

    kind: ProblemKind
    text: str
    place: str
    state: SystemState


def lines(reasons: Sequence[SystemProblem]) -> list[ReasonLine]:
    """Return the reasons in the reader's language.

    Stores of one disk fail together, so one sentence names all that have the same problem.
    """
    return [
        ReasonLine(
            kind=reason.kind, text=sentence(reason), place=PLACES[reason.kind], state=reason.state
        )
        for reason in _together(reasons)
    ]


def _together(reasons: Sequence[SystemProblem]) -> list[SystemProblem]:
    stores: dict[ProblemKind, list[str]] = {}
    for reason in reasons:
        if "store" in reason.values:
            stores.setdefault(reason.kind, []).append(str(reason.values["store"]))
    found = []
    for reason in reasons:
        if reason.kind not in stores:
            found.append(reason)
        elif reason.values["store"] == stores[reason.kind][0]:
            found.append(SystemProblem(kind=reason.kind, values={"store": stores[reason.kind]}))
    return found
