"""The parts of the monitor, each at its place: what is in order is one line to unfold, what is not
is open.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from storage.outcomes import Outcome
from watch.labels import RULES, label
from watch.loading import Loaded
from watch.sources.source_health import SourceState
from watch.sources.summaries import SilenceSummary, SourceCounts
from watch.system.problem_sentences import STORES, backup_age
from watch.system.snapshot import CountersSnapshot, Machine, MonitorSnapshot
from watch.system.system_health import ProblemKind, SystemState, buried_since_an_hour
from webui.monitor.health_messages import STATES


@dataclass(frozen=True, kw_only=True)
class MonitorPart:
    """One part.

    ``place`` is its id, ``line`` what it says while it is folded, ``template`` shows the rest.
    ``state`` is how it is, None if there is nothing yet by which to judge.
    """

    place: str
    title: str
    line: str
    state: SystemState | None

    @property
    def is_wrong(self) -> bool:
        """Return whether somebody should look."""
        return self.state in (SystemState.ATTENTION, SystemState.BROKEN)

    @property
    def state_name(self) -> str:
        """What the state is called."""
        return label(STATES, self.state) if self.state else _("Nothing yet")

    @property
    def template(self) -> str:
        """The name of the template of its content."""
        return f"monitor/monitor_{self.place}.html"


class _Said(NamedTuple):
    """The line of a part, and how it is unless the verdict says that it is worse."""

    line: str
    state: SystemState | None = SystemState.HEALTHY


def parts(
    snapshot: MonitorSnapshot,
    wrong: Mapping[str, SystemState],
    failed: Mapping[str, float] | None,
) -> list[MonitorPart]:
    """Return the parts, always in the same order.

    ``wrong`` are the places that the reasons of the verdict lead to, each with the worst state.

    ``failed`` are the failed pages and lists of the last day by outcome, None if nothing is known.
    """
    every = [
        ("workers", _("Workers"), _workers(snapshot.counted.value)),
        ("queue", _("Queue"), _queue(snapshot)),
        ("errors", _("Failures, last 24 hours"), _failures(failed)),
        ("sources", _("Sources"), _sources(snapshot.sources)),
        ("silent", _("Silent sources"), _silent(snapshot.silent.value)),
        ("alerts", _("Alerts"), _alerts(snapshot)),
        ("stores", _("Servers"), _stores(snapshot)),
        ("backups", _("Backups"), _backups(snapshot)),
        ("machine", _("Memory and disk"), _machine(snapshot.machine)),
    ]
    return [
        MonitorPart(place=place, title=title, line=said.line, state=_worse(said, wrong.get(place)))
        for place, title, said in every
    ]


def _worse(said: _Said, state: SystemState | None) -> SystemState | None:
    return said.state if said.state is SystemState.BROKEN else state or said.state


def _away(line: str) -> _Said:
    return _Said(line, SystemState.BROKEN)


def _not_yet(line: str) -> _Said:
    return _Said(line, None)


def _workers(counted: CountersSnapshot | None) -> _Said:
    if counted is None:
        return _away(_("The counters cannot be read."))
    count = len(counted.workers)
    line = ngettext("%(count)s worker runs.", "%(count)s workers run.", count) % {"count": count}
    return _Said(line) if count else _away(line)


def _queue(snapshot: MonitorSnapshot) -> _Said:
    tubes, counted = snapshot.stores["queue"].answer.value, snapshot.counted.value
    if tubes is None:
        return _away(_("The queue cannot be read."))
    numbers = {
        "ready": sum(tube.ready for tube in tubes),
        "delayed": sum(tube.delayed for tube in tubes),
    }
    # What the verdict counts, which the jobs that are still buried do not say.
    buried = buried_since_an_hour(counted.depths, snapshot.now) if counted else None
    if buried is None:
        return _Said(_("Jobs ready: %(ready)s, delayed: %(delayed)s.") % _with_separators(numbers))
    numbers["buried"] = max(0, buried)
    line = _("Jobs ready: %(ready)s, delayed: %(delayed)s, buried in the last hour: %(buried)s.")
    return _Said(line % _with_separators(numbers))


def _failures(failed: Mapping[str, float] | None) -> _Said:
    if failed is None:
        return _not_yet(_("Nothing was fetched in the last 24 hours."))
    total, own = int(sum(failed.values())), int(failed.get(Outcome.INTERNAL, 0))
    if not total:
        return _Said(_("Nothing failed."))
    # These were fetched: the fault is Newsloom's, not the sites'.
    line = _("Failed: %(count)s, by internal errors: %(own)s.")
    return _Said(line % _with_separators({"count": total, "own": own}))


def _sources(sources: Loaded[SourceCounts]) -> _Said:
    if sources.value is None:
        return _away(_("The database cannot be read."))
    states = sources.value.states
    if not states:
        return _not_yet(_("No sources yet."))
    numbers = {"healthy": states.get(SourceState.HEALTHY, 0), "total": sum(states.values())}
    return _Said(_("%(healthy)s of %(total)s are healthy.") % _with_separators(numbers))


def _silent(silent: SilenceSummary | None) -> _Said:
    if silent is None:
        return _away(_("The counters cannot be read."))
    if not silent.watched:
        return _not_yet(_("No source has published regularly for long enough."))
    line = _("%(count)s of %(total)s sources that publish regularly are silent.")
    return _Said(line % _with_separators({"count": silent.count, "total": silent.watched}))


def _alerts(snapshot: MonitorSnapshot) -> _Said:
    alerts = snapshot.alerts.value
    if not snapshot.alerts_run:
        return _Said(label(RULES, ProblemKind.ALERTS_SILENT))
    if snapshot.alerts.outage:
        return _away(_("The database cannot be read."))
    if alerts is None:
        return _Said(_("The alerts role is running."))
    if alerts.late or alerts.failing:
        numbers = {"late": alerts.late, "failing": len(alerts.failing)}
        return _Said(_("Overdue: %(late)s, failing: %(failing)s.") % _with_separators(numbers))
    return _Said(_("All alerts run on time and are delivered."))


def _stores(snapshot: MonitorSnapshot) -> _Said:
    stores = snapshot.stores.items()
    useless = [name for name, each in stores if each.answer.outage or name in snapshot.unwritable]
    away = [str(STORES[name]) for name in useless]
    if away:
        names = pgettext("list", ", ").join(away)
        return _away(_("Stores that cannot be used: %(stores)s.") % {"stores": names})
    slowest = max(each.milliseconds for each in snapshot.stores.values())
    line = _("All stores answer, the slowest in %(number)s ms.")
    return _Said(line % {"number": number_format(slowest, 0)})


def _backups(snapshot: MonitorSnapshot) -> _Said:
    backups = snapshot.backups.value
    if backups is None:
        return _away(_("The counters cannot be read."))
    if backups.made is None:
        return _not_yet(_("No backup yet."))
    age = backup_age(snapshot.now - backups.made.at)
    return _Said(_("Age of the newest backup: %(age)s.") % {"age": age})


def _machine(machine: Machine) -> _Said:
    values = {
        "memory": f"{machine.memory_used / machine.memory_total:.0%}",
        "disk": f"{machine.disk_used / machine.disk_total:.0%}",
    }
    return _Said(_("Memory used: %(memory)s, disk used: %(disk)s.") % values)


def _with_separators(numbers: Mapping[str, int]) -> dict[str, str]:
    return {name: number_format(number) for name, number in numbers.items()}
