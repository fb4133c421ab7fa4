"""Walk through nested lists and objects, as JSON gives them, and change the strings inside."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

MAX_SCRIPT_LENGTH = 3_000_000
"""Most characters of what a page's script holds that are read. Bounds the time for huge pages."""
MAX_NODES = 30_000
"""Most values of a structure that are visited. Bounds the time for huge and for endless ones."""

Container = dict[str, object] | list[object]
_REFERENCE = "__ref"


def objects_in(value: object, budget: int) -> Iterator[dict[str, object]]:
    """Yield the objects in a value, outer ones first; ``budget`` is the most lists and objects that
    are looked at.
    """
    queue: deque[object] = deque([value])
    for _ in range(budget):
        if not queue:
            return
        one = queue.popleft()
        parts: Iterable[object] = ()
        if isinstance(one, dict):
            yield one
            parts = one.values()
        elif isinstance(one, list):
            parts = one
        queue.extend(part for part in parts if isinstance(part, dict | list))


def replace_strings(container: Container, known: Mapping[str, object], budget: int) -> int:
    """Replace each string that is a key of ``known`` with its value, in ``container`` itself.

    Args:
        container: A list or an object.
        known: The new values by string. Strings inside them stay as they are.
        budget: Most lists and objects that are looked at.

    Returns:
        How many more could have been looked at.
    """
    waiting = [container]
    while waiting and budget:
        budget -= 1
        one = waiting.pop()
        for key, value in list(_entries(one)):
            if isinstance(value, dict | list):
                waiting.append(value)
            elif isinstance(value, str) and value in known:
                # Numbers for lists, names for objects.
                one[key] = known[value]  # type: ignore[index]
    return budget


def _entries(container: Container) -> Iterator[tuple[str | int, object]]:
    yield from container.items() if isinstance(container, dict) else enumerate(container)


def follow_references(cache: dict[str, object], budget: int) -> None:
    """Put the strings of an entry of Apollo's cache in place of each reference to it, ``{"__ref":
    key}``.

    Only strings, because entries refer to each other in circles.

    Args:
        cache: The entries by key.
        budget: Most lists and objects that are looked at.
    """
    waiting: list[Container] = [cache]
    while waiting and budget:
        budget -= 1
        one = waiting.pop()
        for key, value in list(_entries(one)):
            if not isinstance(value, dict | list):
                continue
            entry = None
            if isinstance(value, dict) and _REFERENCE in value:
                entry = cache.get(str(value[_REFERENCE]))
            if isinstance(entry, dict):
                strings = {name: text for name, text in entry.items() if isinstance(text, str)}
                one[key] = strings  # type: ignore[index]  # numbers for lists, names for objects
            else:
                waiting.append(value)
