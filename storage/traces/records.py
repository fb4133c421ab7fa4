"""Steps and links of lists as short texts. Pure."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import fields

from storage.documents.records import storable
from storage.keys import MAX_URL_LENGTH
from storage.tombstones.marks import address_mark
from storage.traces.steps import MAX_OF_A_LIST, SHORT_KEY, Shown, Step, StepKind

MAX_STEPS = 200
_MAX_DETAIL_LENGTH = 300
_NAMES = tuple(each.name for each in fields(Step))
_DEFAULTS = {each.name: each.default for each in fields(Step)}


def step_to_json(step: Step) -> str:
    """Return a step as a JSON array of its fields, without the defaults at the end."""
    values = [_short(name, getattr(step, name)) for name in _NAMES]
    while values[-1] == _DEFAULTS[_NAMES[len(values) - 1]]:
        values.pop()
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def step_from_json(text: str) -> Step:
    """Return the step that ``step_to_json`` wrote, of this version or an older one with fewer
    fields.
    """
    values = dict(zip(_NAMES, json.loads(text), strict=False))
    return Step(**{**values, "kind": StepKind(values["kind"])})


def newest(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Return at most ``MAX_STEPS`` steps, the newest, in order of time; each once."""
    return tuple(sorted(dict.fromkeys(steps), key=lambda step: step.at)[-MAX_STEPS:])


def short_keys(keys: Sequence[str]) -> str:
    """Return the keys of a list's links as one text, in which ``shows`` finds a key."""
    return " ".join(key[:SHORT_KEY] for key in keys[:MAX_OF_A_LIST])


def shows(links: str, key: str) -> bool:
    """Return whether a key is among the links that ``short_keys`` packed."""
    return key[:SHORT_KEY] in links


def shown_first(shown: Iterable[Shown]) -> tuple[Shown, ...]:
    """Return the lists in order, the one read last first."""
    return tuple(sorted(shown, key=lambda each: (-each.at, each.list_url)))


def tells_of(step: Step, keys: Collection[str]) -> bool:
    """Return whether a step names an address with one of these keys."""
    return any(address_mark(each) in keys for each in (step.url, step.to_url))


def keys_beside(steps: Iterable[Step]) -> set[str]:
    """Return the keys under which a store has these steps too."""
    named = {address_mark(each) for step in steps for each in (step.url, step.to_url)}
    return named - {""}


def _short(name: str, value: object) -> object:
    if isinstance(value, float):
        return round(value, 2)
    if isinstance(value, str):
        return storable(value)[: _MAX_DETAIL_LENGTH if name == "detail" else MAX_URL_LENGTH]
    return value
