"""Parts that features add to rows of a list, or show in place of their titles."""

from collections.abc import Callable, Hashable, Sequence
from operator import attrgetter
from typing import Any, TypeVar

from hooks.answers import Part, Titled
from hooks.process import features

_Row = TypeVar("_Row")


def beside_rows(
    page: str, rows: Sequence[_Row], user: Any, key: Callable[[_Row], Hashable] = attrgetter("pk")
) -> list[tuple[_Row, list[Part]]]:
    """Return the rows of a page, each with what features show beside it for a user."""
    answers = features().ask("row_parts", page=page, rows=rows, user=user)
    return [(row, [each[key(row)] for each in answers if key(row) in each]) for row in rows]


def for_titles(page: str, rows: Sequence[Titled], user: Any) -> dict[str, list[Part]]:
    """Return what features show in place of titles of a page for a user, by their keys."""
    answers = features().ask("title_parts", page=page, rows=rows, user=user)
    return {row.key: [each[row.key] for each in answers if row.key in each] for row in rows}
