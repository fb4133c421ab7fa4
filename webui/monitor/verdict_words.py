"""What the strip of verdicts shows, in words: its name, and the tip of each part. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from watch.labels import label
from webui.monitor.health_messages import STATES

HEALTHY = "healthy"
_NAMED = 3
"""More spans would make a name that nobody listens to; a table has all of the last ones."""
_NO_GAP = timedelta(minutes=3)
"""A look at the system may come this late."""
_LONGEST_OF_CLOCKS = timedelta(days=1)
"""In a longer time, an hour alone would not say which day."""


@dataclass(frozen=True, kw_only=True)
class Spell:
    """A state of the system from ``start`` to ``end``, in the reader's zone. "": nobody knows."""

    state: str
    start: datetime
    end: datetime


def with_gaps(spells: Sequence[Spell], begin: datetime, now: datetime) -> list[Spell]:
    """Return the spells from ``begin`` on, oldest first, and what is not known between them."""
    found: list[Spell] = []
    known_until = begin
    for each in sorted(spells, key=lambda each: each.start):
        start = max(each.start, begin)
        if start - known_until > _NO_GAP:
            found.append(Spell(state="", start=known_until, end=start))
        found.append(Spell(state=each.state, start=start, end=each.end))
        known_until = max(known_until, each.end)
    if now - known_until > _NO_GAP:
        found.append(Spell(state="", start=known_until, end=now))
    return found


def summed_up(spells: Sequence[Spell], begin: datetime, now: datetime) -> str:
    """Return what the strip shows from ``begin`` until ``now``: the last spells that are not
    healthy, and how many more there are.
    """
    if not spells:
        return _("nothing is known")
    whole = with_gaps(spells, begin, now)
    healthy = label(STATES, HEALTHY)
    unusual = [each for each in whole if each.state != HEALTHY]
    if not unusual:
        return healthy
    has_days = now - begin > _LONGEST_OF_CLOCKS
    said = [_said(each, now, has_days=has_days) for each in unusual[-_NAMED:]]
    if more := len(unusual) - len(said):
        said.insert(
            0, ngettext("%(count)d time before", "%(count)d times before", more) % {"count": more}
        )
    spans = _("; ").join(said)
    # It was never healthy, so the sentence does not begin with that.
    if len(unusual) == len(whole):
        return spans
    return _("%(healthy)s, but %(spans)s") % {"healthy": healthy, "spans": spans}


def tip(spell: Spell, now: datetime) -> str:
    """Return what a part of the strip says: its state, with its time."""
    return _said(spell, now, has_days=True)


def _said(spell: Spell, now: datetime, *, has_days: bool) -> str:
    form = "%Y-%m-%d %H:%M" if has_days else "%H:%M"
    values = {
        "state": label(STATES, spell.state) if spell.state else _("not known"),
        "start": f"{spell.start:{form}}",
        "end": f"{spell.end:{form}}",
    }
    if now - spell.end <= _NO_GAP:
        return _("since %(start)s: %(state)s") % values
    return _("from %(start)s to %(end)s: %(state)s") % values
