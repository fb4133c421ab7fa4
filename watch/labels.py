"""The texts for states, outcomes and changes, in events and on pages."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from hooks.process import features
from scheduler.queue.port import LIST_TUBE, PAGE_TUBE
from scheduler.queue.tubes import pools_of
from storage.outcomes import Outcome
from watch.sources.drift import Drift
from watch.sources.source_health import SourceState
from watch.system.system_health import ProblemKind

THRESHOLDS = {
    "failing_share": _("Failing sources"),
    "silent_share": _("Silent sources"),
    "lag_seconds": _("Median storage delay"),
    "buried_jobs": _("Jobs buried within an hour"),
    "disk_share": _("Disk in use"),
    "memory_share": _("Memory in use"),
}
JOB_STATES = {
    "buried": _("Buried"),
    "delayed": _("Delayed"),
    "ready": _("Ready"),
}
_TUBES = {LIST_TUBE: _("Lists"), PAGE_TUBE: _("Pages")}
HEALTH = {
    SourceState.PAUSED: _("Paused"),
    SourceState.NEW: _("Not visited yet"),
    SourceState.WORKING: _("First visit in progress"),
    SourceState.LATE: _("Overdue"),
    SourceState.RETRYING: _("Retrying"),
    SourceState.HELD_BACK: _("Held back"),
    SourceState.FAILING: _("Failing"),
    SourceState.BLOCKED: _("Blocked"),
    SourceState.MOVED: _("Moved"),
    SourceState.CHANGED: pgettext_lazy("state", "Changed"),
    SourceState.NOTHING_USABLE: _("Nothing usable"),
    SourceState.SILENT: _("Silent"),
    SourceState.HEALTHY: _("Healthy"),
}
OUTCOMES = {
    Outcome.STORED: _("Stored"),
    Outcome.CHANGED: pgettext_lazy("outcome", "Changed"),
    Outcome.UNCHANGED: _("Unchanged"),
    Outcome.OVER_BUDGET: _("Not visited again: no pages left that day"),
    Outcome.LISTED: _("List read"),
    Outcome.NOT_MODIFIED: _("Not modified"),
    Outcome.DUPLICATE: _("Duplicate"),
    Outcome.NOT_HTML: _("Not HTML"),
    Outcome.CHARSET: _("Unreadable characters"),
    Outcome.EMPTY: _("Empty page"),
    Outcome.NO_TITLE: _("No title"),
    Outcome.NO_DATE: _("No date"),
    Outcome.TOO_SHORT: _("Too short"),
    Outcome.NO_POSTS: _("No posts"),
    Outcome.LISTING: _("List page, not an article"),
    Outcome.DOUBTFUL: _("Probably not an article"),
    Outcome.CHALLENGE: _("Robot check"),
    Outcome.CONSENT: _("Consent page"),
    Outcome.LOGIN: _("Login page"),
    Outcome.PAYWALL: _("Paywall"),
    Outcome.SOFT_404: _("Error page sent as 200"),
    Outcome.SCRIPT_SHELL: _("Text needs a script"),
    Outcome.PAGE_CRASH: _("Crashes the browser"),
    Outcome.NO_LINKS: _("No links"),
    Outcome.ROBOTS: _("Forbidden by robots.txt"),
    Outcome.PRIVATE_ADDRESS: _("Private address"),
    Outcome.TOO_LARGE: _("Too large"),
    Outcome.REDIRECT_LOOP: _("Redirect loop"),
    Outcome.GONE: _("Page not found"),
    Outcome.BAD_PATTERN: _("Invalid pattern"),
    Outcome.CHANNEL_OFF: _("Channel switched off"),
    Outcome.BAD_JOB: _("Unreadable job"),
    Outcome.ERASED: _("Erased before"),
    Outcome.DELETED: _("Deleted from the queue"),
    Outcome.DNS: _("Host name not found"),
    Outcome.CONNECT: _("Connection failed"),
    Outcome.TIMEOUT: _("Timeout"),
    Outcome.TLS: _("TLS error"),
    Outcome.TRUNCATED: _("Incomplete response"),
    Outcome.HTTP_4XX: _("Refused by the server (4xx)"),
    Outcome.HTTP_5XX: _("Server error (5xx)"),
    Outcome.THROTTLED: _("The site asks to wait (429, 503)"),
    Outcome.NOT_YET: _("Newsloom waits before it asks this host again"),
    Outcome.BAD_FEED: _("Unreadable feed"),
    Outcome.WORKER_LOST: _("Worker lost"),
    Outcome.INTERNAL: _("Internal error"),
}
DRIFTS = {
    Drift.STRUCTURE: _("New page layout"),
    Drift.OUTCOME: _("Pages are rejected that were stored before"),
    Drift.LENGTH: _("Texts of another length"),
    Drift.CONFIDENCE: _("Lower extraction confidence"),
    Drift.DATE: _("Dates from other evidence"),
}
RULES = {
    ProblemKind.STORE_AWAY: _("A store cannot be used"),
    ProblemKind.STORE_READ_ONLY: _("A store takes no data"),
    ProblemKind.NO_WORKER: _("No worker is running"),
    ProblemKind.NO_LIST_WORKER: _("No worker takes list jobs"),
    ProblemKind.NO_PAGE_WORKER: _("No worker takes page jobs"),
    ProblemKind.NO_RENDER_WORKER: _("Pages wait for a browser"),
    ProblemKind.SCHEDULER_SILENT: _("The scheduler sends no heartbeat"),
    ProblemKind.STANDSTILL: _("No job is finished"),
    ProblemKind.DISK_FULL: _("The disk is full"),
    ProblemKind.DISK_HIGH: _("The disk fills up"),
    ProblemKind.MEMORY_HIGH: _("The memory fills up"),
    ProblemKind.MOSTLY_ERRORS: _("Most fetches fail"),
    ProblemKind.MANY_ERRORS: _("Many fetches fail"),
    ProblemKind.QUEUE_GROWS: _("The queue is growing"),
    ProblemKind.JOBS_NEWER: _("Workers are too old for some jobs"),
    ProblemKind.BURIED_GROW: _("Many jobs are buried"),
    ProblemKind.LAG_HIGH: _("Storage delay is high"),
    ProblemKind.SOURCES_FAIL: _("Many sources fail"),
    ProblemKind.SOURCES_SILENT: _("Many sources are silent"),
    ProblemKind.CHANNELS_OFF: _("Channels of sources are off"),
    ProblemKind.ALERTS_SILENT: _("The alerts role is not running"),
    ProblemKind.ALERTS_LATE: _("Saved searches are overdue"),
    ProblemKind.ALERTS_FAIL: _("Saved searches fail"),
    ProblemKind.STORIES_SILENT: _("The stories role is not running"),
    ProblemKind.STORIES_LATE: _("Stories fall behind"),
    ProblemKind.INDEX_OUTDATED: _("The search index is outdated"),
    ProblemKind.ARCHIVE_FAILS: _("The archive takes no pages"),
    ProblemKind.BACKUP_FAILS: _("The last backup failed"),
    ProblemKind.BACKUP_OLD: _("There is no recent backup"),
    ProblemKind.PAUSED: _("Something is paused"),
    ProblemKind.WORKERS_QUIET: _("Workers are quiet"),
}


def tube_names() -> dict[str, object]:
    """Return what people call the tubes of the queue."""
    return {**_TUBES, **{pool.name: pool.label for pool in pools_of(features())}}


_ACTIONS = {
    "add": _("Added"),
    "change": _("Changed"),
    "delete": _("Deleted"),
    "pause": _("Paused"),
    "resume": _("Resumed"),
    "visit now": _("Visit requested"),
    "repair": _("Repaired"),
    "accept look": _("Accepted the new look of its pages"),
    "return": _("Restored an earlier version"),
    "import": _("Imported"),
    "undo": _("Undid a bulk change"),
    "restore": _("Restored"),
    "end password": _("Password revoked"),
    "new feed": _("New feed address"),
    "end feed": _("Feed ended"),
    "log in": _("Logged in"),
    "log in with code": _("Logged in with password and code"),
    "wrong code": _("Wrong code after the right password"),
    "export": _("Exported"),
    "use": _("Used"),
    "begin second factor": _("Two-step verification turned on"),
    "end second factor": _("Two-step verification turned off"),
    "new recovery codes": _("New recovery codes"),
    "retry jobs": _("Jobs retried"),
    "delete jobs": _("Jobs deleted"),
    "mute": _("Muted"),
    "unmute": _("Unmuted"),
    "close": _("Closed"),
    "open again": _("Opened again"),
    "quiet worker": _("Worker quieted"),
    "stop worker": _("Worker stopped"),
}
_SUBJECTS = {
    "source": _("Source"),
    "keywordlist": _("Keyword list"),
    "user": _("User"),
    "savedsearch": _("Saved search"),
    "apitoken": _("API token"),
    "export": _("Export"),
    "queue": _("Queue"),
    "host": _("Host"),
    "worker": _("Worker"),
    "rule": _("Rule"),
    "event": _("Event"),
}


def audit_subjects() -> dict[str, object]:
    """Return what the audit log calls the kinds of things: those of the core and of features."""
    found: dict[str, object] = dict(_SUBJECTS)
    for of_feature in features().ask("audit_labels"):
        found |= of_feature.subjects
    return found


def audit_actions() -> dict[str, object]:
    """Return what the audit log says that somebody did: words of the core and of features."""
    found: dict[str, object] = dict(_ACTIONS)
    for of_feature in features().ask("audit_labels"):
        found |= of_feature.actions
    return found


def label(table: Mapping[Any, object], code: str) -> str:
    """Return the text for a code, or the code itself if the table does not have it."""
    return str(table.get(code, code))


def state_reason(code: str) -> str:
    """Return the text for the reason of a source's state: an outcome, or what changed in its
    pages.
    """
    return label({**OUTCOMES, **DRIFTS}, code)
