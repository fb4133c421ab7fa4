"""The verdict in words: a sentence for each state and reason, and where on the page it is explained."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from webui.durations import in_words
from webui.monitor.system_health import HealthReason, SystemState, Trouble

STATES = {
    SystemState.HEALTHY: _("Healthy"),
    SystemState.ATTENTION: _("Needs attention"),
    SystemState.BROKEN: _("Broken"),
}
STORES = {
    "database": _("Database"),
    "documents": _("Store of documents"),
    "queue": _("Queue"),
    "seen": _("Filter and counters"),
}
_SENTENCES = {
    Trouble.STORE_AWAY: _("A store does not answer: %(store)s."),
    Trouble.NO_WORKER: _("No worker is alive: nothing is fetched."),
    Trouble.NO_LIST_WORKER: _("No worker takes lists: nothing new is found."),
    Trouble.NO_PAGE_WORKER: _("No worker takes pages: nothing is stored."),
    Trouble.SCHEDULER_SILENT: _("The scheduler is silent: no source is visited."),
    Trouble.STANDSTILL: _("Work stands still: %(ready)s jobs are ready, and none was done for ten minutes."),
    Trouble.DISK_FULL: _("The disk is %(percent)s %% full: stores may stop writing."),
    Trouble.MOST_ERRORS: _("%(percent)s %% of the fetches of the last hour failed."),
    Trouble.DISK_HIGH: _("The disk is %(percent)s %% full."),
    Trouble.MEMORY_HIGH: _("The memory is %(percent)s %% used."),
    Trouble.MANY_ERRORS: _("%(percent)s %% of the fetches of the last hour failed."),
    Trouble.QUEUE_GROWS: _("The queue grows: %(now)s jobs are ready, an hour ago it was %(before)s."),
    Trouble.BURIED_GROW: _("Jobs given up within the last hour: %(count)s."),
    Trouble.LAG_HIGH: _("Pages come late: half of them take more than %(lag)s from publication to the store."),
    Trouble.ALERTS_LATE: _("Saved searches are not run: %(count)s overdue. Is newsloom alerts running?"),
    Trouble.ALERTS_FAIL: _("Saved searches that could not be run or told: %(count)s."),
    Trouble.SOURCES_SILENT: _("Sources silent longer than usual: %(count)s of %(total)s."),
}
PLACES = {
    # ids of sections of the page
    Trouble.STORE_AWAY: "stores",
    Trouble.NO_WORKER: "workers",
    Trouble.NO_LIST_WORKER: "workers",
    Trouble.NO_PAGE_WORKER: "workers",
    Trouble.SCHEDULER_SILENT: "queue",
    Trouble.STANDSTILL: "workers",
    Trouble.DISK_FULL: "machine",
    Trouble.DISK_HIGH: "machine",
    Trouble.MEMORY_HIGH: "machine",
    Trouble.MOST_ERRORS: "errors",
    Trouble.MANY_ERRORS: "errors",
    Trouble.QUEUE_GROWS: "queue",
    Trouble.BURIED_GROW: "buried",
    Trouble.LAG_HIGH: "lag",
    Trouble.SOURCES_SILENT: "silent",
    Trouble.ALERTS_LATE: "alerts",
    Trouble.ALERTS_FAIL: "alerts",
}


@dataclass(frozen=True, kw_only=True)
class Line:
    """A reason as the page shows it. ``place``: id of the section that shows more."""

    text: str
    place: str
    state: SystemState


def lines(reasons: Sequence[HealthReason]) -> list[Line]:
    """Return the reasons in the reader's language."""
    return [Line(text=_sentence(reason), place=PLACES[reason.trouble], state=reason.state) for reason in reasons]


def _sentence(reason: HealthReason) -> str:
    values = dict(reason.values)
    if "store" in values:
        values["store"] = str(STORES.get(str(values["store"]), values["store"]))
    if isinstance(seconds := values.get("seconds"), float):
        values["lag"] = in_words(seconds)
    return str(_SENTENCES[reason.trouble]) % values
