"""What documents are counted, filtered and sorted by, as arrays in memory, beside the tables of a
SQLite file.

SQLite reads a row in about a microsecond, and most searches count a large share of all documents.
Here a count is a few passes over short arrays: a million documents take some ten milliseconds and
about 70 MB.

The arrays are brought up to date at the beginning of each search: new documents have greater
numbers, and the table ``changed`` names those that were replaced, changed or removed, by whatever
process. Only if that table has forgotten some, everything is read again.
"""

import json
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from storage.documents.port import EXACT_FACETS, NAME_KINDS
from storage.documents.records import facet_value

Integers: TypeAlias = NDArray[np.signedinteger[Any]]

# The values that a document has several of, by field. They are read when somebody first needs them:
# a document has a dozen names, but most processes count none. The signs + keep SQLite from looking
# through all names of a kind for those of a few documents.
_NAMES = (
    "SELECT name, group_concat(number) FROM name WHERE +kind = '%s' AND {} "
    "GROUP BY name COLLATE BINARY"
)
_LISTS = {
    "tag": "SELECT tag, group_concat(number) FROM tag WHERE {} GROUP BY tag",
    **{kind: _NAMES % kind for kind in ("author", *NAME_KINDS)},
}
_MIN_SIZE = 1024
_MAX_REMEMBERED = 4
# The greatest number ever given to a document, the last change, the version of the text index, and
# the first change that is still known.
_STATE = """
SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'entry'), 0),
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'changed'), 0),
    (SELECT analysis FROM word_index WHERE name = 'words'),
    coalesce((SELECT min(sequence) FROM changed), 0)
"""
# What ``Document.group`` says of articles that share their text, and of threads with several pages:
# of all their pages, for a later page makes its first one a part of a group. Only with thread != ''
# does SQLite use the index of threads.
_GROUPS = """
SELECT number, shared FROM entry WHERE shared != '' AND thread = '' AND {0}
UNION ALL SELECT number, thread FROM entry WHERE
    thread != '' AND thread IN (
        SELECT thread FROM entry AS later WHERE later.thread != '' AND later.id != later.thread
        AND later.thread IN (SELECT thread FROM entry WHERE thread != '' AND {0})
    )
"""
# One long text of numbers is read much faster than as many rows.
_ENTRIES = """
SELECT group_concat(number), group_concat(recency), group_concat(collected), group_concat(facet)
FROM entry WHERE {}
"""
_CHANGED = "SELECT DISTINCT number FROM changed WHERE sequence > ? AND number <= ?"
_NEW = "number > ?"
_LISTED = "number IN (SELECT value FROM json_each(?))"


@dataclass(frozen=True, kw_only=True)
class FacetNames:
    """The texts of the exact fields.

    ``codes`` has the code of each combination, ``values`` the text of a code, and ``places`` the
    code of a text.
    """

    codes: dict[str, Integers]
    values: dict[str, list[str]]
    places: dict[str, dict[str, int]]


@dataclass(frozen=True, kw_only=True)
class ListedValues:
    """Pairs of a document's number and the code of one of its values.

    ``texts`` has the text of a code, ``places`` the code of a text.
    """

    numbers: Integers
    codes: Integers
    texts: Sequence[str]
    places: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Columns:
    """The arrays, indexed by the number of a document.

    ``facet`` is 0 for numbers without a document. ``group`` is the same positive number for
    documents that are one hit, and 0 for those that are in no group with others. ``lists`` returns
    the values of a field of which a document may have several.
    """

    recency: Integers
    collected: Integers
    facet: Integers
    group: Integers
    names: FacetNames
    lists: Callable[[str], "ListedValues"]
    state: tuple[int, ...]
    recent: dict[tuple[object, ...], Integers]

    def all(self) -> Integers:
        """Return the numbers of all documents, ascending."""
        return np.flatnonzero(self.facet)

    def remembered(self, selection: Hashable, find: Callable[[], Integers]) -> Integers:
        """Return the numbers that were found for a selection in this state of the file, or find
        them.
        """
        key = (selection, *self.state)
        found = self.recent.get(key)
        if found is None:
            found = self.recent[key] = find()
            for old in list(self.recent)[:-_MAX_REMEMBERED]:
                self.recent.pop(old, None)
        return found


@dataclass
class _Codes:
    """Texts and their codes, in the order in which they came; code 0 is the empty text."""

    texts: list[str] = field(default_factory=lambda: [""])
    codes: dict[str, int] = field(default_factory=lambda: {"": 0})

    def code(self, text: str) -> int:
        found = self.codes.setdefault(text, len(self.texts))
        if found == len(self.texts):
            self.texts.append(text)
        return found


class _Array:
    """An array of whole numbers that grows."""

    def __init__(self, kind: type[np.signedinteger[Any]] = np.int64) -> None:
        self._values: Integers = np.zeros(_MIN_SIZE, kind)
        self._size = 0

    def up_to(self, size: int) -> Integers:
        """Return the first ``size`` values, which may be written; new ones are 0."""
        if size > len(self._values):
            self._values = np.concatenate(
                [self._values, np.zeros_like(self._values, shape=max(size, len(self._values)))]
            )
        self._size = max(self._size, size)
        return self._values[:size]

    def append(self, values: Integers) -> None:
        size = self._size
        self.up_to(size + len(values))[size:] = values

    def all(self) -> Integers:
        return self._values[: self._size]


class _Followed(ABC):
    """What is read of a file, as far as that has been done."""

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self._last = self._change = 0

    def _follow(self, db: sqlite3.Connection, last: int, change: int, first_known: int) -> None:
        """Read what is new; nothing if another thread, whose transaction began later, has read
        more.
        """
        if self._change + 1 < first_known:
            self._forget()
        if change > self._change:
            changed = [number for (number,) in db.execute(_CHANGED, (self._change, self._last))]
            self._drop(changed)
            self._add(db, _LISTED, json.dumps(changed))
        if last > self._last:
            self._add(db, _NEW, self._last)
        self._last, self._change = max(last, self._last), max(change, self._change)

    @abstractmethod
    def _drop(self, changed: list[int]) -> None:
        """Forget these documents."""

    @abstractmethod
    def _add(self, db: sqlite3.Connection, condition: str, value: Any) -> None:
        """Read the documents that meet a condition."""


class _List(_Followed):
    """The values of one field, of which a document may have several."""

    def __init__(self, statement: str) -> None:
        self._statement = statement
        super().__init__()

    def _forget(self) -> None:
        super()._forget()
        self._numbers, self._codes = _Array(np.int32), _Array(np.int32)
        self._texts = _Codes()

    def read(self, db: sqlite3.Connection, size: int, state: tuple[int, int, int]) -> ListedValues:
        """Return the values in this state of the file, or a newer one."""
        self._follow(db, *state)
        numbers, codes = self._numbers.all(), self._codes.all()
        if self._last >= size:
            # Another thread has read more.
            known = numbers < size
            numbers, codes = numbers[known], codes[known]
        return ListedValues(
            numbers=numbers, codes=codes, texts=self._texts.texts, places=self._texts.codes
        )

    def _drop(self, changed: list[int]) -> None:
        gone = np.zeros(self._last + 1, np.bool_)
        gone[changed] = True
        pairs = self._numbers.all()
        # Nothing has the number 0.
        pairs[gone[pairs]] = 0

    def _add(self, db: sqlite3.Connection, condition: str, value: Any) -> None:
        for text, listed in db.execute(self._statement.format(condition), (value,)):
            numbers = parse_integers(listed)
            self._numbers.append(numbers)
            self._codes.append(np.full(len(numbers), self._texts.code(text)))


class SearchColumns(_Followed):
    """The arrays of one file, shared by the threads of a process."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = Lock()
        self._recent: dict[tuple[object, ...], Integers] = {}

    def read(self, db: sqlite3.Connection) -> Columns:
        """Return the arrays in the state of the transaction of ``db``, or a newer one."""
        *state, first_known = db.execute(_STATE).fetchone()
        with self._lock:
            self._follow(db, state[0], state[1], first_known)
            size = self._last + 1
            return Columns(
                recency=self._recency.up_to(size),
                collected=self._collected.up_to(size),
                facet=self._facet.up_to(size),
                group=self._group.up_to(size),
                names=FacetNames(
                    codes={
                        name: array.up_to(self._facets + 1)
                        for name, array in self._field_codes.items()
                    },
                    values={name: codes.texts for name, codes in self._fields.items()},
                    places={name: codes.codes for name, codes in self._fields.items()},
                ),
                lists=lambda name: self._listed(db, name, size, (*state[:2], first_known)),
                state=tuple(state),
                recent=self._recent,
            )

    def _listed(
        self, db: sqlite3.Connection, name: str, size: int, state: tuple[int, int, int]
    ) -> ListedValues:
        """Return the values of the documents with numbers below ``size``."""
        with self._lock:
            return self._lists[name].read(db, size, state)

    def _forget(self) -> None:
        super()._forget()
        self._facets = 0
        self._recency, self._collected = _Array(), _Array()
        # Numbers below two billion take half the memory.
        self._facet, self._group = _Array(np.int32), _Array(np.int32)
        self._groups = _Codes()
        self._lists = {name: _List(statement) for name, statement in _LISTS.items()}
        self._fields = {name: _Codes() for name in EXACT_FACETS}
        self._field_codes = {name: _Array() for name in EXACT_FACETS}

    def _drop(self, changed: list[int]) -> None:
        self._facet.all()[changed] = 0
        self._group.all()[changed] = 0

    def _read_facets(self, db: sqlite3.Connection) -> None:
        statement = (
            f"SELECT number, {', '.join(EXACT_FACETS)} FROM facet WHERE number > ? ORDER BY number"  # noqa: S608
        )
        for number, *texts in db.execute(statement, (self._facets,)):
            for name, text in zip(EXACT_FACETS, texts, strict=True):
                code = self._fields[name].code(facet_value(name, text))
                self._field_codes[name].up_to(number + 1)[number] = code
            self._facets = number

    def _add(self, db: sqlite3.Connection, condition: str, value: Any) -> None:
        self._read_facets(db)
        texts = db.execute(_ENTRIES.format(condition), (value,)).fetchone()
        if texts[0] is None:
            return
        numbers, *columns = map(parse_integers, texts)
        size = int(numbers.max()) + 1
        for array, values in zip(
            (self._recency, self._collected, self._facet), columns, strict=True
        ):
            array.up_to(size)[numbers] = values
        self._group.up_to(size)
        for number, text in db.execute(_GROUPS.format(condition), (value, value)):
            self._group.up_to(number + 1)[number] = self._groups.code(text)


def parse_integers(text: str | None) -> Integers:
    """Return the numbers of a text that ``group_concat`` has made; None is none."""
    if text:
        return np.fromstring(text, dtype=np.int64, sep=",")
    return np.zeros(0, np.int64)
