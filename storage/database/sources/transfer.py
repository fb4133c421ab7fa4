"""Import and export sources as OPML and CSV: read a file to a plan, review it, then apply it in one
transaction.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice
from typing import Any

from django.db import transaction

from hooks.process import features
from storage.channels import channel_names
from storage.database.errors import Invalid, NotFound
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import KeywordList
from storage.database.sources.bulk import Edited, new_batch
from storage.database.sources.cells import BadCell, read_cell
from storage.database.sources.csv_file import csv_rows, write_csv
from storage.database.sources.known_sources import (
    KnownFeed,
    KnownSource,
    addresses_by_key,
    feeds_at,
    sources_by_key,
)
from storage.database.sources.opml_file import opml_rows, write_opml
from storage.database.sources.rows import FileRow, RowError, RowWarning, Unreadable
from storage.database.sources.source_config import SourceConfig, with_values
from storage.database.sources.sources import (
    Rewrite,
    add_sources,
    change_sources,
    locked_sources,
)
from storage.database.sources.validation import (
    FORM_ONLY,
    NAME_LENGTH,
    Checks,
    check_record,
    name_key,
)
from storage.keys import place_of

__all__ = [
    "ChangedSource",
    "ImportPlan",
    "RowError",
    "apply_plan",
    "read_csv",
    "read_opml",
    "with_number",
    "write_csv",
    "write_opml",
]

MAX_ROWS = 20_000
"""The most rows of a file, good and bad ones."""
IMPORTED = "import"
"""The action of the entries that an import writes."""
_NUMBERS_AT_ONCE = 50
_Reading = tuple[str, tuple[str, ...]]
"""An address, in whatever form, and patterns."""
_BLANK = SourceConfig(name="", channel="", address="")


@dataclass(frozen=True)
class ChangedSource:
    """A stored source that differs from the one in the file."""

    source_id: int
    before: SourceConfig
    after: SourceConfig


@dataclass(frozen=True)
class RepeatedName:
    """A line whose name stands in an earlier line too, as the titles of feeds often do.

    Attributes:
        line, first_line: The two lines.
        name: The name in the file.
        draft: The source under a numbered name, to be added if the operator wants it. None if
            there is nothing to add: the earlier line has the same address, or it was added before.
    """

    line: int
    first_line: int
    name: str
    draft: SourceConfig | None


@dataclass(frozen=True)
class KnownAddress:
    """A line whose address is watched already, in whatever form, under another name.

    Attributes:
        line: The line.
        draft: The source in the file, to be added if the operator wants it.
        known_as: The name of the stored source or of the earlier line's.
    """

    line: int
    draft: SourceConfig
    known_as: str


@dataclass(frozen=True)
class ImportPlan:
    """What an import would do.

    A line with an error is only in ``errors``, one with a known name in ``repeated``, one with a
    known address under another name in ``known``.

    ``warnings`` says what is left out of the file. ``lines`` has the line number of each source in
    the file, by the key of its name.
    """

    new: list[SourceConfig] = field(default_factory=list)
    changed: list[ChangedSource] = field(default_factory=list)
    unchanged: list[SourceConfig] = field(default_factory=list)
    repeated: list[RepeatedName] = field(default_factory=list)
    known: list[KnownAddress] = field(default_factory=list)
    errors: list[RowError] = field(default_factory=list)
    warnings: list[RowWarning] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict, compare=False)

    def line_of(self, draft: SourceConfig) -> int:
        """Return the line number in the file of a source of this plan."""
        return self.lines[name_key(draft.name)]

    def addable_known(self) -> list[SourceConfig]:
        """Return the sources with a known address whose names no other line has."""
        by_key: dict[str, SourceConfig] = {}
        for each in self.known:
            by_key.setdefault(name_key(each.draft.name), each.draft)
        return [draft for key, draft in by_key.items() if key not in self.lines]


def read_opml(data: bytes, *, checks: Checks = FORM_ONLY) -> ImportPlan:
    """Compare an OPML file with the stored sources. Save nothing; ``errors`` has every problem."""
    return _plan(opml_rows(data), checks)


def read_csv(data: bytes, *, checks: Checks = FORM_ONLY) -> ImportPlan:
    """Compare a CSV file with the stored sources. Save nothing; ``errors`` has every problem.

    Sources are matched by name. If the file lacks a column, stored sources keep their values.
    """
    return _plan(csv_rows(data), checks)


def apply_plan(
    plan: ImportPlan,
    who: str,
    *,
    partly: bool = False,
    numbered: bool = False,
    known: bool = False,
    checks: Checks = FORM_ONLY,
) -> Edited:
    """Save all new and changed sources or none, as a bulk change; return how many were saved.

    Args:
        plan: The plan.
        who: The user's name.
        partly: Save what has no error.
        numbered: Add lines with a repeated name too, under numbered names.
        known: Add lines too whose address another source has.
        checks: The rules for drafts.

    Raises:
        Invalid: if the plan has errors and ``partly`` is not set, which saves the rest; or if a
            source was changed after the plan was made.
        NotFound: if a source was deleted after the plan was made.
    """
    if plan.errors and not partly:
        raise Invalid([FieldError("file", "", ErrorCode.FILE, {"row": row}) for row in plan.errors])
    if numbered:
        more = [each.draft for each in plan.repeated if each.draft]
    else:
        more = []
    if known:
        more += plan.addable_known()
    batch = new_batch()
    with transaction.atomic():
        # In one transaction: half an import could not be told from a whole one.
        added = add_sources([*plan.new, *more], who, checks=checks, action=IMPORTED, batch=batch)
        rewrites = _rewrites(plan.changed)
        changed = change_sources(rewrites, who, action=IMPORTED, batch=batch)
    return Edited(sources=len(added) + len(changed), batch=batch)


def _rewrites(changes: Sequence[ChangedSource]) -> list[Rewrite]:
    sources = locked_sources(change.source_id for change in changes)
    found = []
    for change in changes:
        source = sources.get(change.source_id)
        if source is None:
            raise NotFound("source", change.before.name)
        if source.config() != change.before:
            raise Invalid([FieldError("name", change.before.name, ErrorCode.SOURCE_CHANGED)])
        found.append(Rewrite(source, change.after, source.pause_reason))
    return found


def _plan(rows: Iterator[FileRow | RowError | RowWarning], checks: Checks) -> ImportPlan:
    try:
        read = list(islice(rows, MAX_ROWS + 1))
        if len(read) > MAX_ROWS:
            raise Unreadable(read[-1].line, ErrorCode.FILE_TOO_LONG, limit=MAX_ROWS)
    except Unreadable as error:
        return ImportPlan(errors=[error.error])
    cells = [row.cells for row in read if isinstance(row, FileRow)]
    lists = {words.name_key: words.name for words in KeywordList.objects.all()}
    planner = _Planner(
        sources_by_key(name_key(each["name"]) for each in cells),
        feeds_at(each["address"] for each in cells if "address" in each),
        lists,
        checks,
    )
    for row in read:
        planner.place(row)
    plan = planner.plan
    plan.warnings.extend(_kept_while_off(plan))
    if not plan.lines and not plan.errors and not plan.known:
        # There is nothing to import. If lines were left out, their reasons say why.
        left_out = [RowError(each.line, each.problem) for each in plan.warnings if each.is_row]
        empty = RowError(1, FieldError("", "", ErrorCode.FILE_WITHOUT_SOURCES))
        plan.errors.extend(left_out or [empty])
    return plan


def _kept_while_off(plan: ImportPlan) -> Iterator[RowWarning]:
    """Return that unchanged sources of channels that are off here are kept, if there are any."""
    off = {draft.channel: plan.line_of(draft) for draft in reversed(plan.unchanged)}
    for known in channel_names():
        off.pop(known, None)
    if off:
        params = {
            "channels": ", ".join(sorted(off)),
            "off": ", ".join(features().off_with_channels()),
        }
        yield RowWarning(min(off.values()), FieldError("", "", ErrorCode.CHANNELS_OFF, params))


class _Planner:
    """Sorts each row into the plan, by comparing it with its stored source."""

    def __init__(
        self,
        known: Mapping[str, KnownSource],
        feeds: Iterable[KnownFeed],
        lists: Mapping[str, str],
        checks: Checks,
    ) -> None:
        self.plan = ImportPlan()
        self._known = known
        self._lists = lists
        self._checks = checks
        self._places: dict[int, str] = {}  # the addresses by line
        self._new_places: dict[str, int] = {}  # in the plan, by the key of the name
        self._names: dict[_Reading, str] = {}
        for feed in feeds:
            if reading := _reading("feed", feed.address, feed.patterns):
                self._names[reading] = feed.name
        self._addresses: dict[str, str] = {}  # of stored sources, by keys of numbered names

    def place(self, row: FileRow | RowError | RowWarning) -> None:
        if isinstance(row, RowWarning):
            self.plan.warnings.append(row)
            return
        if isinstance(row, RowError):
            self.plan.errors.append(row)
            return
        source = self._known.get(name_key(row.cells["name"]))
        before = source.config if source else None
        draft, errors = _draft(row, before)
        if name_key(draft.name) in self.plan.lines:
            self._place_again(row, self.plan.lines[name_key(draft.name)])
            return
        if source is None and not errors and self._is_known(row, draft):
            return
        self.plan.lines[name_key(draft.name)] = row.line
        self._places[row.line] = place_of(draft.address)
        if not errors:
            draft = replace(draft, keyword_lists=self._known_lists(draft))
            if draft == before:
                # Not checked: it is kept, whatever is on or allowed here by now.
                self.plan.unchanged.append(draft)
                return
            errors = [RowError(row.line, problem) for problem in self._problems(draft)]
        if errors:
            self.plan.errors.extend(errors)
        elif source is None:
            self._add(draft)
        else:
            self.plan.changed.append(ChangedSource(source.source_id, source.config, draft))

    def _add(self, draft: SourceConfig) -> None:
        self._new_places[name_key(draft.name)] = len(self.plan.new)
        self.plan.new.append(draft)
        if reading := _reading(draft.channel, draft.address, draft.patterns):
            self._names[reading] = draft.name

    def _is_known(self, row: FileRow, draft: SourceConfig) -> bool:
        """Return whether the feed of a line is watched already under another name; note the
        line.
        """
        reading = _reading(draft.channel, draft.address, draft.patterns)
        known_as = self._names.get(reading) if reading else None
        if known_as is None:
            return False
        draft = replace(draft, keyword_lists=self._known_lists(draft))
        if problems := list(self._problems(draft)):
            self.plan.errors.extend(RowError(row.line, problem) for problem in problems)
            return True
        self.plan.known.append(KnownAddress(row.line, draft, known_as))
        self._add_folders(row, known_as)
        return True

    def _add_folders(self, row: FileRow, name: str) -> None:
        """Give a new source the folders of a further line, too."""
        if (place := self._new_places.get(name_key(name))) is None:
            return
        new, folders = self.plan.new[place], read_cell("tags", row.for_new.get("tags", ""))
        both = replace(new, tags=tuple(dict.fromkeys((*new.tags, *folders))))
        if not any(self._problems(both)):
            self.plan.new[place] = both

    def _place_again(self, row: FileRow, first: int) -> None:
        """Place a line whose name stands in line ``first`` too, under the first free name with a
        number.
        """
        draft, errors = _draft(row, None)
        draft = replace(draft, keyword_lists=self._known_lists(draft))
        errors += [RowError(row.line, problem) for problem in self._problems(draft)]
        if errors:
            self.plan.errors.extend(errors)
            return
        free_name = ""
        if place_of(draft.address) != self._places[first]:
            free_name = self._free_name(draft, row.line)
        if free_name:
            numbered = replace(draft, name=free_name)
        else:
            # OPML names a feed once in each of its folders.
            numbered = None
            self._add_folders(row, draft.name)
        self.plan.repeated.append(RepeatedName(row.line, first, draft.name, numbered))

    def _free_name(self, draft: SourceConfig, line: int) -> str:
        """Return the name with the least number that is free, or "" if its address already has one
        of them.
        """
        place = place_of(draft.address)
        for number in count(2):
            name = with_number(draft.name, number)
            key = name_key(name)
            if key in self.plan.lines:
                taken_by = self._places[self.plan.lines[key]]
            elif known := self._address_of(draft.name, number):
                taken_by = place_of(known)
            else:
                self.plan.lines[key], self._places[line] = line, place
                return name
            if taken_by == place:
                break
        return ""

    def _address_of(self, name: str, number: int) -> str:
        """Return the address of the stored source with this name and number, "" without one."""
        key = name_key(with_number(name, number))
        if key not in self._addresses:
            some = range(number, number + _NUMBERS_AT_ONCE)
            keys = [name_key(with_number(name, each)) for each in some]
            self._addresses |= dict.fromkeys(keys, "") | addresses_by_key(keys)
        return self._addresses[key]

    def _known_lists(self, draft: SourceConfig) -> tuple[str, ...]:
        """Return the lists in stored spelling and order, so that only a real difference counts as a
        change.
        """
        stored = {self._lists.get(name_key(name), name) for name in draft.keyword_lists}
        return tuple(sorted(stored))

    def _problems(self, draft: SourceConfig) -> Iterator[FieldError]:
        elsewhere = bool(draft.keyword_lists)
        yield from check_record(draft, checks=self._checks, keywords_elsewhere=elsewhere)
        for name in draft.keyword_lists:
            if name_key(name) not in self._lists:
                yield FieldError("keyword_lists", name, ErrorCode.KEYWORD_LIST_UNKNOWN)


def _reading(channel: str, address: str, patterns: tuple[str, ...]) -> _Reading | None:
    """Return what two sources of one feed share, in whatever form their addresses are; None for
    other channels, whose sources may read one address in several ways.
    """
    place = place_of(address) if channel == "feed" else ""
    return (place, patterns) if place else None


def with_number(name: str, number: int) -> str:
    """Return "Name (2)" for "Name", shortened to the length that a name may have."""
    suffix = f" ({number})"
    return f"{name[: NAME_LENGTH - len(suffix)].rstrip()}{suffix}"


def _draft(row: FileRow, before: SourceConfig | None) -> tuple[SourceConfig, list[RowError]]:
    values: dict[str, Any] = {}
    errors = []
    cells = row.cells if before else {**row.for_new, **row.cells}
    for name, text in cells.items():
        try:
            values[name] = read_cell(name, text)
        except BadCell as error:
            problem = FieldError(name, "", error.code, error.params)
            errors.append(RowError(row.line, problem))
    return with_values(before or _BLANK, values), errors
