"""Filters that show our values. Text from the web is escaped here or in the template."""

from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from math import floor
from zlib import crc32

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.timezone import localtime, now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from extractor.rights import places_of
from hooks.answers import Part
from hooks.process import features
from notify import errors
from storage.counters.lag import FIRST_SECONDS
from storage.documents.port import Document, Fragment, Hit
from storage.learned.orders import PauseKind, PauseOrder
from storage.outcomes import group_of
from watch.details import detail_beyond as words_beyond
from watch.details import shown_detail
from watch.durations import in_words, interval
from watch.labels import HEALTH, JOB_STATES, OUTCOMES, RULES, audit_actions, label, tube_names
from webui import labels
from webui.monitor.health_messages import STATES
from webui.search import value_pages
from webui.search.differences import Piece
from webui.search.marking import Line

register = template.Library()


@register.simple_tag(takes_context=True)
def from_features(context: template.Context, hook: str, **arguments: object) -> SafeString:
    """Return the parts that features add at a hook of a page, as HTML."""
    return shown_parts(context, features().ask_for_all(hook, **arguments))


@register.simple_tag
def page_of_adding() -> str:
    """Return the address of the page on which a user begins to add a source."""
    return next(iter(features().ask("page_of_adding")), reverse("source_add"))


@register.simple_tag(takes_context=True)
def shown_parts(context: template.Context, parts: Iterable[Part]) -> SafeString:
    """Return parts of features that a view has asked for, as HTML. One that cannot be shown is
    logged and left out.
    """
    shown = {str(name): value for name, value in context.flatten().items()}
    found: list[tuple[str]] = []
    for each in parts:
        try:
            found.append((render_to_string(each.template, {**shown, **each.context}),))
        except features().passing:
            raise
        except Exception:  # noqa: BLE001 logged as the feature's
            # Its templates are in a folder with the name of the feature.
            features().note_failure(each.template.partition("/")[0], "shown_parts")
    return format_html_join("", "{}", found)


_A_MOMENT_SECONDS = 60


@register.filter
def marked(fragment: Fragment) -> SafeString:
    """Return the fragment's text, escaped, with its marked ranges in ``<mark>``."""
    return _marked(fragment)


@register.filter
def marked_line(line: Line) -> SafeString:
    """Return a line of a text with its marks; the first of the target line is where the page
    scrolls to.
    """
    return _marked(line.text, "match" if line.target else "")


@register.filter
def snippets(hit: Hit) -> SafeString:
    """Return the snippets of a hit as one text, joined by ellipses."""
    return format_html_join(" … ", "{}", ((_marked(snippet),) for snippet in hit.snippets))


@register.filter
def comment_snippets(hit: Hit) -> SafeString:
    """Return what was found in the comments of a hit as one text, joined by ellipses."""
    return format_html_join(" … ", "{}", ((_marked(snippet),) for snippet in hit.comments))


@register.filter
def repeats_title(hit: Hit) -> bool:
    """Return whether the snippets say nothing beyond the title, as with a short post, whose title
    is its beginning and often all of it.
    """
    title = _in_one_line(hit.title.text)
    return all(_in_one_line(snippet.text.strip(" …")) in title for snippet in hit.snippets)


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


@register.filter
def piece(piece: Piece) -> SafeString:
    """Return a piece of a difference: what only the first text has struck out, what only the second
    has underlined.
    """
    if piece.kind == "cut":
        return format_html("<del>{}</del>", piece.text)
    if piece.kind == "new":
        return format_html("<ins>{}</ins>", piece.text)
    if not piece.left_out:
        return format_html("{}", piece.text)
    words = ngettext("%(n)s character unchanged", "%(n)s characters unchanged", piece.left_out) % {
        "n": piece.left_out
    }
    return format_html('{} <span class="badge">{}</span> {}', piece.text, words, piece.end)


@register.filter
def listed(values: Collection[str]) -> str:
    """Return names one after the other, as the reader's language separates them."""
    return pgettext("list", ", ").join(values)


@register.filter
def is_web(url: str) -> bool:
    """Return whether an address may be a link: a page may use ``javascript:`` as an address."""
    return url.lower().startswith(("http://", "https://"))


@register.filter
def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a document's content."""
    return [line.strip() for line in text.splitlines() if line.strip()]


@register.filter
def when(moment: datetime | float | None) -> SafeString | str:
    """Return a time (aware, or Unix time) as a ``<time>`` element in the reader's zone; a dash for
    none.
    """
    if moment is None:
        return "—"
    at = _local(moment)
    return _time(at, f"{at:%Y-%m-%d %H:%M}")


@register.filter
def when_exactly(moment: float) -> SafeString:
    """Return a Unix time to the second, as a ``<time>`` element in the reader's zone."""
    at = _local(moment)
    return _time(at, f"{at:%Y-%m-%d %H:%M:%S}")


@register.filter
def date_typed(text: str) -> str:
    """Return a date of a search as people type it."""
    return text.replace("T", " ")


@register.filter
def site_mark(site: str) -> SafeString:
    """Return the first letter of a site on one of eight colours, by which it is known again."""
    name = site.removeprefix("www.")
    colour = crc32(name.encode()) % 8
    return format_html(
        '<span class="site-mark site-mark-{}" aria-hidden="true">{}</span>',
        colour,
        name[:1].upper(),
    )


@register.filter
def detail(stored: str) -> str:
    """Return what is stored of a failure, with its times in the reader's zone."""
    return shown_detail(stored)


@register.filter
def detail_beyond(stored: str, outcome: str) -> str:
    """Return what is stored of a failure beyond its outcome, which is shown beside it."""
    return words_beyond(stored, outcome)


@register.filter
def ago(moment: datetime | float | None) -> SafeString | str:
    """Return how long ago (or in how long) a time is, exact on hover; a dash for none."""
    if moment is None:
        return "—"
    at = _local(moment)
    ahead = (at - now()).total_seconds()
    if 1 <= ahead < _A_MOMENT_SECONDS:
        words = _("in %(time)s") % {"time": in_words(ahead)}
    elif abs(ahead) < _A_MOMENT_SECONDS:
        words = _("just now")
    elif at < now():
        words = _("%(time)s ago") % {"time": timesince(at, depth=1)}
    else:
        words = _("in %(time)s") % {"time": timesince(now(), at, depth=1)}
    return _time(at, words)


@register.filter
def lasting_since(since: datetime) -> SafeString:
    """Return how long something has lasted, its beginning exact on hover."""
    at = _local(since)
    seconds = (now() - at).total_seconds()
    words = in_words(max(seconds, 0.0)) if seconds < _A_MOMENT_SECONDS else timesince(at, depth=1)
    return _time(at, words)


@register.filter
def outcome(code: str) -> str:
    """Return the text for an outcome."""
    return label(OUTCOMES, code)


@register.filter
def date_source(code: str) -> str:
    """Return where a date of a page was found, in words."""
    return label(labels.DATE_SOURCES, code)


@register.filter
def outcome_group(code: str) -> str:
    """Return the group of an outcome, for its colour."""
    return group_of(code)


@register.filter
def group(code: str) -> str:
    """Return the text for a group of outcomes."""
    return label(labels.GROUPS, code)


@register.filter
def channel(code: str) -> str:
    """Return the text for a channel."""
    return label(labels.channels(), code)


@register.filter
def kind(code: str) -> str:
    """Return the text for a kind of document."""
    return label(labels.KINDS, code)


@register.filter
def sort_order(code: str) -> str:
    """Return the text for an order of hits."""
    return label(labels.SORTS, code)


@register.filter
def match(code: str) -> str:
    """Return the text for whether words or their meaning are searched for."""
    return label(labels.MATCHES, code)


@register.filter
def copy_mode(code: str) -> str:
    """Return the text for how copies are shown."""
    return label(labels.COPY_MODES, code)


@register.filter
def page_kind(code: str) -> str:
    """Return the text for a page kind."""
    return label(labels.PAGE_KINDS, code)


@register.filter
def percent(share: float) -> str:
    """Return a share from 0 to 1 as a whole percentage."""
    return f"{share:.0%}"


@register.filter
def percent_reached(share: float) -> str:
    """Return a share from 0 to 1 as a percentage that it has reached: nothing is rounded up."""
    return f"{floor(round(1000 * share, 6)) / 10:g}%"


@register.filter
def shown_problem(stored: str) -> str:
    """Return a stored problem in the reader's language."""
    return errors.shown_problem(stored)


@register.filter
def pause_sentence(pause: PauseOrder) -> str:
    """Return what ops have paused, as one sees it who looks at one thing that it stops."""
    if pause.kind is PauseKind.TUBE:
        return _("The queue “%(name)s” is paused") % {"name": label(tube_names(), pause.name)}
    return _("The host is paused") if pause.kind is PauseKind.HOST else _("Everything is paused")


@register.filter
def tube(code: str) -> str:
    """Return the text for a tube."""
    return label(tube_names(), code)


@register.filter
def message_way(code: str) -> str:
    """Return how messages are sent, or the code of a way that is not known here."""
    return label(labels.MESSAGE_WAYS, code)


@register.filter
def action(code: str) -> str:
    """Return the text for an action of the audit log."""
    return label(audit_actions(), code)


@register.filter
def health(code: str) -> str:
    """Return the text for a source's health."""
    return label(HEALTH, code)


@register.filter
def right_signal(code: str) -> str:
    """Return what a rights signal says."""
    return label(labels.RIGHT_SIGNALS, code)


@register.filter
def stated_in(document: Document, code: str) -> list[str]:
    """Return the headers, elements and files that say a rights signal of a document."""
    return [labels.signal_place(each) for each in places_of(document.rights_stated, code)]


@register.filter
def language(code: str) -> str:
    """Return the name of a language."""
    return labels.language_name(code)


@register.filter
def page_of_value(value: str, field: str) -> str:
    """Return the address of the page about the documents with a value of a filter, or ""."""
    return value_pages.page_of_value(field, value)


@register.filter
def seconds(value: int) -> str:
    """Return a set number of seconds with the largest unit that divides it."""
    return interval(value)


@register.filter
def clock(moment: float) -> str:
    """Return the hour and minute of a Unix time in the reader's zone."""
    return f"{_local(moment):%H:%M}"


@register.filter
def rule(code: str) -> str:
    """Return the name of a rule of the verdict."""
    return label(RULES, code)


@register.filter
def verdict_state(code: str) -> str:
    """Return the name of a state of the system."""
    return label(STATES, code)


@register.filter
def lasted(since: datetime, until: datetime) -> str:
    """Return the time between two times in a few characters."""
    return in_words((until - since).total_seconds())


@register.filter
def host_limit(code: str) -> str:
    """Return why a host gets fewer requests than it could."""
    return label(labels.HOST_LIMITS, code)


@register.filter
def job_state(code: str) -> str:
    """Return the text for the state of a job."""
    return label(JOB_STATES, code)


@register.filter
def lasting(value: float | None) -> str:
    """Return a measured duration in a few characters."""
    return in_words(value)


@register.filter
def delay(seconds: float | None) -> str:
    """Return a delay from publication to storage; short ones are known only not to be longer."""
    text = in_words(seconds)
    return f"≤ {text}" if seconds is not None and seconds <= FIRST_SECONDS else text


@register.filter
def rate(value: float) -> str:
    """Return a rate, with one decimal if it is small."""
    return number_format(value, 1 if value < 10 and value != int(value) else 0)


@register.filter
def signed(share: float) -> str:
    """Return a change as a whole percentage with its sign."""
    percentage = round(100 * share)
    sign = "±"
    if percentage:
        sign = "+" if percentage > 0 else "−"
    return f"{sign}{abs(percentage)}%"


@register.filter
def total(mapping: dict[str, int]) -> int:
    """Return the sum of a mapping's values."""
    return sum(mapping.values())


@register.filter
def share(used: int, whole: int) -> str:
    """Return a share as a whole percentage, without the sign."""
    return f"{100 * used / whole:.0f}" if whole else "0"


def _marked(fragment: Fragment, name: str = "") -> SafeString:
    """Return a text with its marks; ``name`` is the id of the first one."""
    pieces, end = [], 0
    for start, stop in fragment.marks:
        pieces.append(conditional_escape(fragment.text[end:start]))
        text = fragment.text[start:stop]
        pieces.append(
            format_html('<mark id="{}">{}</mark>', name, text)
            if name
            else format_html("<mark>{}</mark>", text)
        )
        name, end = "", stop
    pieces.append(conditional_escape(fragment.text[end:]))
    return format_html_join("", "{}", ((piece,) for piece in pieces))


def _local(moment: datetime | float) -> datetime:
    return localtime(
        moment if isinstance(moment, datetime) else datetime.fromtimestamp(moment, UTC)
    )


def _time(at: datetime, words: str) -> SafeString:
    exact = f"{at:%Y-%m-%d %H:%M:%S} {at.tzname()}"
    return format_html('<time datetime="{}" title="{}">{}</time>', at.isoformat(), exact, words)
