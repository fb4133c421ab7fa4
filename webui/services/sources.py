"""Sources with their health, and every change an operator makes to them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import F, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from storage.configuration import sources
from storage.configuration.audit import entries
from storage.configuration.connection import translated
from storage.configuration.draft import SourceDraft
from storage.configuration.models import AuditEntry, KeywordList, Run, Source
from storage.configuration.port import RunRecord, SourceRecord
from storage.configuration.validation import Problem
from storage.stats.port import Sample
from webui.apps import ports
from webui.health import Verdict, Visits, judge
from webui.outages import Part, part
from webui.services.patterns import checks

_RUNS_JUDGED = 3
_RUNS_SHOWN = 50
_CHANGES_SHOWN = 10


@dataclass(frozen=True, kw_only=True)
class SourceRow:
    """A source as the list shows it. ``last_run`` is None before the first visit."""

    source: Source
    verdict: Verdict
    last_run: RunRecord | None


@dataclass(frozen=True, kw_only=True)
class SourceDetail:
    """A source with its visits; counters and samples come from another store that may be away."""

    row: SourceRow
    runs: Sequence[RunRecord]
    outcomes: Part[dict[str, int]]
    samples: Part[list[Sample]]
    changes: Sequence[AuditEntry]


def find_sources(*, enabled: bool | None, channel: str, text: str) -> list[Source]:
    """Return the sources that fit, by name."""
    return sources.list_sources(enabled=enabled, channel=channel, text=text)


def with_health(found: Sequence[Source]) -> list[SourceRow]:
    """Return these sources with what their latest visits say of them."""
    runs = _latest_runs([source.pk for source in found])
    return [_row(source, runs.get(source.pk, [])) for source in found]


def get_source(source_id: int) -> Source | None:
    """Return the source, or None."""
    with translated():
        return Source.objects.prefetch_related("keyword_lists").filter(pk=source_id).first()


def describe(source: Source) -> SourceDetail:
    """Return all there is to know of a source."""
    runs = sources.run_history(source.pk, _RUNS_SHOWN)
    stats = ports().stats
    return SourceDetail(
        row=_row(source, runs[:_RUNS_JUDGED]),
        runs=runs,
        outcomes=part(lambda: stats().source_outcomes(source.pk)),
        samples=part(lambda: stats().samples(source.pk)),
        changes=entries(_CHANGES_SHOWN, kind="source", subject_id=str(source.pk)),
    )


def check(draft: SourceDraft) -> list[Problem]:
    """Return every problem that saving would meet."""
    return sources.check_draft(draft, draft.id, checks=checks())


def save(draft: SourceDraft, who: str) -> Source:
    """Add the draft, or change the source of its id; raises Invalid and NotFound."""
    if draft.id:
        return sources.change_source(draft.id, draft, who, checks=checks())
    return sources.add_source(draft, who, checks=checks())


def full_record(draft: SourceDraft) -> SourceRecord:
    """Return the draft as a worker would see it: with the keywords of its lists."""
    with translated():
        shared = KeywordList.objects.filter(name__in=draft.keyword_lists).order_by("name")
        words = [word for each in shared for word in each.keywords]
    return replace(draft, keywords=tuple(dict.fromkeys([*draft.keywords, *words])))


def delete(source_id: int, who: str) -> None:
    """Delete the source and its runs; its documents stay. Raises NotFound."""
    sources.delete_source(source_id, who)


def set_enabled(source_id: int, enabled: bool, who: str) -> Source:
    """Resume or pause; raises NotFound."""
    return sources.set_enabled(source_id, enabled, who)


def visit_now(source_id: int, who: str) -> None:
    """Make the source due now; raises NotFound."""
    sources.visit_now(source_id, who)


def all_drafts() -> list[SourceDraft]:
    """Return every source as it is exported."""
    found = sources.list_sources()
    return [source.draft() for source in found]


def keyword_list_names() -> list[str]:
    """Return the names of the keyword lists."""
    with translated():
        return list(KeywordList.objects.order_by("name").values_list("name", flat=True))


def _row(source: Source, runs: Sequence[RunRecord]) -> SourceRow:
    visits = Visits(
        enabled=source.enabled, interval_seconds=source.interval_seconds, next_visit=source.next_visit, runs=runs
    )
    return SourceRow(source=source, verdict=judge(visits, timezone.now()), last_run=runs[0] if runs else None)


def _latest_runs(source_ids: Iterable[int]) -> Mapping[int, list[RunRecord]]:
    """Return the few latest runs of each source, newest first, in one query."""
    place = Window(RowNumber(), partition_by=F("source_id"), order_by=[F("started").desc(), F("id")])
    found: dict[int, list[RunRecord]] = defaultdict(list)
    with translated():
        rows = Run.objects.filter(source_id__in=list(source_ids)).annotate(place=place).filter(place__lte=_RUNS_JUDGED)
        for run in rows.order_by("source_id", "place"):
            found[run.source_id].append(run.record())
    return found
