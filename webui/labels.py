"""The words people read for the codes that machines use."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language_info, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from storage.documents.errors import QueryError
from storage.outcomes import TRANSIENT, Outcome
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
TUBES = {"list": _("Lists"), "page": _("Pages")}
FACETS = {
    "source": _("Source"),
    "site": _("Site"),
    "channel": _("Channel"),
    "lang": _("Language"),
    "kind": _("Kind"),
    "tag": _("Tag"),
}
HEALTH = {
    SourceState.PAUSED: _("Paused"),
    SourceState.NEW: _("Not visited yet"),
    SourceState.WORKING: _("First visit under way"),
    SourceState.LATE: _("Overdue"),
    SourceState.FAILING: _("Failing"),
    SourceState.NOTHING_USABLE: _("Nothing usable"),
    SourceState.HEALTHY: _("Healthy"),
}
OUTCOMES = {
    Outcome.STORED: _("Stored"),
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
    Outcome.LISTING: _("A list, no article"),
    Outcome.NO_LINKS: _("No links"),
    Outcome.ROBOTS: _("Forbidden by robots.txt"),
    Outcome.PRIVATE_ADDRESS: _("Private address"),
    Outcome.TOO_LARGE: _("Too large"),
    Outcome.REDIRECT_LOOP: _("Redirect loop"),
    Outcome.GONE: _("Gone"),
    Outcome.BAD_PATTERN: _("Bad pattern"),
    Outcome.BAD_JOB: _("Unreadable job"),
    Outcome.DNS: _("Host name not found"),
    Outcome.CONNECT: _("No connection"),
    Outcome.TIMEOUT: _("Time-out"),
    Outcome.TLS: _("TLS error"),
    Outcome.TRUNCATED: _("Answer cut off"),
    Outcome.HTTP_4XX: _("Refused by the server (4xx)"),
    Outcome.HTTP_5XX: _("Server error (5xx)"),
    Outcome.THROTTLED: _("Told to slow down"),
    Outcome.BAD_FEED: _("Unreadable feed"),
    Outcome.WORKER_LOST: _("Worker lost"),
    Outcome.INTERNAL: _("Internal error"),
}
ACTIONS = {
    "add": _("Added"),
    "change": _("Changed"),
    "delete": _("Deleted"),
    "pause": _("Paused"),
    "resume": _("Resumed"),
    "visit now": _("Visit asked for"),
    "return": _("Returned to an earlier version"),
    "restore": _("Restored"),
    "end password": _("Password ended"),
    "new feed": _("New feed address"),
    "end feed": _("Feed ended"),
}
SUBJECTS = {
    "source": _("Source"),
    "keywordlist": _("Keyword list"),
    "user": _("User"),
    "savedsearch": _("Saved search"),
    "apitoken": _("API token"),
}
USER_GROUPS = {
    "operator": _("Operator: adds and changes sources, searches"),
    "analyst": _("Analyst: searches and exports"),
    "ops": _("Ops: watches the monitor, pauses sources, settles jobs"),
    "admin": _("Admin: all of this, and users"),
}
# Fields of the audit that are no columns of a source.
FIELDS = {"groups": _("Groups"), "active": _("May log in")}
# What a token of the API can be given, by the name of the right.
SCOPES = {
    "SEARCH": _("Search, read documents, keep searches"),
    "EXPORT": _("Export documents"),
    "VIEW_SOURCES": _("See sources"),
    "ADD_SOURCES": _("Add sources"),
    "CHANGE_SOURCES": _("Change sources"),
    "DELETE_SOURCES": _("Delete sources"),
    "PAUSE_SOURCES": _("Pause and resume sources"),
    "TEST_SOURCES": _("Try sources out"),
    "VIEW_KEYWORDS": _("See keyword lists"),
    "CHANGE_KEYWORDS": _("Change keyword lists"),
    "DELETE_KEYWORDS": _("Delete keyword lists"),
    "MONITOR": _("See health and buried jobs"),
    "SETTLE_BURIED": _("Settle buried jobs"),
}
WHY_THEN = {
    NextVisitReason.PAUSED: _("paused"),
    NextVisitReason.FIRST: _("first visit"),
    NextVisitReason.DUE: _("due, starts at any moment"),
    NextVisitReason.WAITING: _("the last visit still waits in the queue"),
    NextVisitReason.INTERVAL: _("by its interval"),
}
GROUPS = {
    "kept": pgettext_lazy("pages", "Stored"),
    "known": pgettext_lazy("pages", "Known already"),
    "rejected": pgettext_lazy("pages", "Rejected"),
    "trouble": pgettext_lazy("pages", "Failed"),
}
# What the search says of a query it cannot use; listed here to be translated.
QUERY_PROBLEMS = (
    _("The query has %s characters; shorten it to %s."),
    _("The query has %s words and phrases; leave out all but %s."),
    _("The query has no letter or digit to look for; type a word."),
    _("The place in the list of hits is not valid; start again from the first page."),
    _("This quotation mark is never closed: close it, or take it away."),
    _("This bracket is never closed: close it, or take it away."),
    _("Nothing opens this bracket: take it away, or write its other half."),
    _("There are more than %s brackets within each other here; use fewer."),
    _("%s stands between two things to look for: one of them is missing."),
    _("%s has nothing to exclude behind it: write a word there."),
    _("%s needs a value behind it."),
    _("%s is no field. Write one of %s, or put the words in quotation marks."),
    _("“%s” is no day: write it as 2026-11-21, 2026-11 or 2026."),
)
_KNOWN = frozenset({Outcome.DUPLICATE, Outcome.NOT_MODIFIED})


def label(table: Mapping[Any, object], code: str) -> str:
    """Return the words for a code; a code that the table does not have stands for itself."""
    return str(table.get(code, code))


def query_problem(error: QueryError) -> str:
    """Return what a QueryError says in the reader's language."""
    return gettext(error.message) % error.values


def outcome_group(outcome: str) -> str:
    """Return the key in GROUPS of a page's outcome."""
    if outcome == Outcome.STORED:
        return "kept"
    if outcome in _KNOWN:
        return "known"
    return "trouble" if outcome in TRANSIENT else "rejected"


def language_name(code: str) -> str:
    """Return the name of a language in the reader's language; "" is unknown."""
    if not code:
        return gettext("Unknown")
    try:
        return str(get_language_info("zh-hans" if code == "zh" else code)["name_translated"])
    except KeyError:
        return code


def facet_value(name: str, value: str) -> str:
    """Return the words for one value of a facet or filter."""
    tables = {"channel": CHANNELS, "kind": KINDS}
    if name == "lang":
        return language_name(value)
    return label(tables[name], value) if name in tables else value
