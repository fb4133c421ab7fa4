"""The texts that the UI shows for codes."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language_info, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from storage.documents.errors import QueryError
from storage.outcomes import Outcome, OutcomeGroup, group_of
from webui.sources.drift import Drift
from webui.sources.next_visit import NextVisitReason
from webui.sources.source_health import SourceState

CHANNELS = {
    "feed": _("Feed"),
    "search": _("Search engine"),
    "list": _("List page"),
    "board": _("Forum board"),
    "sitemap": _("Sitemap"),
}
KINDS = {"article": _("Article"), "thread": _("Thread")}
PAGE_KINDS = {**KINDS, "listing": _("List of links"), "other": _("Other page")}
TUBES = {"list": _("Lists"), "page": _("Pages"), "render": _("Pages for a browser")}
RENDERINGS = {
    "never": _("Never"),
    "auto": _("When a script loads the text"),
    "always": _("Always"),
}
REVISITS = {
    "never": _("Never"),
    "auto": _("At growing ages, to see edits"),
    "often": _("Often, to see edits soon"),
}
FACETS = {
    "source": _("Source"),
    "site": _("Site"),
    "channel": _("Channel"),
    "lang": _("Language"),
    "kind": _("Kind"),
    "tag": _("Tag"),
}
SORTS = {"relevance": _("Best match"), "time": _("Newest"), "collected": _("Last found")}
COPY_MODES = {"once": _("Copies once"), "each": _("Each copy")}
HEALTH = {
    SourceState.PAUSED: _("Paused"),
    SourceState.NEW: _("Not visited yet"),
    SourceState.WORKING: _("First visit in progress"),
    SourceState.LATE: _("Overdue"),
    SourceState.RETRYING: _("Retrying"),
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
    Outcome.GONE: _("Gone"),
    Outcome.BAD_PATTERN: _("Invalid pattern"),
    Outcome.BAD_JOB: _("Unreadable job"),
    Outcome.DNS: _("Host name not found"),
    Outcome.CONNECT: _("Connection failed"),
    Outcome.TIMEOUT: _("Timeout"),
    Outcome.TLS: _("TLS error"),
    Outcome.TRUNCATED: _("Incomplete response"),
    Outcome.HTTP_4XX: _("Refused by the server (4xx)"),
    Outcome.HTTP_5XX: _("Server error (5xx)"),
    Outcome.THROTTLED: _("The site asks to wait (429, 503)"),
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
ACTIONS = {
    "add": _("Added"),
    "change": _("Changed"),
    "delete": _("Deleted"),
    "pause": _("Paused"),
    "resume": _("Resumed"),
    "visit now": _("Visit requested"),
    "repair": _("Repaired"),
    "accept look": _("Accepted the new look of its pages"),
    "return": _("Restored an earlier version"),
    "restore": _("Restored"),
    "end password": _("Password revoked"),
    "new feed": _("New feed address"),
    "end feed": _("Feed ended"),
}
SUBJECTS = {
    "source": _("Source"),
    "keywordlist": _("Keyword list"),
    "user": _("User"),
    "savedsearch": _("Saved search"),
    "apitoken": _("API token"),
    "collection": _("Collection"),
}
USER_GROUPS = {
    "operator": _("Operator: adds and changes sources, searches documents"),
    "analyst": _("Analyst: searches and exports documents"),
    "ops": _("Ops: watches the monitor, pauses sources, handles buried jobs"),
    "admin": _("Admin: everything, including users"),
}
# Fields of audit entries that are not fields of a source.
FIELDS = {"groups": _("Groups"), "active": _("May log in"), "sharing": _("Shared")}
# The rights that an API token can have, by name.
SCOPES = {
    "SEARCH": _("Search, read documents and save searches"),
    "EXPORT": _("Export documents"),
    "VIEW_SOURCES": _("View sources"),
    "ADD_SOURCES": _("Add sources"),
    "CHANGE_SOURCES": _("Change sources"),
    "DELETE_SOURCES": _("Delete sources"),
    "PAUSE_SOURCES": _("Pause and resume sources"),
    "TEST_SOURCES": _("Try out sources"),
    "VIEW_KEYWORDS": _("View keyword lists"),
    "CHANGE_KEYWORDS": _("Change keyword lists"),
    "DELETE_KEYWORDS": _("Delete keyword lists"),
    "MONITOR": _("View the system’s health and buried jobs"),
    "SETTLE_BURIED": _("Kick and delete buried jobs"),
}
WHY_THEN = {
    NextVisitReason.PAUSED: _("paused"),
    NextVisitReason.FIRST: _("first visit"),
    NextVisitReason.DUE: _("due, starts at any moment"),
    NextVisitReason.WAITING: _("already in the queue"),
    NextVisitReason.INTERVAL: _("by interval"),
    NextVisitReason.ADAPTIVE: _("when a new page is expected"),
}
GROUPS: Mapping[str, Any] = {
    OutcomeGroup.KEPT: pgettext_lazy("pages", "Stored"),
    OutcomeGroup.KNOWN: pgettext_lazy("pages", "Already known"),
    OutcomeGroup.REJECTED: pgettext_lazy("pages", "Rejected"),
    OutcomeGroup.FAILED: pgettext_lazy("pages", "Failed"),
}
# The messages of QueryError, listed here so that they are translated.
QUERY_PROBLEMS = (
    _("The query has %s characters. Shorten it to %s or fewer."),
    _("The query has %s words and phrases. Use at most %s."),
    _("The query has no letter or digit to search for. Enter a word."),
    _("This position in the results is no longer valid. Start again from the first page."),
    _("This quotation mark is not closed. Close it, or remove it."),
    _("This bracket is not closed. Close it, or remove it."),
    _("This closing bracket has no opening bracket. Remove it, or add the opening one."),
    _("More than %s brackets are nested here. Use fewer."),
    _("%s needs a word or phrase on each side, but one is missing."),
    _("%s has nothing to exclude after it. Add a word there."),
    _("%s needs a value after it."),
    _("%s is not a field. Use one of %s, or put the words in quotation marks."),
    _(
        "“%s” is not a date. Write it as 2026-11-21, 2026-11 or 2026, with a time as "
        "2026-11-21T08:00, or as -3h or -2d: so many hours or days ago."
    ),
    _("has: is only for dates and changes. Write has:date or has:changes."),
    _("is: is only for pages that are gone. Write is:gone, or -is:gone."),
    _("A * stands only at the end of a word, such as harb*."),
    _("Put two letters or more of one word before the *, such as harb*."),
    _("%s is too far. Use NEAR/%s or less."),
    _("%s needs a word or a phrase in quotation marks on each side: harbour NEAR/5 fire."),
    _("Put both words of %s in one field: title:(harbour NEAR fire)."),
    _("“%s” is not a comparison. Write %s:<0.75, or <=, > or >= and a number from 0 to 1."),
)


def label(table: Mapping[Any, object], code: str) -> str:
    """Return the text for a code, or the code itself if the table does not have it."""
    return str(table.get(code, code))


def state_reason(code: str) -> str:
    """Return the text for the reason of a source's state: an outcome, or what changed in its
    pages.
    """
    return label({**OUTCOMES, **DRIFTS}, code)


def query_problem(error: QueryError) -> str:
    """Return the message of a QueryError in the reader's language."""
    return gettext(error.message) % error.values


def group_counts(outcomes: Mapping[str, int]) -> dict[str, int]:
    """Return the sums of outcomes by group: all keys of GROUPS, in their order."""
    sums: dict[str, int] = dict.fromkeys(GROUPS, 0)
    for outcome, count in outcomes.items():
        sums[group_of(outcome)] += count
    return sums


def language_name(code: str) -> str:
    """Return the name of a language in the reader's language; "" is unknown."""
    if not code:
        return gettext("Unknown")
    if code == "zh":
        # Documents from versions that did not tell the scripts apart; `newsloom reindex` does.
        return gettext("Chinese")
    try:
        return str(get_language_info(code)["name_translated"])
    except KeyError:
        return code


def facet_value(name: str, value: str) -> str:
    """Return the text for one value of a facet or filter."""
    tables = {"channel": CHANNELS, "kind": KINDS}
    if name == "lang":
        return language_name(value)
    return label(tables[name], value) if name in tables else value
