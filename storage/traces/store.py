"""What happened to each URL: the steps of one day and of the keys with the same first digits are
the lines of one key, which expires.
"""

import json
import time
from collections import defaultdict
from collections.abc import Collection, Sequence

from storage.state.port import All, Append, Keep, Lines, Put, Remove, State, StateStore, Texts
from storage.traces.records import (
    keys_beside,
    newest,
    short_keys,
    shown_first,
    shows,
    step_from_json,
    step_to_json,
    tells_of,
)
from storage.traces.steps import DAY_SECONDS, MAX_A_DAY, Recorded, Shown, Trace

# One short list is much smaller than a key for each URL, and long enough lists are as small as
# their texts.
_DIGITS = 3
_LISTS = 16**_DIGITS
_SHOWN = Texts("traces:shown")


class Traces(StateStore):
    """Steps are kept for a number of days that the store is opened with; 0 keeps none.

    Raises ``storage.errors.Unavailable`` and ``Refused``.
    """

    def __init__(self, state: State, days: int, most_a_day: int = MAX_A_DAY) -> None:
        """Take the state, and how many steps of one day it keeps at most."""
        super().__init__(state)
        self._days = days
        self._most = max(most_a_day // _LISTS, 1)

    def record(self, steps: Sequence[Recorded], shown: Sequence[Shown]) -> None:
        """Keep steps, and what lists showed in place of what they showed before.

        Repeating it repeats the steps.
        """
        if not self._days or not (steps or shown):
            return
        lines: dict[Lines, list[str]] = defaultdict(list)
        for each in steps:
            text = step_to_json(each.step)
            for key in each.keys:
                lines[_list(_day(each.step.at), key)].append(f"{key} {text}")
        lists = {
            f"{each.source_id} {each.list_url}": json.dumps([each.at, short_keys(each.keys)])
            for each in shown
        }
        kept_seconds = (self._days + 1) * DAY_SECONDS
        self._state.run_all(
            [
                *(Append(key, added, self._most) for key, added in lines.items()),
                *(Keep(key, kept_seconds) for key in lines),
                Put(_SHOWN, lists),
                Keep(_SHOWN, kept_seconds),
            ]
        )

    def read(self, key: str) -> Trace:
        """Return what is known of the URL with this key."""
        now = time.time()
        oldest = now - self._days * DAY_SECONDS
        days: list[list[str]] = self._state.run_all(
            [All(_list(day, key)) for day in range(_day(oldest), _day(now) + 2)]
        )
        lines = [line for day in days for line in day if line.startswith(key)]
        steps = [step_from_json(line.partition(" ")[2]) for line in lines]
        return Trace(
            steps=newest(step for step in steps if step.at >= oldest),
            is_cut=any(len(day) >= self._most for day in days),
            shown=shown_first(self._shown(key, oldest)),
        )

    def erase(self, keys: Collection[str]) -> None:
        """Forget the steps of the URLs with these keys, and those of others that lead there."""
        found = self._lines(keys)
        beside = keys_beside(step_from_json(_text(line)) for _, line in found) - set(keys)
        found += [
            (name, line)
            for name, line in self._lines(beside)
            if tells_of(step_from_json(_text(line)), keys)
        ]
        self._state.run_all([Remove(name, [line]) for name, line in found])

    def _lines(self, keys: Collection[str]) -> list[tuple[Lines, str]]:
        """Return the steps of all days under these keys, each with the list that it is in."""
        now = time.time()
        days = range(_day(now - self._days * DAY_SECONDS), _day(now) + 2)
        names = list({_list(day, key) for day in days for key in keys})
        lists = self._state.run_all([All(name) for name in names])
        return [
            (name, line)
            for name, held in zip(names, lists, strict=True)
            for line in held
            if line.partition(" ")[0] in keys
        ]

    def _shown(self, key: str, oldest: float) -> list[Shown]:
        """Return the lists that show a key; drop lists that were not read for long."""
        found, old = [], []
        for name, text in self._state.scan(_SHOWN):
            at, links = json.loads(text)
            if at < oldest:
                old.append(name)
            elif shows(links, key):
                source_id, _, list_url = name.partition(" ")
                found.append(Shown(source_id=int(source_id), list_url=list_url, at=at))
        if old:
            self._state.run(Remove(_SHOWN, old))
        return found


def _list(day: int, key: str) -> Lines:
    return Lines(f"traces:{day}:{key[:_DIGITS]}")


def _day(at: float) -> int:
    return int(at // DAY_SECONDS)


def _text(line: str) -> str:
    """Return the step of a line, which begins with a key."""
    return line.partition(" ")[2]
