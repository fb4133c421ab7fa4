"""Sources with their health, and the commands that change them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from storage.database.field_errors import FieldError
from storage.database.models import AuditEntry, KeywordList, Source
from storage.database.people.audit import EntryFilter, entries
from storage.database.port import RunRecord, SourceRecord
from storage.database.sources import sources
from storage.database.sources.added_words import added_words
from storage.database.sources.source_config import SourceConfig, attributes
from storage.findings.signs import FailedAttempt, RecentFailure
from storage.keys import host_of
from watch.events.upkeep import judge_for_page
from watch.loading import Loaded, load
from webui.apps import stores
from webui.sources.days import SourceDays
from webui.sources.failures import RepeatedFailure, each_once
from webui.sources.services.budget import BudgetToday, budget_today
from webui.sources.services.checks import checks
from webui.sources.services.table import days_of, row_of
from webui.sources.table import SourceRow

# In so many of the latest runs the last error is looked for.
_RUNS_LOOKED_AT = 50
_CHANGES_SHOWN = 5
# How many entries to search for the pause: later entries are changes of a paused source.
_PAUSE_LOOKED_FOR = 50
# The crawl delay of a site may be this long.
_USUAL_SECONDS = 60.0


@dataclass(frozen=True, kw_only=True)
class SourceDetail:
    """A source with its visits.

    Counters and recent failures come from another store, which may not answer.

    ``pause`` is the entry that paused it, if the history has it. ``closed_until`` is the time until
    which its host is not asked, if that is longer than its pace explains: the site has asked to
    wait, or has refused several pages. ``budget`` is None without a limit.
    """

    row: SourceRow
    runs: Sequence[RunRecord]
    outcomes: Loaded[dict[str, int]]
    days: Loaded[SourceDays]
    recent_failures: Loaded[list[RepeatedFailure]]
    changes: Sequence[AuditEntry]
    pause: AuditEntry | None
    closed_until: datetime | None = None
    budget: BudgetToday | None = None


def get_source(source_id: int) -> Source | None:
    """Return the source, or None."""
    return Source.objects.prefetch_related("keyword_lists").filter(pk=source_id).first()


def recent_failures(source: Source) -> list[RecentFailure]:
    """Return the failures and rejections of a source's pages and the latest failed attempt to read
    a list of it, the newest first.

    Raises Unavailable.
    """
    findings = stores().findings()
    found = findings.recent_failures(source.pk)
    attempts, _reports = findings.list_attempts_and_reports([source.pk])
    if attempt := attempts.get(source.pk):
        found = [*found, _failure_of(attempt)]
    return sorted(found, key=lambda failure: failure.at, reverse=True)


def _failure_of(attempt: FailedAttempt) -> RecentFailure:
    detail = _("Attempt %(number)d of %(most)d: %(detail)s") % {
        "number": attempt.number,
        "most": attempt.most,
        "detail": attempt.detail,
    }
    return RecentFailure(url=attempt.url, outcome=attempt.outcome, detail=detail, at=attempt.at)


def describe(source: Source) -> SourceDetail:
    """Return all details of a source."""
    runs = sources.run_history(source.pk, _RUNS_LOOKED_AT)
    counters = stores().counters
    changes = entries(
        _PAUSE_LOOKED_FOR, wanted=EntryFilter(kind="source", subject_id=str(source.pk))
    )
    return SourceDetail(
        row=row_of(source, runs, timezone.now()),
        runs=runs,
        outcomes=load(lambda: counters().source_outcomes(source.pk)),
        days=load(lambda: days_of([source], datetime.now(UTC).date())[source.pk]),
        recent_failures=load(lambda: each_once(recent_failures(source))),
        changes=changes[:_CHANGES_SHOWN],
        pause=None if source.enabled else next(filter(_paused, changes), None),
        closed_until=_closed_until(source),
        budget=load(lambda: budget_today(source, timezone.now())).value,
    )


def _closed_until(source: Source) -> datetime | None:
    seconds = load(lambda: stores().pace().closed_for(host_of(source.address))).value or 0.0
    usual = max(_USUAL_SECONDS, 2 * source.pace_seconds)
    if seconds > usual:
        return timezone.now() + timedelta(seconds=seconds)
    return None


def check(draft: SourceConfig, source_id: int) -> list[FieldError]:
    """Return every problem that saving the draft as this source (0: a new one) would meet."""
    return sources.check_draft(draft, source_id, checks=checks())


def add(draft: SourceConfig, who: str) -> Source:
    """Add a source; raises Invalid."""
    return sources.add_source(draft, who, checks=checks())


def change(source_id: int, draft: SourceConfig, who: str, *, action: str = "change") -> Source:
    """Change the source to what the draft says; raises Invalid and NotFound.

    ``action`` is for its history.
    """
    return sources.change_source(source_id, draft, who, checks=checks(), action=action)


def full_record(draft: SourceConfig) -> SourceRecord:
    """Return the draft as a worker sees it, with the keywords of its lists."""
    shared = list(KeywordList.objects.filter(name__in=draft.keyword_lists).order_by("name"))
    added = added_words(each.pk for each in shared)
    words = [word for each in shared for word in each.searched_words(added)]
    keywords = tuple(dict.fromkeys([*draft.keywords, *words]))
    return SourceRecord(id=0, **(attributes(draft) | {"keywords": keywords}))


def delete(source_id: int, who: str) -> None:
    """Delete the source and its runs; its documents stay. Raises NotFound."""
    sources.delete_source(source_id, who)


def pause(source_id: int, who: str, reason: str) -> Source:
    """Pause the source. Raises NotFound, Invalid."""
    paused = sources.set_enabled(source_id, False, who, reason)
    judge_for_page(stores(), [source_id])
    return paused


def resume(source_id: int, who: str) -> Source:
    """Resume the source. Raises NotFound."""
    resumed = sources.set_enabled(source_id, True, who)
    judge_for_page(stores(), [source_id])
    return resumed


def visit_now(source_id: int, who: str) -> None:
    """Make the source due now. Raises NotFound."""
    sources.visit_now(source_id, who)


def has_sources() -> bool:
    """Return whether there is any source."""
    return Source.objects.exists()


def all_drafts() -> list[SourceConfig]:
    """Return all sources for an export."""
    found = sources.list_sources()
    return [source.config() for source in found]


def keyword_list_names() -> list[str]:
    """Return the names of the keyword lists."""
    return list(KeywordList.objects.order_by("name").values_list("name", flat=True))


def _paused(entry: AuditEntry) -> bool:
    return (entry.after or {}).get("enabled") is False
