"""Parts that features add to rows of a list."""

from collections.abc import Sequence
from typing import TypeVar

from django.db.models import Model

from hooks.answers import Part
from hooks.process import features

_Row = TypeVar("_Row", bound=Model)


def beside_rows(page: str, rows: Sequence[_Row]) -> list[tuple[_Row, list[Part]]]:
    """Return the rows of a page, each with what features show beside it."""
    answers = features().ask("row_parts", page=page, rows=rows)
    return [(row, [each[row.pk] for each in answers if row.pk in each]) for row in rows]
