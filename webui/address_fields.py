"""The fields of an address as a page reads them, and what of them cannot be read. Pure."""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Literal, TypeVar

from django.http import QueryDict
from django.utils.translation import gettext as _

from storage.documents.dates import end_moment, first_moment
from storage.whole_numbers import whole_number

_MAX_LENGTH = 300
_MAX_SHOWN = 40

_Value = TypeVar("_Value", bound=str)


class AddressFields:
    """Reads the fields of an address, each by its name in the address and on the page.

    A field that is missing or empty has no value. ``problems`` say which of the fields that were
    read have a value that no page can use; then nothing is to be shown as if they were left out.
    ``typed`` is what each field holds.
    """

    def __init__(self, query: QueryDict) -> None:
        self._query = query
        self.problems: list[str] = []
        self.typed: dict[str, str] = {}

    def text(self, name: str) -> str:
        """Return a text, which any value is."""
        self.typed[name] = self._query.get(name, "").replace("\x00", "").strip()[:_MAX_LENGTH]
        return self.typed[name]

    def choice(self, name: str, field: str, known: Collection[_Value]) -> _Value | Literal[""]:
        """Return one of the known values, "" for none."""
        text = self.text(name)
        found = next((each for each in known if each == text), None)
        if found is None and text:
            self._refuse(_("%(field)s: “%(text)s” is not one of the choices."), field, text)
        return found or ""

    def number(self, name: str, field: str) -> int | None:
        """Return a whole number from 0, None for none."""
        text = self.text(name)
        if not text:
            return None
        number = whole_number(text)
        if number is None:
            self._refuse(_("%(field)s: “%(text)s” is not a number."), field, text)
        return number

    def span(self, now: datetime) -> tuple[datetime | None, datetime | None]:
        """Return the first moment and the end of the time from ``after`` to ``before``, which are
        dates as in searches, in the time zone of ``now``; None for any.
        """
        start = self._moment("after", _("From"), first_moment, now)
        end = self._moment("before", _("To"), end_moment, now)
        if start and end and start >= end:
            self.problems.append(
                _("The first time is not before the last time, so nothing can match. Swap the two.")
            )
        return start, end

    def refuse_others(self) -> None:
        """Refuse what no field that was read is named: a misspelt filter would be left out."""
        for name in sorted(set(self._query) - set(self.typed)):
            self.problems.append(
                _("“%(name)s” is not a filter of this page.") % {"name": name[:_MAX_SHOWN]}
            )

    def page(self) -> int:
        """Return the number of a page of a list, the first for none."""
        return self.number("page", _("Page number")) or 1

    def _moment(
        self, name: str, field: str, read: Callable[[str, datetime], datetime], now: datetime
    ) -> datetime | None:
        text = self.text(name)
        if not text:
            return None
        try:
            return read(text, now)
        except ValueError:
            said = _(
                "%(field)s: “%(text)s” is not a date. Write it as 2026-11-21, 2026-11 or 2026, "
                "with a time as 2026-11-21T08:00, or as -3h or -2d: so many hours or days ago."
            )
            self._refuse(said, field, text)
            return None

    def _refuse(self, said: str, field: str, text: str) -> None:
        self.problems.append(said % {"field": field, "text": text[:_MAX_SHOWN]})
