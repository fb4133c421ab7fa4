"""The days of a filter, as they were typed and as they were read."""

from dataclasses import dataclass
from datetime import date
from typing import Self

from django.http import QueryDict
from django.utils.translation import gettext as _

_MAX_LENGTH = 40


@dataclass(frozen=True, kw_only=True)
class DayFilter:
    """The first and the last day, None for any.

    ``typed`` is what the fields hold. ``problems`` say which of them is no day; then nothing is to
    be shown as if it were filtered.
    """

    first: date | None
    last: date | None
    typed: tuple[str, str]
    problems: tuple[str, ...]

    @classmethod
    def read(cls, query: QueryDict) -> Self:
        """Read the fields ``after`` and ``before`` of an address."""
        first, last = (query.get(name, "").strip()[:_MAX_LENGTH] for name in ("after", "before"))
        problems: list[str] = []
        return cls(
            first=_day(first, _("From"), problems),
            last=_day(last, _("To"), problems),
            typed=(first, last),
            problems=tuple(problems),
        )


def _day(text: str, field: str, problems: list[str]) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        said = _("%(field)s: “%(text)s” is not a day. Write it as 2026-11-21.")
        problems.append(said % {"field": field, "text": text})
        return None
