"""Events in words, in the reader's language."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from storage.database.models import TimelineEvent
from storage.database.verdicts.mutes import MuteKind
from watch.audit_subjects import subject_in_words
from watch.details import detail_beyond, shown_detail
from watch.events.kinds import RETURNED, VANISHED, EventKind
from watch.events.muting import subject_of
from watch.labels import HEALTH, OUTCOMES, audit_actions, audit_subjects, label, state_reason
from watch.sources.source_health import SourceState
from watch.system.problem_sentences import sentence
from watch.system.system_health import ProblemKind, SystemProblem

KINDS: Mapping[str, object] = {
    EventKind.SOURCE: gettext_lazy("State of a source"),
    EventKind.HOST: gettext_lazy("Host"),
    EventKind.SYSTEM: gettext_lazy("System"),
    EventKind.PROCESS: gettext_lazy("Process"),
    EventKind.JOBS: gettext_lazy("Buried jobs"),
    EventKind.CHANGE: gettext_lazy("Change by a user"),
}


@dataclass(frozen=True, kw_only=True)
class EventView:
    """An event as pages and messages show it. ``tone`` is bad, good or plain.

    ``since`` is when it happened first, if it has happened ``times`` times since; None if once.
    """

    event: TimelineEvent
    text: str
    tone: str
    since: datetime | None = None
    times: int = 1

    @property
    def mutable(self) -> tuple[MuteKind, str] | None:
        """What can be muted so that no more of its kind is told, None for what is no problem."""
        if self.tone == "bad":
            return subject_of(self.event)
        return None


def viewed(event: TimelineEvent) -> EventView:
    """Return the event in words."""
    return EventView(event=event, text=_TEXTS[EventKind(event.kind)](event), tone=tone(event))


def grouped(events: Sequence[TimelineEvent]) -> list[EventView]:
    """Return the events in words, newest first, each with all that say the same as one."""
    groups: dict[tuple[object, ...], list[TimelineEvent]] = {}
    for event in events:
        groups.setdefault(_cause(event), []).append(event)
    return [_view_of_group(group) for group in groups.values()]


def _cause(event: TimelineEvent) -> tuple[object, ...]:
    """Return what events have in common that are the same thing again."""
    who = event.detail if event.kind == EventKind.CHANGE else ""
    return (
        event.kind,
        event.source_id,
        event.subject,
        event.before,
        event.after,
        event.reason,
        who,
    )


def _view_of_group(group: Sequence[TimelineEvent]) -> EventView:
    newest, since = group[0], min(each.first for each in group)
    times = sum(each.count for each in group)
    if newest.kind == EventKind.JOBS:
        # What is counted are jobs, and the text says their number.
        newest.count, times = times, 1
    view = viewed(newest)
    return replace(view, since=since if since < newest.at else None, times=times)


def tone(event: TimelineEvent) -> str:
    """Return ``bad`` for what goes wrong, ``good`` for what is solved, ``plain`` for the rest."""
    match event.kind:
        case EventKind.SOURCE:
            return "good" if event.after == SourceState.HEALTHY else "bad"
        # Nothing went wrong and nothing is solved: ops decided it.
        case EventKind.SYSTEM if ProblemKind.PAUSED in (event.before, event.after):
            return "plain"
        case EventKind.HOST | EventKind.SYSTEM:
            return "bad" if event.after else "good"
        case EventKind.PROCESS if event.reason == RETURNED:
            return "good"
        case EventKind.PROCESS | EventKind.JOBS:
            return "bad"
        case _:
            return "plain"


def _source(event: TimelineEvent) -> str:
    reason = state_reason(event.reason) if event.reason else ""
    values = {
        "name": event.subject,
        "before": label(HEALTH, event.before),
        "after": label(HEALTH, event.after),
        "why": _(", ").join(filter(None, (reason, detail_beyond(event.detail, event.reason)))),
    }
    if values["why"]:
        return _("%(name)s: %(before)s → %(after)s (%(why)s)") % values
    return _("%(name)s: %(before)s → %(after)s") % values


def _host(event: TimelineEvent) -> str:
    if event.after:
        return _("Host %(host)s: %(outcome)s") % {
            "host": event.subject,
            "outcome": label(OUTCOMES, event.after),
        }
    return _("Host %(host)s answers again") % {"host": event.subject}


def _system(event: TimelineEvent) -> str:
    code = event.after or event.before
    if code in set(ProblemKind):
        text = sentence(SystemProblem(kind=ProblemKind(code), values=json.loads(event.detail)))
    else:
        # An earlier version recorded it, and knew problems that this one cannot have.
        text = code
    if event.after:
        return text
    return _("Resolved: %(problem)s") % {"problem": text}


def _process(event: TimelineEvent) -> str:
    values = {"name": event.subject, "cause": event.reason, "where": event.detail}
    if event.reason == VANISHED:
        values["where"] = shown_detail(event.detail)
        return _("Worker %(name)s has vanished; its last heartbeat was at %(where)s") % values
    if event.reason == RETURNED:
        return _("Worker %(name)s answers again") % values
    if event.reason.startswith("SIG"):
        return _("%(name)s died (%(cause)s) and is started again (%(where)s)") % values
    return _("%(name)s ended with code %(cause)s and is started again (%(where)s)") % values


def _jobs(event: TimelineEvent) -> str:
    text = ngettext(
        "%(count)s job was buried: %(why)s", "%(count)s jobs were buried: %(why)s", event.count
    )
    return text % {"count": number_format(event.count), "why": label(OUTCOMES, event.reason)}


def _change(event: TimelineEvent) -> str:
    is_one = event.before in audit_subjects()
    in_words = subject_in_words if is_one else _many
    return _("%(who)s: %(action)s: %(subject)s") % {
        "who": event.detail,
        "action": label(audit_actions(), event.after),
        "subject": in_words(event.before, event.subject),
    }


def _many(kinds: str, number: str) -> str:
    """Return a number of things of a kind: "61 sources"."""
    count = int(number)
    words = {
        "sources": ngettext("%(count)d source", "%(count)d sources", count),
        "keywordlists": ngettext("%(count)d keyword list", "%(count)d keyword lists", count),
        "users": ngettext("%(count)d user", "%(count)d users", count),
        "savedsearchs": ngettext("%(count)d saved search", "%(count)d saved searches", count),
        "apitokens": ngettext("%(count)d API token", "%(count)d API tokens", count),
    }
    return words.get(kinds, "%(count)d") % {"count": count}


_TEXTS: Mapping[EventKind, Callable[[TimelineEvent], str]] = {
    EventKind.SOURCE: _source,
    EventKind.HOST: _host,
    EventKind.SYSTEM: _system,
    EventKind.PROCESS: _process,
    EventKind.JOBS: _jobs,
    EventKind.CHANGE: _change,
}
