"""What the entries of a JSON answer hold: its lists of objects, and the values below each
expression.

Expressions are JMESPath (jmespath.org).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

MAX_SAMPLED = 30
"""How many entries of a list are looked at: enough to tell what varies from what is constant."""
_MAX_LISTS = 50
"""Lists of an answer that are compared. Those of entries stand near its top."""
_MAX_COLUMNS = 300
"""Members of entries that are looked at: bounds what a nested answer costs."""
_MAX_DEPTH = 6
"""How deep lists and values are sought; known forms have their texts at the fourth level."""
_BARE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ROOT = "@"
_NUMBER = re.compile(r"\d+")
_MIN_NUMBERED = 0.5
"""Share of the objects that must have numbers: others, such as "meta", may stand among them."""
_NUMBERED = re.compile(r"[\w-]*\d[\w-]*")


@dataclass(frozen=True)
class Column:
    """The values of all sampled entries below one expression; None where an entry has none."""

    expression: str
    values: tuple[object, ...]

    @property
    def name(self) -> str:
        """The innermost member that has a telling name, in lower case: "created_at"."""
        names = self.names
        telling = [name for name in names if name not in _WRAPPERS]
        return (telling or names)[-1]

    @property
    def names(self) -> list[str]:
        """The members on the way to the value, in lower case; at least one."""
        parts = [part.strip('"') for part in re.split(r"\.|\[\d+\]", self.expression)]
        return [part.lower() for part in parts if part] or [""]

    @property
    def texts(self) -> list[str]:
        """The values that are texts and not blank."""
        return [value for value in self.values if isinstance(value, str) and value.strip()]


_WRAPPERS = {"rendered", "raw", "value", "text_value", "$t", "#text", "stringvalue"}
_WRAPPERS |= {"_seconds", "seconds", "millis", "epoch", "unix", "iso"}
_WRAPPERS |= {"$date", "$numberlong", "timestampvalue"}
"""Members that hold the value of the member around them, as in WordPress's ``title.rendered`` and
in times of Firestore and MongoDB.
"""


@dataclass(frozen=True)
class EntryList:
    """A list of objects in an answer, found below ``expression``."""

    expression: str
    entries: Sequence[Mapping[str, object]]

    def columns(self) -> list[Column]:
        """Return what the first entries hold, in their own order."""
        sampled = [dict(_values(entry)) for entry in self.entries[:MAX_SAMPLED]]
        expressions = list(dict.fromkeys(name for values in sampled for name in values))
        return [
            Column(expression, tuple(values.get(expression) for values in sampled))
            for expression in expressions[:_MAX_COLUMNS]
        ]


def entry_lists(answer: object) -> list[EntryList]:
    """Return the lists of objects in an answer, outer ones first.

    Lists inside the objects of a list are taken together: "data.cards[].items".
    """
    outer = list(_object_lists(answer, _ROOT))
    inner = [each for around in outer for each in _inner_lists(around)]
    return [*outer, *inner][:_MAX_LISTS]


def _object_lists(value: object, at: str) -> Iterator[EntryList]:
    """Yield the lists of objects that no other list is around."""
    waiting = [(at, value)]
    for _level in range(_MAX_DEPTH):
        deeper: list[tuple[str, object]] = []
        for expression, each in waiting:
            if isinstance(each, list):
                entries = [entry for entry in each if isinstance(entry, dict)]
                if entries:
                    yield EntryList(expression, entries)
            elif isinstance(each, dict):
                if numbered := _numbered(each, expression):
                    yield numbered
                deeper += [(_member(expression, name), inner) for name, inner in each.items()]
        # An answer decides how wide it is; a level of a million members must cost no more than
        # this.
        waiting = deeper[:_MAX_COLUMNS]


def _numbered(members: Mapping[str, object], at: str) -> EntryList | None:
    """Return the objects that stand below their numbers, as entries do in some answers, or the
    lists of objects below numbers, such as those of days; None if most others are not below such.
    """
    below = {name: each for name, each in members.items() if isinstance(each, dict | list)}
    # Of several members a digit in each name is a sign; a lone one has to be a number.
    form = _NUMBER if len(below) == 1 else _NUMBERED
    inner = {name: each for name, each in below.items() if form.fullmatch(name)}
    if not len(inner) > _MIN_NUMBERED * len(below):
        return None
    expression = "*" if at == _ROOT else f"{at}.*"
    objects = [each for each in inner.values() if isinstance(each, dict)]
    if len(objects) == len(inner):
        return EntryList(expression, objects)
    listed = [entry for each in inner.values() if isinstance(each, list) for entry in each]
    entries = [entry for entry in listed if isinstance(entry, dict)]
    if entries and not objects:
        return EntryList(f"{expression}[]", entries)
    return None


def _inner_lists(around: EntryList) -> Iterator[EntryList]:
    """Yield the lists inside the objects of a list, each joined over all of the objects."""
    joined: dict[str, list[Mapping[str, object]]] = {}
    for entry in around.entries:
        for inner in _object_lists(entry, _ROOT):
            joined.setdefault(inner.expression, []).extend(inner.entries)
    prefix = "[]" if around.expression == _ROOT else f"{around.expression}[]"
    for expression, entries in joined.items():
        yield EntryList(f"{prefix}.{expression}[]", entries)


def outer_values(answer: object, entries: str) -> dict[str, object]:
    """Return the texts and numbers of an answer outside of its list of entries, by expression."""
    if not isinstance(answer, dict):
        return {}
    return {
        expression: value
        for expression, value in _values(answer)
        if not expression.startswith(entries.removesuffix("[]").removesuffix("*"))
    }


def _values(entry: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Yield each text and number of an entry with its expression; of an inner list, the first
    entry.
    """
    waiting: list[tuple[str, object]] = [(_ROOT, entry)]
    for _level in range(_MAX_DEPTH):
        deeper: list[tuple[str, object]] = []
        for expression, value in waiting:
            if isinstance(value, dict):
                deeper += [(_member(expression, str(name)), each) for name, each in value.items()]
            elif is_time_list(value):
                yield expression, value
            elif isinstance(value, list):
                deeper += [(f"{expression}[0]", each) for each in value[:1]]
            elif isinstance(value, str | int | float) and not isinstance(value, bool):
                yield expression, value
        waiting = deeper


def is_time_list(value: object) -> TypeGuard[list[int]]:
    """Return whether a value is a list of year, month, day and perhaps parts of the time of day."""
    return (
        isinstance(value, list)
        and 3 <= len(value) <= 7
        and all(type(part) is int and part >= 0 for part in value)
        and 1990 <= value[0] <= 2100
    )


def _member(expression: str, name: str) -> str:
    if not _BARE_NAME.fullmatch(name):
        escaped = name.replace("\\", "\\\\").replace('"', '\\"')
        name = f'"{escaped}"'
    if expression == _ROOT:
        return name
    return f"{expression}.{name}"
