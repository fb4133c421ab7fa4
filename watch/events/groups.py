"""Groups of events in words, in the reader's language, and which of them are resolved or closed.

Pure.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from storage.database.models import EventClosing, TimelineEvent
from storage.database.searches.event_groups import EventGroup, LastOfSubject
from storage.database.searches.events import GroupKey
from storage.database.verdicts.mutes import MuteKind
from watch.events.kinds import RETURNED, VANISHED, EventKind
from watch.events.sentences import KINDS, EventView, tone, viewed
from watch.labels import HEALTH, OUTCOMES, RULES, audit_actions, label, state_reason
from watch.moments import shown_moment

_SHOWN_NAMES = 3
_WITH_AN_END = (EventKind.SOURCE, EventKind.HOST, EventKind.SYSTEM)
_OF_TITLES = ("kind", "subject", "before", "after", "reason", "detail", "count")
"""What the title of a group takes from its last event."""
_FLAPPING_TIMES = 3
"""What goes wrong so often in a day, at each of its subjects on average, comes again."""


@dataclass(frozen=True, kw_only=True)
class GroupView:
    """A group as the page shows it. ``last`` is its last event; ``names`` are some of its
    subjects, none if the title has the only one. ``closing`` is set if it was closed,
    ``resolved`` since when all of its subjects are well again; ``is_left`` if it is of sources that
    are all deleted or paused by hand.
    """

    group: EventGroup
    title: str
    tone: str
    last: EventView
    names: Sequence[str] = ()
    closing: EventClosing | None = None
    resolved: datetime | None = None
    is_left: bool = False

    @property
    def is_flapping(self) -> bool:
        """Return whether it ends and begins again and again."""
        return is_flapping(self.group)

    @property
    def shown_names(self) -> Sequence[str]:
        """The first names."""
        return self.names[:_SHOWN_NAMES]

    @property
    def more(self) -> int:
        """How many subjects ``shown_names`` does not have."""
        if self.names:
            return self.group.subjects - len(self.shown_names)
        return 0

    @property
    def mutable(self) -> tuple[MuteKind, str] | None:
        """What can be muted so that nothing of the group is told; see ``EventView``."""
        of_rule = self.group.key.kind == EventKind.SYSTEM
        if of_rule or self.group.subjects == 1:
            return self.last.mutable
        return None

    @property
    def text(self) -> str:
        """The group in plain text, for a mail or a chat."""
        group = self.group
        lines = [
            self.title,
            _("How often: %(times)d, %(lately)d of them in the last 24 hours")
            % {"times": group.times, "lately": group.lately},
            _("From %(first)s to %(last)s")
            % {"first": shown_moment(group.first), "last": shown_moment(group.last)},
        ]
        if self.names:
            names = ", ".join(self.names)
            rest = group.subjects - len(self.names)
            if rest:
                names = _("%(names)s and %(n)d more") % {"names": names, "n": rest}
            lines.append(_("Concerns: %(names)s") % {"names": names})
        if self.last.text != self.title:
            lines.append(_("Last: %(event)s") % {"event": self.last.text})
        return "\n".join(lines)


def is_closed(group: EventGroup, closing: EventClosing | None) -> bool:
    """Return whether nothing has happened since the group was closed.

    An event that goes on keeps its id, and a new one may tell of an earlier time.
    """
    return closing is not None and group.newest <= closing.newest and group.last <= closing.last


def is_recovery(key: GroupKey) -> bool:
    """Return whether events of the group tell that a problem is over, or a pause of ops: the end of
    that is no good news, but an end.
    """
    return _tone(key) == "good" or (key.kind == EventKind.SYSTEM and not key.after)


def is_flapping(group: EventGroup) -> bool:
    """Return whether what is wrong ends and begins again and again, so that its end is no news."""
    often = group.lately >= _FLAPPING_TIMES * group.subjects
    return often and group.key.kind in _WITH_AN_END and _tone(group.key) == "bad"


def resolved(
    groups: Sequence[EventGroup], times: Sequence[LastOfSubject], visited: Mapping[GroupKey, int]
) -> dict[GroupKey, datetime]:
    """Return the groups of problems that are over at each of their subjects, with since when.

    Of sources, those that are deleted or paused by hand do not count: they never recover.

    Args:
        groups: All groups.
        times: All subjects that have recovered from something.
        visited: The number of other sources of a group.
    """
    recovered = {
        (each.key.kind, each.subject, each.key.before): each.last
        for each in times
        if is_recovery(each.key)
    }
    over: defaultdict[GroupKey, list[datetime]] = defaultdict(list)
    for each in times:
        if each.key.kind == EventKind.SOURCE and not each.is_visited:
            continue
        # A healthy source has no problem at all; of others, one problem ends at a time.
        ended = "" if each.key.kind == EventKind.SOURCE else each.key.after
        at = recovered.get((each.key.kind, each.subject, ended))
        if at is not None and at > each.last:
            over[each.key].append(at)
    found: dict[GroupKey, datetime] = {}
    for group in groups:
        is_of_sources = group.key.kind == EventKind.SOURCE
        to_recover = visited.get(group.key, 0) if is_of_sources else group.subjects
        ends = over[group.key]
        if ends and len(ends) == to_recover and not is_flapping(group):
            found[group.key] = max(ends)
    return found


def left(groups: Sequence[EventGroup], visited: Collection[GroupKey]) -> set[GroupKey]:
    """Return the groups of sources that are all deleted or paused by hand: nobody has to look."""
    of_sources = {group.key for group in groups if group.key.kind == EventKind.SOURCE}
    return of_sources.difference(visited)


def parted(
    groups: Sequence[EventGroup],
    closings: Mapping[GroupKey, EventClosing],
    over: Collection[GroupKey],
) -> tuple[list[EventGroup], list[EventGroup]]:
    """Return the open and the settled groups: first what is bad, of the same what happened last.

    Settled is what was closed, what is ``over`` as in ``resolved`` or ``left``, and that it is.
    """
    ordered = sorted(groups, key=lambda group: (_tone(group.key) != "bad", -group.last.timestamp()))
    opened: list[EventGroup] = []
    closed: list[EventGroup] = []
    for group in ordered:
        is_over = group.key in over or is_recovery(group.key)
        is_settled = is_over or is_closed(group, closings.get(group.key))
        (closed if is_settled else opened).append(group)
    return opened, closed


def group_view(
    group: EventGroup,
    last: TimelineEvent,
    names: Sequence[str],
    closing: EventClosing | None = None,
    resolved: datetime | None = None,
    *,
    is_left: bool = False,
) -> GroupView:
    """Return a group in words. ``last`` is its last event, ``names`` are subjects of it."""
    shown = viewed(last)
    named = group.subjects > 1 and group.key.kind != EventKind.CHANGE
    return GroupView(
        group=group,
        title=_title(group.key, group.times, group.subjects, last),
        tone=shown.tone,
        last=shown,
        names=names if named else (),
        closing=closing,
        resolved=resolved,
        is_left=is_left,
    )


def _tone(key: GroupKey) -> str:
    return tone(TimelineEvent(**asdict(key)))


def title_facts(group: EventGroup, last: TimelineEvent) -> dict[str, Any]:
    """Return what the audit log keeps of a group, so that each reader gets its title in the own
    language: JSON for ``title_of``.
    """
    return {
        "group": str(group.key),
        "times": group.times,
        "subjects": group.subjects,
        "last": {name: getattr(last, name) for name in _OF_TITLES},
    }


def title_of(facts: Mapping[str, Any]) -> str:
    """Return the title of a group from ``title_facts``."""
    key = GroupKey.read(facts["group"])
    assert key is not None
    return _title(key, facts["times"], facts["subjects"], TimelineEvent(**facts["last"]))


def _title(key: GroupKey, times: int, subjects: int, last: TimelineEvent) -> str:
    if key.kind == EventKind.JOBS:
        # What is counted are jobs, and the text says their number.
        return viewed(TimelineEvent(**asdict(key), count=times)).text
    if subjects == 1:
        return viewed(last).text
    return _title_of_many(key, subjects)


def _title_of_many(key: GroupKey, count: int) -> str:
    match key.kind:
        case EventKind.SOURCE:
            text = ngettext("%(count)d source: %(what)s", "%(count)d sources: %(what)s", count)
            why = f" ({state_reason(key.reason)})" if key.reason else ""
            return text % {"count": count, "what": f"{label(HEALTH, key.after)}{why}"}
        case EventKind.HOST if key.after:
            text = ngettext("%(count)d host: %(what)s", "%(count)d hosts: %(what)s", count)
            return text % {"count": count, "what": label(OUTCOMES, key.after)}
        case EventKind.HOST:
            text = ngettext("%(count)d host answers again", "%(count)d hosts answer again", count)
            return text % {"count": count}
        case EventKind.SYSTEM if key.after:
            return label(RULES, key.after)
        case EventKind.SYSTEM:
            return _("Resolved: %(problem)s") % {"problem": label(RULES, key.before)}
        case EventKind.PROCESS if key.reason == VANISHED:
            text = ngettext(
                "%(count)d worker has vanished", "%(count)d workers have vanished", count
            )
            return text % {"count": count}
        case EventKind.PROCESS if key.reason == RETURNED:
            text = ngettext(
                "%(count)d worker answers again", "%(count)d workers answer again", count
            )
            return text % {"count": count}
        case EventKind.PROCESS:
            text = ngettext(
                "%(count)d process ended: %(what)s", "%(count)d processes ended: %(what)s", count
            )
            return text % {"count": count, "what": key.reason}
    return f"{label(KINDS, key.kind)}: {label(audit_actions(), key.after)}"
