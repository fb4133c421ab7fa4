"""Change the strings inside nested lists and objects, as JSON gives them."""

from collections.abc import Iterator, Mapping

Container = dict[str, object] | list[object]


def replace_strings(container: Container, known: Mapping[str, object], budget: int) -> int:
    """Put what is known in place of the strings that are its names, in ``container`` itself.

    Args:
        container: A list or an object.
        known: What stands in place of which string. It is not searched for more names.
        budget: Most lists and objects that are looked at.

    Returns:
        How many more could have been looked at.
    """
    waiting = [container]
    while waiting and budget:
        budget -= 1
        one = waiting.pop()
        changed = {key: known[value] for key, value in _entries(one) if isinstance(value, str) and value in known}
        waiting.extend(value for _, value in _entries(one) if isinstance(value, dict | list))
        for key, value in changed.items():
            one[key] = value  # type: ignore[index]  # numbers for lists, names for objects
    return budget


def _entries(container: Container) -> Iterator[tuple[str | int, object]]:
    yield from container.items() if isinstance(container, dict) else enumerate(container)
