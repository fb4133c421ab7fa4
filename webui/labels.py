"""The texts that the UI shows for codes."""

from collections.abc import Mapping
from typing import Any

from babel import Locale, parse_locale
from babel.core import get_locale_identifier
from django.utils.translation import get_language, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from extractor.languages.tables import languages
from extractor.rights import HEADERS, META
from storage.channels import channel_names, own_channels, result_channels
from storage.database.owned.sharing_models import Sharing, WorkSharing
from storage.database.sources.fields import FieldKind
from storage.database.sources.source_config import source_fields
from storage.documents.errors import QueryError
from storage.documents.port import NO_LANGUAGE
from storage.outcomes import OutcomeGroup, group_of
from watch.labels import THRESHOLDS, label
from webui.source_fields import source_choices
from webui.sources.next_visit import NextVisitReason

_CHANNELS = {
    "feed": _("Feed"),
    "search": _("Search engine"),
    "list": _("List page"),
    "board": _("Forum board"),
    "sitemap": _("Sitemap"),
}
KINDS = {"article": _("Article"), "thread": _("Thread"), "post": _("Short post")}
PAGE_KINDS = {**KINDS, "listing": _("List of links"), "other": _("Other page")}
HOST_LIMITS = {
    "back_off": _("Backing off"),
    "crawl_delay": _("Crawl delay"),
    "robots_away": _("No answer for robots.txt"),
    "robots": _("Refused by robots.txt"),
}
_RESULT_PARSERS = {
    "baidu": _("Baidu News"),
    "360": _("360 News"),
    "feed": _("RSS or Atom"),
    "generic": _("CSS selectors"),
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
    "author": _("Author"),
    "person": _("Person"),
    "org": _("Organisation"),
    "place": _("Place"),
    "folder": _("Folder"),
    "region": _("Country or region"),
    "owner": _("Owner"),
}
NAMES = {
    "author": _("Authors"),
    "person": pgettext_lazy("names", "People"),
    "org": _("Organisations"),
    "place": _("Places"),
    "source": _("Sources"),
    "site": _("Sites"),
    "lang": _("Languages"),
}
"""Headings above several values of a facet."""
SORTS = {"relevance": _("Best match"), "time": _("Newest"), "collected": _("Last found")}
MATCHES = {
    "words": _("Words"),
    "meaning": pgettext_lazy("search", "Meaning"),
    "both": _("Words and meaning"),
}
COPY_MODES = {"once": _("Group copies and threads"), "each": _("Show each")}
MESSAGE_WAYS = {
    "none": _("not at all"),
    "mail": _("by mail"),
    "webhook": _("by webhook"),
    "slack": _("to Slack"),
    "teams": _("to Microsoft Teams"),
    "wecom": _("to WeCom"),
    "dingtalk": _("to DingTalk"),
    "feishu": _("to Feishu or Lark"),
    "telegram": _("to Telegram"),
    "ntfy": _("to ntfy"),
    "matrix": _("to Matrix"),
}
USER_GROUPS = {
    "reader": _("Reader: sees sources, keyword lists and the monitor, and changes nothing"),
    "operator": _("Operator: adds and changes sources, searches documents"),
    "analyst": _("Analyst: searches and exports documents"),
    "ops": _("Ops: watches the monitor, pauses sources, handles buried jobs"),
    "admin": _("Admin: everything, including users"),
}
GROUP_NAMES = {
    "reader": pgettext_lazy("group", "Reader"),
    "operator": pgettext_lazy("group", "Operator"),
    "analyst": pgettext_lazy("group", "Analyst"),
    "ops": pgettext_lazy("group", "Ops"),
    "admin": pgettext_lazy("group", "Admin"),
}
# Fields of audit entries that are not fields of a source.
FIELDS = {
    "reason": _("Reason"),
    "groups": _("Groups"),
    "active": _("May log in"),
    "sharing": _("Shared"),
    "format": _("Format"),
    "sha256": _("SHA-256 of the file"),
    "documents": _("Documents"),
    "readers": _("Users"),
    "query": _("Query"),
    "kind": _("Kind"),
    "scopes": _("Rights"),
    "keywords": _("Keywords"),
    "until": _("Until"),
    "jobs": _("Jobs"),
    **THRESHOLDS,
}
# The fields of sources whose values a history shows with their unit.
TIME_SPANS = {
    "interval_seconds": _("Interval"),
    "longest_interval_seconds": _("Longest interval"),
}
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
    "MANAGE_USERS": _("Erase documents"),
    "MONITOR": _("View the system’s health and buried jobs"),
    "SETTLE_BURIED": _("Retry and delete jobs; pause, mute and set thresholds"),
}
RIGHTS = SCOPES | {
    "MANAGE_USERS": _("Manage users and erase documents"),
    "VIEW_AUDIT": _("View the audit log"),
}
"""The rights of users. No token has that of the audit log, or manages users."""
WHY_THEN = {
    NextVisitReason.PAUSED: _("paused"),
    NextVisitReason.FIRST: _("first visit"),
    NextVisitReason.DUE: _("starts at any moment"),
    NextVisitReason.RETRY: _("the next attempt of the visit under way"),
    NextVisitReason.WAITING: _("the last visit has not read its lists yet"),
    NextVisitReason.INTERVAL: _("by interval"),
    NextVisitReason.ADAPTIVE: _("when a new page is expected"),
}
GROUPS: Mapping[str, Any] = {
    OutcomeGroup.KEPT: pgettext_lazy("pages", "Stored"),
    OutcomeGroup.KNOWN: pgettext_lazy("pages", "Already known"),
    OutcomeGroup.REJECTED: pgettext_lazy("pages", "Rejected"),
    OutcomeGroup.FAILED: pgettext_lazy("pages", "Failed"),
}
# Where a date of a page was found, as ``DateEvidence.source`` names it.
DATE_SOURCES = {
    "json-ld": _("the page’s structured data (JSON-LD)"),
    "meta": _("the page’s metadata (meta elements)"),
    "feed": _("the feed"),
    "time": _("a marked time on the page"),
    "text": _("the text of the page"),
    "list": _("the list that led to the page"),
    "url": _("the address"),
    "script": _("a script of the page"),
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
    _(
        "This installation cannot search by meaning. Search by words, or ask an administrator to "
        "set up search by meaning."
    ),
    _(
        "An alert by meaning needs a sentence of three words or more, such as “Ports close because "
        "of a strike”. Write one, or search by words and meaning."
    ),
    _("%s has no meaning here. Write the words with NEAR/5 between them."),
    _("%s needs a value after it."),
    _("%s is not a field. Use one of %s, or put the words in quotation marks."),
    _(
        "“%s” is not a date. Write it as 2026-11-21, 2026-11 or 2026, with a time as "
        "2026-11-21T08:00, or as -3h or -2d: so many hours or days ago."
    ),
    _(
        "Published from: “%s” is not a date. Write it as 2026-11-21, 2026-11 or 2026, with a time "
        "as 2026-11-21T08:00, or as -3h or -2d: so many hours or days ago."
    ),
    _(
        "Published until: “%s” is not a date. Write it as 2026-11-21, 2026-11 or 2026, with a time "
        "as 2026-11-21T08:00, or as -3h or -2d: so many hours or days ago."
    ),
    _("has: is only for dates and changes. Write has:date or has:changes."),
    _("is: is only for pages that are gone and for partial texts. Write is:gone or is:partial."),
    _("A * stands only at the end of a word, such as harb*."),
    _("Put two letters or more of one word before the *, such as harb*."),
    _("%s is too far. Use NEAR/%s or less."),
    _("%s needs a word or a phrase in quotation marks on each side: harbour NEAR/5 fire."),
    _("Put both words of %s in one field: title:(harbour NEAR fire)."),
    _("“%s” is not a comparison. Write %s:<0.75, or <=, > or >= and a number from 0 to 1."),
)


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
    """Return the name of a language in the reader's language; "" and NO_LANGUAGE are unknown."""
    if code in ("", NO_LANGUAGE):
        return gettext("Unknown")
    if code == "zh":
        # Documents from versions that did not tell the scripts apart; `newsloom reindex` does.
        return gettext("Chinese")
    try:
        parts = parse_locale(code, sep="-")
    except ValueError:
        return code
    names = Locale.parse(get_language() or "en", sep="-").languages
    return str(names.get(get_locale_identifier(parts)) or names.get(parts[0]) or code)


def is_known_value(name: str, value: str) -> bool:
    """Return whether a document can have this value of a filter, as far as Newsloom decides it."""
    match name:
        case "lang":
            # A language may have a script or region, as in zh-hans and pt-br.
            return value.partition("-")[0] in languages() or language_name(value) != value
        case "kind":
            return value in KINDS
        case "channel":
            return value in channel_names()
    return True


def channels() -> dict[str, object]:
    """Return the names of the channels that sources may have, by their codes."""
    return {**_CHANNELS} | {name: own.texts().label for name, own in own_channels().items()}


def parsers_of_results() -> dict[str, object]:
    """Return the names of the result parsers that sources may have, by their codes."""
    own = result_channels()
    return {**_RESULT_PARSERS} | {name: each.texts().results for name, each in own.items()}


def facet_value(name: str, value: str) -> str:
    """Return the text for one value of a facet or filter."""
    tables: dict[str, Mapping[str, object]] = {"channel": channels(), "kind": KINDS}
    if name == "lang":
        return language_name(value)
    return label(tables[name], value) if name in tables else value


RIGHT_SIGNALS = {
    "noindex": _("not to be shown in search engines"),
    "noarchive": _("no copy of the page to be kept"),
    "nosnippet": _("no extracts to be shown"),
    "tdm-reserved": _("text and data mining is reserved"),
    "tdm-open": _("text and data mining is not reserved"),
    "train-ai=n": _("not for training AI models"),
    "train-ai=y": _("may train AI models"),
    "ai-use=n": _("not as input for AI models"),
    "ai-use=y": _("may be input for AI models"),
    "search=n": _("not for search"),
    "search=y": _("may be searched"),
}


def signal_place(place: str) -> str:
    """Return the header, element or file that says a rights signal, in words."""
    if place in HEADERS:
        return gettext("header %(name)s") % {"name": place}
    if place.startswith(META):
        return f'<meta name="{place.removeprefix(META)}">'
    return place


_SWITCH = {"yes": pgettext_lazy("switch", "yes"), "no": pgettext_lazy("switch", "no")}
# The values of fields in a history that are choices, by field.
_CHOICES = {
    "groups": GROUP_NAMES,
    "active": _SWITCH,
    "revisit": REVISITS,
    "scopes": SCOPES,
    "sharing": dict([*Sharing.choices, *WorkSharing.choices]),
    # That of people is their own text.
    "reason": {"expired": _("ended by itself at its time")},
}


def choices(field: str) -> dict[str, object]:
    """Return what the values of a field in a history are called, by code; {} if it has no codes."""
    rules = source_fields().get(field)
    if rules and rules.kind is FieldKind.FLAG:
        return {**_SWITCH}
    if of_feature := source_choices().get(field):
        return {**of_feature.choices}
    match field:
        case "channel":
            return channels()
        case "result_parser":
            return parsers_of_results()
    return {**_CHOICES.get(field, {})}
