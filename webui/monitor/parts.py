"""The parts of the monitor, each at its place: what is in order is one line to unfold, what is not
is open.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scheduler.queue.port import TubeStats
from storage.outcomes import Outcome
from watch.labels import RULES, label
from watch.sources.source_health import SourceState
from watch.sources.summaries import SilenceSummary
from watch.system.problem_sentences import STORES, backup_age
from watch.system.snapshot import CountersSnapshot, Machine, MonitorSnapshot
from watch.system.system_health import ProblemKind, SystemState
from webui.monitor.health_messages import STATES


@dataclass(frozen=True, kw_only=True)
class MonitorPart:
    """One part.

    ``place`` is its id, ``line`` what it says while it is folded, ``template`` shows the rest.
    ``state`` is how it is.
    """

    place: str
    title: str
    line: str
    state: SystemState

    @property
    def is_wrong(self) -> bool:
        """Return whether somebody should look."""
        return self.state is not SystemState.HEALTHY

    @property
    def state_name(self) -> str:
        """What the state is called."""
        return label(STATES, self.state)

    @property
    def template(self) -> str:
        """The name of the template of its content."""
        return f"monitor/monitor_{self.place}.html"


def parts(
    snapshot: MonitorSnapshot,
    wrong: Mapping[str, SystemState],
    failed: Mapping[str, float] | None,
) -> list[MonitorPart]:
    """Return the parts, always in the same order.

    ``wrong`` are the places that the reasons of the verdict lead to, each with the worst state.

    ``failed`` are the failed pages and lists of the last day by outcome, None if nothing is known.
    """
    counted, sources = snapshot.counted.value, snapshot.sources.value
    states = sources.states if sources else None
    tubes = snapshot.stores["queue"].answer.value
    every = [
        ("workers", _("Workers"), _workers(counted), not counted or not counted.workers),
        ("queue", _("Queue"), _queue(tubes), tubes is None),
        ("errors", _("Failures, last 24 hours"), _failures(failed), False),
        ("sources", _("Sources"), _sources(states), False),
        (
            "silent",
            _("Silent sources"),
            _silent(snapshot.silent.value),
            bool(snapshot.silent.outage),
        ),
        ("alerts", _("Alerts"), _alerts(snapshot), bool(snapshot.alerts.outage)),
        (
            "stores",
            _("Servers"),
            _stores(snapshot),
            any(each.answer.outage for each in snapshot.stores.values()),
        ),
        ("backups", _("Backups"), _backups(snapshot), bool(snapshot.backups.outage)),
        ("machine", _("Memory and disk"), _machine(snapshot.machine), False),
    ]
    return [
        MonitorPart(
            place=place,
            title=title,
            line=line,
            state=SystemState.BROKEN if is_away else wrong.get(place, SystemState.HEALTHY),
        )
        for place, title, line, is_away in every
    ]


def _workers(counted: CountersSnapshot | None) -> str:
    if counted is None:
        return _("The counters cannot be read.")
    count = len(counted.workers)
    return ngettext("%(count)s worker runs.", "%(count)s workers run.", count) % {"count": count}


def _queue(tubes: Sequence[TubeStats] | None) -> str:
    if tubes is None:
        return _("The queue cannot be read.")
    numbers = {
        "ready": sum(tube.ready for tube in tubes),
        "delayed": sum(tube.delayed for tube in tubes),
    }
    shown = {name: number_format(number) for name, number in numbers.items()}
    return _("Jobs ready: %(ready)s, delayed: %(delayed)s.") % shown


def _failures(failed: Mapping[str, float] | None) -> str:
    if failed is None:
        return _("Nothing was fetched in the last 24 hours.")
    total, own = int(sum(failed.values())), int(failed.get(Outcome.INTERNAL, 0))
    counts = {"count": number_format(total), "own": number_format(own)}
    if not total:
        return _("Nothing failed.")
    # These were fetched: the fault is Newsloom's, not the sites'.
    return _("Failed: %(count)s, by internal errors: %(own)s.") % counts


def _sources(states: Mapping[SourceState, int] | None) -> str:
    if not states:
        return _("No sources yet.")
    values = {"healthy": states.get(SourceState.HEALTHY, 0), "total": sum(states.values())}
    return _("%(healthy)s of %(total)s are healthy.") % {
        name: number_format(each) for name, each in values.items()
    }


def _silent(silent: SilenceSummary | None) -> str:
    if silent is None:
        return _("The counters cannot be read.")
    values = {"count": number_format(silent.count), "total": number_format(silent.watched)}
    return _("%(count)s of %(total)s sources that publish regularly are silent.") % values


def _alerts(snapshot: MonitorSnapshot) -> str:
    alerts = snapshot.alerts.value
    if not snapshot.alerts_run:
        return label(RULES, ProblemKind.ALERTS_SILENT)
    if alerts is None:
        return _("The database cannot be read.")
    if alerts.late or alerts.failing:
        values = {"late": number_format(alerts.late), "failing": number_format(len(alerts.failing))}
        return _("Overdue: %(late)s, failing: %(failing)s.") % values
    return _("All alerts run on time and are delivered.")


def _stores(snapshot: MonitorSnapshot) -> str:
    away = [str(STORES[name]) for name, each in snapshot.stores.items() if each.answer.outage]
    if away:
        return _("Stores that cannot be used: %(stores)s.") % {
            "stores": pgettext("list", ", ").join(away)
        }
    slowest = max(each.milliseconds for each in snapshot.stores.values())
    return _("All stores answer, the slowest in %(number)s ms.") % {
        "number": number_format(slowest, 0)
    }


def _backups(snapshot: MonitorSnapshot) -> str:
    backups = snapshot.backups.value
    if backups is None:
        return _("The counters cannot be read.")
    if backups.made is None:
        return _("No backup yet.")
    age = backup_age(snapshot.now - backups.made.at)
    return _("Age of the newest backup: %(age)s.") % {"age": age}


def _machine(machine: Machine) -> str:
    values = {
        "memory": f"{machine.memory_used / machine.memory_total:.0%}",
        "disk": f"{machine.disk_used / machine.disk_total:.0%}",
    }
    return _("Memory used: %(memory)s, disk used: %(disk)s.") % values
