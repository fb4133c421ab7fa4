"""The system's health as the monitor shows it: its state, and each problem with the section that
explains it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
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
class Action:
    """What to do about a reason: the page ``route`` with the ``query``."""

    label: object
    route: str
    query: str = ""

    @property
    def url(self) -> str:
        """Return the address of the page."""
        return f"{reverse(self.route)}{self.query}"


_SHOW = _("Show them")
_JOBS_THAT_WAIT = Action(label=_("Show the jobs"), route="jobs", query="?state=ready")
_HOSTS_THAT_FAIL = Action(label=_("Show the hosts"), route="hosts")
_CHANGE_THRESHOLD = Action(label=_("Change the threshold"), route="verdict", query="#t-thresholds")
_ACTIONS = {
    ProblemKind.STANDSTILL: _JOBS_THAT_WAIT,
    ProblemKind.QUEUE_GROWS: _JOBS_THAT_WAIT,
    ProblemKind.LAG_HIGH: _JOBS_THAT_WAIT,
    ProblemKind.BURIED_GROW: Action(
        label=_("Retry or delete them"), route="jobs", query="?state=buried"
    ),
    ProblemKind.MOSTLY_ERRORS: _HOSTS_THAT_FAIL,
    ProblemKind.MANY_ERRORS: _HOSTS_THAT_FAIL,
    ProblemKind.PAUSED: Action(label=_("Resume what is paused"), route="hosts"),
    ProblemKind.SOURCES_FAIL: Action(label=_SHOW, route="sources", query="?sort=health"),
    ProblemKind.SOURCES_SILENT: Action(label=_SHOW, route="sources", query="?state=silent"),
    ProblemKind.CHANNELS_OFF: Action(label=_SHOW, route="sources", query="?sort=health"),
    ProblemKind.DISK_HIGH: _CHANGE_THRESHOLD,
    ProblemKind.MEMORY_HIGH: _CHANGE_THRESHOLD,
}
"""The page on which a reason can be dealt with; those that need a command say so themselves."""


@dataclass(frozen=True, kw_only=True)
class ReasonLine:
    """A reason as the page shows it, of a rule. ``place`` is the id of the section with details."""

    kind: ProblemKind
    text: str
    place: str
    state: SystemState
    action: Action | None


def lines(reasons: Sequence[SystemProblem]) -> list[ReasonLine]:
    """Return the reasons in the reader's language.

    Stores of one disk fail together, so one sentence names all that have the same problem.
    """
    return [
        ReasonLine(
            kind=reason.kind,
            text=sentence(reason),
            place=PLACES[reason.kind],
            state=reason.state,
            action=_ACTIONS.get(reason.kind),
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
        # One sentence names all stores with this problem, in the place of the first.
        elif reason.values["store"] == stores[reason.kind][0]:
            found.append(SystemProblem(kind=reason.kind, values={"store": stores[reason.kind]}))
    return found
