"""Filters for the pages of sources, history and users."""

from collections.abc import Sequence
from datetime import timedelta

from django import template
from django.core.exceptions import FieldDoesNotExist
from django.http import QueryDict
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from hooks.answers import AuditLabels
from hooks.features import Features
from hooks.process import features
from scheduler.rhythm import Rhythm
from storage.database.field_errors import FieldError
from storage.database.models import AuditEntry, Source
from watch.audit_subjects import subject_in_words
from watch.details import shown_detail
from watch.durations import in_words as duration
from watch.durations import interval
from watch.events.groups import title_of
from watch.labels import THRESHOLDS, audit_subjects, label
from watch.labels import state_reason as reason_in_words
from watch.sources.recall import Recall
from watch.sources.silence import Silence
from watch.sources.source_health import SourceHealth
from webui import labels, problems
from webui.charts import sparkline
from webui.search.params import unknown_names
from webui.sources import advice as advices
from webui.sources import explanation
from webui.sources.next_visit import NextVisitReason
from webui.sources.table import SourceRow
from webui.templatetags.newsloom import ago

register = template.Library()
_A_MOMENT = timedelta(seconds=1)


@register.filter
def advice(outcome: str, channel: str = "") -> str:
    """Return what to do about an outcome of a source of this channel."""
    return advices.advice(outcome, channel)


@register.filter
def advice_on_pages(outcome: str) -> str:
    """Return what to do about an outcome of pages whose list works."""
    return advices.advice(outcome, of_pages=True)


@register.filter
def in_words(problem: FieldError) -> str:
    """Return what is wrong in a file, and what to do."""
    return problems.in_words(problem)


@register.filter
def state_reason(code: str) -> str:
    """Return the text for the reason of a source's state."""
    return reason_in_words(code)


@register.filter
def state_advice(state: SourceHealth, channel: str = "") -> str:
    """Return the next step for a source of this channel in this state, in words."""
    return explanation.what_to_do(state, channel)


@register.filter
def next_step(state: SourceHealth) -> str:
    """Return the code of the next step that one button takes."""
    return explanation.next_step(state)


@register.filter
def state_evidence(state: SourceHealth) -> str:
    """Return what shows that a source is in this state."""
    return explanation.evidence(state)


@register.filter
def recall_words(recall: Recall) -> str:
    """Return what a source missed of what the others of its site showed."""
    return explanation.recall_in_words(recall)


@register.filter
def gap(silence: Silence) -> str:
    """Return how long a source has been silent, in days or active hours."""
    return _length(silence.gap, by_hour=silence.by_hour)


@register.filter
def longest_gap(silence: Silence) -> str:
    """Return how long it was silent at most before."""
    return _length(silence.longest, by_hour=silence.by_hour)


def _length(number: float, *, by_hour: bool) -> str:
    count = round(number)
    text = (
        ngettext("%(count)d active hour", "%(count)d active hours", count)
        if by_hour
        else ngettext("%(count)d day", "%(count)d days", count)
    )
    return text % {"count": count}


@register.filter
def next_visit(row: SourceRow) -> SafeString | str:
    """Return when a source is visited next, in one or two words."""
    # A time would be a promise that nobody keeps while it is paused.
    if not row.source.enabled or row.is_held:
        return "—"
    if row.why is NextVisitReason.RETRY and row.verdict.attempt:
        return format_html("{} {}", gettext("retry"), ago(row.verdict.attempt.next_at))
    if row.why is NextVisitReason.WAITING:
        return gettext("in the queue")
    if row.source.next_visit <= timezone.now() + _A_MOMENT:
        return gettext("due")
    return ago(row.source.next_visit)


@register.filter
def next_visit_reason(row: SourceRow) -> str:
    """Return why the next visit is at its time."""
    if row.source.enabled and row.is_held:
        return gettext("paused by ops")
    return label(labels.WHY_THEN, row.why or "")


@register.filter
def expected_pages(source: Source) -> str:
    """Return how many new pages an adaptive source is expected to publish now."""
    rhythm = Rhythm.from_json(source.rhythm)
    if not rhythm.is_learned:
        return gettext("adaptive; learning when the source publishes")
    number = number_format(rhythm.per_hour(timezone.now()), 1)
    return gettext("adaptive; new pages expected an hour at this time of the week: %(number)s") % {
        "number": number
    }


def _audit_labels(found: Features) -> list[AuditLabels]:
    """Return what features call their fields; a page of changes asks for thousands."""
    return found.ask("audit_labels")


@register.filter
def field_label(name: str) -> str:
    """Return the name of a field in a history."""
    if name in labels.FIELDS:
        return str(labels.FIELDS[name])
    for of_feature in features().once(_audit_labels):
        if name in of_feature.fields:
            return str(of_feature.fields[name])
    try:
        return capfirst(str(Source._meta.get_field(name).verbose_name))  # type: ignore[union-attr]
    except FieldDoesNotExist:
        return name


@register.filter
def set_field(name: str) -> str:
    """Return the name of a field beside a value as ``set_value`` returns it."""
    if name in labels.TIME_SPANS:
        return str(labels.TIME_SPANS[name])
    return field_label(name)


@register.filter
def set_value(text: str, field: str) -> str:
    """Return a value of a history as the form has it: a time with its unit, a choice in words."""
    choices = labels.choices(field)
    for of_feature in features().once(_audit_labels):
        choices |= of_feature.choices.get(field, {})
        if field in of_feature.values:
            return of_feature.values[field](text)
    if choices:
        return label(choices, text)
    if field in labels.TIME_SPANS and text.isdecimal():
        return interval(int(text))
    if field in THRESHOLDS:
        return _threshold_in_words(field, float(text))
    if field == "query":
        return _query_in_words(text)
    return shown_detail(text)


def _threshold_in_words(name: str, value: float) -> str:
    match name:
        case "lag_seconds":
            return duration(value)
        case "buried_jobs":
            return number_format(value, 0)
    return f"{value * 100:g}%"


def _query_in_words(text: str) -> str:
    """Return a query as one would type it; saved searches note the address of theirs."""
    pairs = QueryDict(text)
    if unknown_names(pairs) or not any(pairs.values()):
        return shown_detail(text)
    named = (
        value if name == "q" else f"{name}:{value}"
        for name, values in pairs.lists()
        for value in values
    )
    return " ".join(named)


@register.filter
def group_name(name: str) -> str:
    """Return the name of a group of users in the reader's language."""
    return label(labels.GROUP_NAMES, name)


@register.filter
def subject(kind: str) -> str:
    """Return the text for a kind of object in the audit log."""
    return label(audit_subjects(), kind)


@register.filter
def item(entry: AuditEntry) -> str:
    """Return what an entry of the audit log is about, in the reader's language."""
    if entry.kind == "event" and entry.before:
        return title_of(entry.before)
    return subject_in_words(entry.kind, entry.subject)


@register.filter
def spark(counts: Sequence[int | None]) -> str:
    """Return the path of a sparkline."""
    return sparkline.sparkline(counts)


@register.filter
def spark_width(counts: Sequence[int | None]) -> int:
    """Return the width of a sparkline's view box."""
    return sparkline.STEP * len(counts)
