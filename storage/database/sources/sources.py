"""Commands on sources for the command line and web UI; each change writes an audit entry in the
same transaction.

``who`` is the user's name, or the program's if no user is logged in. All commands raise
Unavailable.
"""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count

from storage.channels import channel_names
from storage.database.by_key import to_update
from storage.database.clock import database_now
from storage.database.errors import Invalid, NotFound
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import AuditEntry, Condition, KeywordList, Run, Source
from storage.database.people.audit import entry_of, record_change
from storage.database.port import RunRecord
from storage.database.searches.events import DRIFT_CONDITION
from storage.database.sources.source_config import (
    COLUMNS,
    SourceConfig,
    plain_values,
    source_fields,
    value_of,
)
from storage.database.sources.statuses import enlist, judge_again
from storage.database.sources.validation import (
    FORM_ONLY,
    Checks,
    check_reason,
    check_record,
    name_key,
)
from storage.parts import AT_ONCE, in_parts

# About what one worker reads, so that an import is not one wave before which nothing else has its
# turn.
_ADDED_A_SECOND = 50


@dataclass(frozen=True)
class Rewrite:
    """What a source of ``locked_sources`` becomes. An active source has no ``pause_reason``."""

    source: Source
    draft: SourceConfig
    pause_reason: str


def add_source(draft: SourceConfig, who: str, *, checks: Checks = FORM_ONLY) -> Source:
    """Add a source that is due at once. Raises Invalid with every problem."""
    [source] = add_sources([draft], who, checks=checks)
    return source


def add_sources(
    drafts: Sequence[SourceConfig],
    who: str,
    *,
    checks: Checks = FORM_ONLY,
    action: str = "add",
    batch: str = "",
) -> list[Source]:
    """Add sources, all or none. The first is due at once, the others one after the other, as fast
    as a worker visits them.

    The audit names the ``action``, as a part of the bulk change ``batch``. Raises Invalid with
    every problem of the first draft that has any.
    """
    with transaction.atomic():
        lists = {words.name_key: words for words in KeywordList.objects.all()}
        _check_new(drafts, lists, checks)
        now = database_now()
        sources = [
            Source(**columns(draft), name_key=name_key(draft.name), next_visit=_turn(now, index))
            for index, draft in enumerate(drafts)
        ]
        Source.objects.bulk_create(sources, batch_size=AT_ONCE)
        numbers = _numbers(source.name_key for source in sources)
        for source in sources:
            # MySQL does not tell those of several new rows.
            source.pk = numbers[source.name_key]
        linked, entries = [], []
        for source, draft in zip(sources, drafts, strict=True):
            found = [lists[name_key(name)] for name in draft.keyword_lists]
            linked.append((source, found))
            names = tuple(sorted({words.name for words in found}))
            values = plain_values(source.config(names))
            entries.append(entry_of(who, action, source, after=values, batch=batch))
        _link(linked)
        enlist(sources)
        AuditEntry.objects.bulk_create(entries, batch_size=AT_ONCE)
    return sources


def change_source(
    source_id: int,
    draft: SourceConfig,
    who: str,
    *,
    checks: Checks = FORM_ONLY,
    action: str = "change",
) -> Source:
    """Change the source to what ``draft`` says, under the name ``action`` in the audit.

    A draft that changes nothing writes nothing. The source becomes due now if it was paused or if a
    field with ``starts_visit`` changes. Raises Invalid with every problem, NotFound.
    """
    with transaction.atomic():
        source = _locked(source_id)
        lists = checked_lists(draft, source_id, checks)
        before = source.config()
        for name, value in columns(draft).items():
            setattr(source, name, value)
        source.keyword_lists.set(lists)
        after = source.config()
        if after == before:
            return source
        if after.enabled:
            source.pause_reason = ""
        if _needs_visit(before, after):
            source.next_visit = database_now()
        source.save()
        record_change(who, action, source, before=plain_values(before), after=plain_values(after))
    return source


def change_sources(
    rewrites: Sequence[Rewrite], who: str, *, action: str, batch: str
) -> list[Source]:
    """Change many sources in few statements, as the bulk change ``batch``; return those that
    differ.

    Like ``change_source``, but without checks, and what becomes due does so one after the other, as
    fast as a worker visits it. A name may change only in what its key leaves out. Raises Invalid if
    a keyword list is gone.
    """
    with transaction.atomic():
        lists = {words.name_key: words for words in KeywordList.objects.all()}
        now = database_now()
        changed, entries, linked, due = [], [], [], 0
        for each in rewrites:
            source, before = each.source, each.source.config()
            reason = "" if each.draft.enabled else each.pause_reason
            old = deletion_values(source)
            new = plain_values(each.draft) | {"pause_reason": reason}
            if old == new:
                continue
            for name, value in columns(each.draft).items():
                setattr(source, name, value)
            source.pause_reason = reason
            if _needs_visit(before, each.draft):
                source.next_visit = _turn(now, due)
                due += 1
            if before.keyword_lists != each.draft.keyword_lists:
                linked.append((source, _named_lists(each.draft, lists)))
            entries.append(entry_of(who, action, source, before=old, after=new, batch=batch))
            changed.append(source)
        fields = {name for entry in entries for name in entry.after or {}} & {*COLUMNS}
        # Inserts that update are ten times as fast as a CASE for each value. No other key can meet
        # another row, because names keep their keys.
        Source.objects.bulk_create(
            changed,
            batch_size=AT_ONCE,
            update_conflicts=True,
            update_fields=[*fields, "of_channel", "pause_reason", "changed", "next_visit"],
            unique_fields=to_update("id"),
        )
        link = Source.keyword_lists.through
        link.objects.filter(source__in=[source.pk for source, _ in linked]).delete()
        _link(linked)
        enlist(changed)
        AuditEntry.objects.bulk_create(entries, batch_size=AT_ONCE)
    return changed


def locked_sources(source_ids: Iterable[int]) -> dict[int, Source]:
    """Return those of these sources that exist, by id, locked in the caller's transaction."""
    # Lock in a fixed order: two changes at once must not deadlock.
    rows = Source.objects.select_for_update().filter(pk__in=list(source_ids)).order_by("pk")
    return {source.pk: source for source in rows.prefetch_related("keyword_lists")}


def delete_source(source_id: int, who: str) -> None:
    """Delete the source and its runs; its documents stay. Raises NotFound."""
    with transaction.atomic():
        source = _locked(source_id)
        record_change(who, "delete", source, before=deletion_values(source))
        source.delete()


def deletion_values(source: Source) -> dict[str, Any]:
    """Return everything needed to restore the source."""
    return plain_values(source.config()) | {"pause_reason": source.pause_reason}


def columns(draft: SourceConfig) -> dict[str, Any]:
    """Return the column values of this draft; a separate table holds its keyword lists."""
    values = plain_values(draft) | {"of_channel": dict(draft.of_channel)}
    return {name: values[name] for name in COLUMNS}


def set_enabled(source_id: int, enabled: bool, who: str, reason: str = "") -> Source:
    """Resume the source and make it due now, or pause it for a reason. Raises NotFound, Invalid."""
    problems = list(check_reason(reason))
    if problems:
        raise Invalid(problems)
    with transaction.atomic():
        source = _locked(source_id)
        before = {"enabled": source.enabled, "pause_reason": source.pause_reason}
        after = {"enabled": enabled, "pause_reason": "" if enabled else reason.strip()}
        if after == before:
            return source
        if enabled and not source.enabled:
            source.next_visit = database_now()
        source.enabled, source.pause_reason = enabled, str(after["pause_reason"])
        source.save(update_fields=("enabled", "pause_reason", "next_visit", "changed", "name_key"))
        record_change(who, "resume" if enabled else "pause", source, before=before, after=after)
    return source


def visit_now(source_id: int, who: str) -> None:
    """Make the source due now. Raises NotFound."""
    with transaction.atomic():
        source = _locked(source_id)
        Source.objects.filter(pk=source.pk).update(next_visit=database_now())
        judge_again([source.pk])
        record_change(who, "visit now", source)


def accept_look(source_id: int, who: str) -> None:
    """Take the present look of the source's pages as the usual one: forget that they have changed.

    Raises NotFound.
    """
    with transaction.atomic():
        source = _locked(source_id)
        Condition.objects.filter(key=f"{DRIFT_CONDITION}{source.pk}").delete()
        judge_again([source.pk])
        record_change(who, "accept look", source)


def sources_named(names: Collection[str]) -> list[Source]:
    """Return the sources with exactly these names, of which their keys have an index."""
    keys = sorted({name_key(each) for each in names})
    found: list[Source] = []
    for some in in_parts(keys):
        rows = Source.objects.filter(name_key__in=some)
        found += [row for row in rows if row.name in names]
    return found


def get_source(name: str) -> Source:
    """Return the source with this name; case does not matter. Raises NotFound."""
    source = Source.objects.filter(name_key=name_key(name)).first()
    if source is None:
        raise NotFound("source", name)
    return source


def list_sources() -> list[Source]:
    """Return all sources by name."""
    rows = Source.objects.prefetch_related("keyword_lists")
    # Sort here: databases sort differently.
    return sorted(rows, key=lambda source: (source.name.casefold(), source.pk))


def run_history(source_id: int, count: int, *, skip: int = 0) -> list[RunRecord]:
    """Return the latest runs of the source, newest first, without the newest ``skip``."""
    found = Run.objects.filter(source_id=source_id).order_by("-started", "id")
    return [run.record() for run in found[skip : skip + count]]


def open_runs_of(source_ids: Collection[int]) -> dict[str, int]:
    """Return the runs of these sources that are not finished, each with its source."""
    runs = Run.objects.filter(source__in=source_ids, finished=None).order_by()
    return dict(runs.values_list("pk", "source_id"))


def count_runs(source_id: int) -> int:
    """Return how many runs of the source are kept."""
    return Run.objects.filter(source_id=source_id).count()


def first_run(source_id: int) -> RunRecord | None:
    """Return the oldest run of the source that is kept."""
    run = Run.objects.filter(source_id=source_id).order_by("started", "id").first()
    return run.record() if run else None


def sources_off() -> dict[str, int]:
    """Return how many active sources have a channel that no feature that is on has, by channel:
    they are not read.
    """
    active = Source.objects.filter(enabled=True).order_by("channel")
    found = active.exclude(channel__in=channel_names())
    return dict(found.values_list("channel").annotate(Count("pk")))


def check_draft(
    draft: SourceConfig, source_id: int, *, checks: Checks = FORM_ONLY
) -> list[FieldError]:
    """Return every problem that saving the draft as this source (0: a new one) would have.

    Save nothing.
    """
    others = Source.objects.filter(name_key=name_key(draft.name)).exclude(pk=source_id)
    known = {each.name_key for each in _lists(draft)}
    return _problems(draft, checks, is_taken=others.exists(), known_lists=known)


def checked_lists(draft: SourceConfig, source_id: int, checks: Checks) -> list[KeywordList]:
    """Return the keyword lists that a draft names.

    Raises Invalid with every problem of the draft.
    """
    problems = check_draft(draft, source_id, checks=checks)
    if problems:
        raise Invalid(problems)
    return _lists(draft)


def _problems(
    draft: SourceConfig, checks: Checks, *, is_taken: bool, known_lists: Container[str]
) -> list[FieldError]:
    problems = check_record(draft, checks=checks, keywords_elsewhere=bool(draft.keyword_lists))
    if is_taken:
        problems.append(FieldError("name", draft.name, ErrorCode.NAME_TAKEN))
    for name in draft.keyword_lists:
        if name_key(name) not in known_lists:
            problems.append(FieldError("keyword_lists", name, ErrorCode.KEYWORD_LIST_UNKNOWN))
    return problems


def _check_new(drafts: Sequence[SourceConfig], lists: Container[str], checks: Checks) -> None:
    taken = set(_numbers(name_key(draft.name) for draft in drafts))
    for draft in drafts:
        key = name_key(draft.name)
        problems = _problems(draft, checks, is_taken=key in taken, known_lists=lists)
        if problems:
            raise Invalid(problems)
        taken.add(key)


def _turn(now: datetime, index: int) -> datetime:
    """Return when the source at this place of a bulk change is due."""
    return now + timedelta(seconds=index / _ADDED_A_SECOND)


def _numbers(keys: Iterable[str]) -> dict[str, int]:
    """Return the ids of the sources whose names have these keys, by key."""
    asked = list(keys)
    found: dict[str, int] = {}
    for some in in_parts(asked):
        rows = Source.objects.filter(name_key__in=some)
        found.update(rows.values_list("name_key", "pk"))
    return found


def _link(found: Iterable[tuple[Source, Iterable[KeywordList]]]) -> None:
    """Give new sources their keyword lists."""
    link = Source.keyword_lists.through
    rows = []
    for source, lists in found:
        # A source may name one list twice.
        numbers = {words.pk for words in lists}
        rows += [link(source_id=source.pk, keywordlist_id=number) for number in numbers]
    link.objects.bulk_create(rows, batch_size=AT_ONCE)


def _named_lists(draft: SourceConfig, lists: Mapping[str, KeywordList]) -> list[KeywordList]:
    for name in draft.keyword_lists:
        if name_key(name) not in lists:
            raise Invalid([FieldError("keyword_lists", name, ErrorCode.KEYWORD_LIST_UNKNOWN)])
    return [lists[name_key(name)] for name in draft.keyword_lists]


def _lists(draft: SourceConfig) -> list[KeywordList]:
    return list(KeywordList.objects.filter(name_key__in=map(name_key, draft.keyword_lists)))


def _locked(source_id: int) -> Source:
    source = Source.objects.select_for_update().filter(pk=source_id).first()
    if source is None:
        raise NotFound("source", source_id)
    return source


def _needs_visit(before: SourceConfig, after: SourceConfig) -> bool:
    if after.enabled and not before.enabled:
        return True
    decisive = [name for name, field in source_fields().items() if field.rules.starts_visit]
    return any(value_of(before, name) != value_of(after, name) for name in decisive)
