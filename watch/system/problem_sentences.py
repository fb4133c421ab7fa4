"""What is wrong with the system, in words."""

from collections.abc import Iterator

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from watch.durations import in_words
from watch.labels import label, tube_names
from watch.system.system_health import HOUR, ProblemKind, SystemProblem

STORES = {
    "database": _("Database"),
    "documents": _("Document store"),
    "queue": _("Queue"),
    "seen": _("Seen filter and counters"),
}
_WORKERS_HANG = _(
    "No worker answers, so nothing is fetched. The last sign came from %(worker)s, %(lag)s ago: it "
    "hangs or was killed. End it if it still runs, and start it again."
)
_SENTENCES = {
    ProblemKind.STORE_AWAY: _(
        "A store cannot be used: %(store)s. The monitor says why, below “Servers”."
    ),
    ProblemKind.STORE_READ_ONLY: _(
        "A store takes no data: %(store)s. Its disk is full or read-only, or another process has "
        "locked its file. Workers wait and lose nothing; free some space, or end that process."
    ),
    ProblemKind.NO_WORKER: _("No worker is running, so nothing is fetched."),
    ProblemKind.NO_LIST_WORKER: _("No worker takes list jobs, so no new pages are found."),
    ProblemKind.NO_PAGE_WORKER: _("No worker takes page jobs, so no documents are stored."),
    ProblemKind.NO_RENDER_WORKER: _(
        "%(count)s pages wait for a browser, but no worker has one. Start newsloom worker --pool "
        "render."
    ),
    ProblemKind.SCHEDULER_SILENT: _("The scheduler sends no heartbeat, so no source is visited."),
    ProblemKind.STANDSTILL: _(
        "No job was finished in the last ten minutes, but %(ready)s jobs are ready."
    ),
    ProblemKind.DISK_FULL: _("The disk is %(percent)s%% full. Stores may stop writing."),
    ProblemKind.MOSTLY_ERRORS: _("%(percent)s%% of the fetches in the last hour failed."),
    ProblemKind.DISK_HIGH: _("The disk is %(percent)s%% full."),
    ProblemKind.MEMORY_HIGH: _("%(percent)s%% of the memory is in use."),
    ProblemKind.MANY_ERRORS: _("%(percent)s%% of the fetches in the last hour failed."),
    ProblemKind.QUEUE_GROWS: _(
        "The queue is growing: %(now)s jobs are ready, up from %(before)s an hour ago."
    ),
    ProblemKind.JOBS_NEWER: _(
        "Jobs of a newer version (%(version)s) wait for workers of that version. Workers that are "
        "too old for them: %(older)s of %(workers)s. Upgrade these."
    ),
    ProblemKind.BURIED_GROW: _(
        "Jobs buried in the last %(over)s: %(count)s (threshold: %(threshold)s in an hour)."
    ),
    ProblemKind.LAG_HIGH: _(
        "Storage delay is high: the median time from publication to storage is %(lag)s."
    ),
    ProblemKind.ALERTS_SILENT: _(
        "The alerts role is not running, so alerts, events and changed sources are missing. Start "
        "newsloom alerts."
    ),
    ProblemKind.ALERTS_LATE: _(
        "Saved searches are not running: %(count)s overdue. Check that newsloom alerts is running."
    ),
    ProblemKind.ALERTS_FAIL: _("Saved searches that failed to run or to deliver: %(count)s."),
    ProblemKind.STORIES_SILENT: _(
        "The stories role is not running, so new documents are in no story and hot topics are old. "
        "Start newsloom stories."
    ),
    ProblemKind.STORIES_LATE: _(
        "Stories fall behind: a document has waited for %(minutes)s minutes."
    ),
    ProblemKind.INDEX_OUTDATED: _(
        "Searches miss some older documents: their index is from an older version. Run newsloom "
        "reindex; collecting and searching go on meanwhile."
    ),
    ProblemKind.ARCHIVE_FAILS: _(
        "Pages are stored without a copy in the archive, in %(count)s processes: %(problem)s. "
        "Make room, or set limits with NEWSLOOM_ARCHIVE_DAYS and NEWSLOOM_ARCHIVE_GB."
    ),
    ProblemKind.BACKUP_FAILS: _(
        "The last backup failed: %(problem)s. Solve this, then run newsloom backup again. Age of "
        "the newest complete backup: %(age)s."
    ),
    ProblemKind.BACKUP_OLD: _(
        "No backup was made in the last 26 hours. Check the daily backup, or run newsloom backup. "
        "Age of the newest complete backup: %(age)s."
    ),
    ProblemKind.PAUSED: _("Paused by ops: %(paused)s."),
    ProblemKind.WORKERS_QUIET: _(
        "Workers that ops have told to take nothing new: %(count)s of %(workers)s."
    ),
    ProblemKind.SOURCES_FAIL: _(
        "Sources that fail or give nothing usable: %(count)s of %(total)s."
    ),
    ProblemKind.SOURCES_SILENT: _("Silent sources: %(count)s of %(total)s."),
    ProblemKind.CHANNELS_OFF: _(
        "Sources that are not read, because the feature of their channel is off: %(count)s. "
        "Features that are off: %(off)s."
    ),
}


def sentence(reason: SystemProblem) -> str:
    """Return one reason in the reader's language."""
    values = {name: _shown(value) for name, value in reason.values.items()}
    if "store" in values:
        named = values["store"]
        stores = map(str, named if isinstance(named, list) else [named])
        values["store"] = gettext(", ").join(str(STORES.get(each, each)) for each in stores)
    if isinstance(seconds := values.get("seconds"), float):
        values["lag"] = in_words(seconds)
    if reason.kind is ProblemKind.BURIED_GROW:
        # An event of an earlier version has the count alone.
        over = reason.values.get("over_seconds")
        words = in_words(over if isinstance(over, int | float) else HOUR)
        values = {"threshold": "—", **values, "over": words}
    if "age_seconds" in values:
        values["age"] = backup_age(reason.values["age_seconds"])
    if reason.kind is ProblemKind.PAUSED:
        values["paused"] = gettext(", ").join(_paused(reason))
    if reason.kind is ProblemKind.NO_WORKER and "worker" in values:
        return str(_WORKERS_HANG) % values
    return str(_SENTENCES[reason.kind]) % values


def _shown(value: object) -> object:
    """Return a count with its separators, and anything else as it is."""
    if type(value) is int:
        return number_format(value)
    return value


def backup_age(seconds: object) -> str:
    """Return the age of the newest backup in words; there is none if it is no number."""
    # A backup can look as if it were to come: this machine's clock is not that of its store.
    if isinstance(seconds, float):
        return in_words(max(0.0, seconds))
    return gettext("no backup yet")


def _paused(reason: SystemProblem) -> Iterator[str]:
    """Yield what is paused."""
    if reason.values["everything"]:
        yield gettext("everything")
    tubes = reason.values["tubes"]
    if isinstance(tubes, list):
        yield from (
            gettext("the queue “%(name)s”") % {"name": label(tube_names(), each)} for each in tubes
        )
    if isinstance(hosts := reason.values["hosts"], int) and hosts:
        yield ngettext("%(count)d host", "%(count)d hosts", hosts) % {"count": hosts}
