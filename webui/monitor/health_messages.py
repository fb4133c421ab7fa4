"""The system's health in words: a sentence for each state and reason, and the section that explains
it.
"""

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
    "documents": _("Document store"),
    "queue": _("Queue"),
    "seen": _("Seen filter and counters"),
}
_SENTENCES = {
    Trouble.STORE_AWAY: _("A store does not answer: %(store)s. Check that its server is running."),
    Trouble.STORE_READ_ONLY: _(
        "A store takes no data: %(store)s. Its disk is full or read-only. Workers wait and lose "
        "nothing; free some space."
    ),
    Trouble.NO_WORKER: _("No worker is running, so nothing is fetched."),
    Trouble.NO_LIST_WORKER: _("No worker takes list jobs, so no new pages are found."),
    Trouble.NO_PAGE_WORKER: _("No worker takes page jobs, so no documents are stored."),
    Trouble.NO_RENDER_WORKER: _(
        "%(count)s pages wait for a browser, but no worker has one. Start newsloom worker --pool "
        "render."
    ),
    Trouble.SCHEDULER_SILENT: _("The scheduler sends no heartbeat, so no source is visited."),
    Trouble.STANDSTILL: _(
        "No job was finished in the last ten minutes, but %(ready)s jobs are ready."
    ),
    Trouble.DISK_FULL: _("The disk is %(percent)s%% full. Stores may stop writing."),
    Trouble.MAX_ERRORS: _("%(percent)s%% of the fetches in the last hour failed."),
    Trouble.DISK_HIGH: _("The disk is %(percent)s%% full."),
    Trouble.MEMORY_HIGH: _("%(percent)s%% of the memory is in use."),
    Trouble.MANY_ERRORS: _("%(percent)s%% of the fetches in the last hour failed."),
    Trouble.QUEUE_GROWS: _(
        "The queue is growing: %(now)s jobs are ready, up from %(before)s an hour ago."
    ),
    Trouble.QUEUE_SERVER_AWAY: _(
        "A Beanstalkd does not answer: %(server)s. Its jobs wait until it runs again; all others "
        "go on."
    ),
    Trouble.JOBS_NEWER: _(
        "Jobs of a newer version (%(version)s) wait for workers of that version. Workers that are "
        "too old for them: %(older)s of %(workers)s. Upgrade these."
    ),
    Trouble.BURIED_GROW: _("Jobs buried in the last hour: %(count)s."),
    Trouble.LAG_HIGH: _(
        "Pages are stored late: the median delay from publication is more than %(lag)s."
    ),
    Trouble.ALERTS_SILENT: _(
        "The role alerts does not run, so events, changed sources and notifications are missing. "
        "Start newsloom alerts."
    ),
    Trouble.ALERTS_LATE: _(
        "Saved searches are not running: %(count)s overdue. Check that newsloom alerts is running."
    ),
    Trouble.ALERTS_FAIL: _("Saved searches that failed to run or to deliver: %(count)s."),
    Trouble.STORIES_SILENT: _(
        "The role stories does not run, so new documents are in no story and hot topics are old. "
        "Start newsloom stories."
    ),
    Trouble.STORIES_LATE: _("Stories fall behind: a document has waited for %(minutes)s minutes."),
    Trouble.INDEX_OUTDATED: _(
        "Searches miss some older documents: their index is from an older version. Run newsloom "
        "reindex; collecting and searching go on meanwhile."
    ),
    Trouble.ARCHIVE_FAILS: _(
        "Pages are stored without a copy in the archive, in %(count)s processes: %(problem)s. "
        "Make room, or set limits with NEWSLOOM_ARCHIVE_DAYS and NEWSLOOM_ARCHIVE_GB."
    ),
    Trouble.SOURCES_FAIL: _("Sources that fail or give nothing usable: %(count)s of %(total)s."),
    Trouble.SOURCES_SILENT: _("Silent sources: %(count)s of %(total)s."),
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
    Trouble.STORE_AWAY: "stores",
    Trouble.STORE_READ_ONLY: "stores",
    Trouble.NO_WORKER: "workers",
    Trouble.NO_LIST_WORKER: "workers",
    Trouble.NO_PAGE_WORKER: "workers",
    Trouble.NO_RENDER_WORKER: "workers",
    Trouble.SCHEDULER_SILENT: "queue",
    Trouble.STANDSTILL: "workers",
    Trouble.DISK_FULL: "machine",
    Trouble.DISK_HIGH: "machine",
    Trouble.MEMORY_HIGH: "machine",
    Trouble.MAX_ERRORS: "errors",
    Trouble.MANY_ERRORS: "errors",
    Trouble.QUEUE_GROWS: "queue",
    Trouble.QUEUE_SERVER_AWAY: "stores",
    Trouble.JOBS_NEWER: "workers",
    Trouble.BURIED_GROW: "buried",
    Trouble.LAG_HIGH: "lag",
    Trouble.SOURCES_FAIL: "sources",
    Trouble.SOURCES_SILENT: "silent",
    Trouble.ALERTS_SILENT: "alerts",
    Trouble.ALERTS_LATE: "alerts",
    Trouble.ALERTS_FAIL: "alerts",
    Trouble.STORIES_SILENT: "workers",
    Trouble.STORIES_LATE: "workers",
    Trouble.INDEX_OUTDATED: "stores",
    Trouble.ARCHIVE_FAILS: "workers",
}


@dataclass(frozen=True, kw_only=True)
class Line:
    """A reason as the page shows it. ``place`` is the id of the section with details."""

    text: str
    place: str
    state: SystemState


def lines(reasons: Sequence[HealthReason]) -> list[Line]:
    """Return the reasons in the reader's language."""
    return [
        Line(text=sentence(reason), place=PLACES[reason.trouble], state=reason.state)
        for reason in reasons
    ]


def sentence(reason: HealthReason) -> str:
    """Return one reason in the reader's language."""
    values = dict(reason.values)
    if "store" in values:
        values["store"] = str(STORES.get(str(values["store"]), values["store"]))
    if isinstance(seconds := values.get("seconds"), float):
        values["lag"] = in_words(seconds)
    return str(_SENTENCES[reason.trouble]) % values
