"""The periods that pages offer beside a range of one's own. Pure."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.http import QueryDict
from django.utils.translation import gettext as _

TODAY = "today"
YESTERDAY = "yesterday"
THIS_WEEK = "week"
LAST_WEEK = "last week"
_OF_LISTS = (TODAY, "-24h", "-7d", "-30d", "")


@dataclass(frozen=True, kw_only=True)
class Period:
    """A period, and the address of the page with it."""

    label: str
    url: str
    chosen: bool


def offer(
    codes: Iterable[str],
    today: date,
    present: tuple[str, str] | None,
    address: Callable[[str, str], str],
) -> tuple[Period, ...]:
    """Return the periods with these codes: ``TODAY``, ``YESTERDAY``, ``THIS_WEEK``,
    ``LAST_WEEK``, or a date before now as in searches, from which it lasts until now.

    ``present`` are the dates of the page, from and to; None if the words of its query have some.
    ``address`` returns that of the page with others.
    """
    periods = [(code, _dates(code, today)) for code in codes]
    # On Mondays, this week is today: one address, so the narrower period, which stands first.
    chosen = next((code for code, dates in periods if dates == present), None)
    return tuple(
        Period(label=_name(code), url=address(*dates), chosen=code == chosen)
        for code, dates in periods
    )


def offer_for_list(query: QueryDict, today: date) -> tuple[Period, ...]:
    """Return the periods for the list with this address; they keep the rest of its filter."""

    def address(after: str, before: str) -> str:
        rest = query.copy()
        for name in ("after", "before", "page"):
            rest.pop(name, None)
        rest.update({name: text for name, text in (("after", after), ("before", before)) if text})
        return f"?{rest.urlencode()}"

    present = (query.get("after", ""), query.get("before", ""))
    return offer(_OF_LISTS, today, present, address)


def _dates(code: str, today: date) -> tuple[str, str]:
    """Return from when to when a period lasts; "" is now, or no limit."""
    if code == TODAY:
        return today.isoformat(), ""
    if code == YESTERDAY:
        yesterday = (today - timedelta(days=1)).isoformat()
        return yesterday, yesterday
    # Weeks begin on Monday (ISO 8601).
    monday = today - timedelta(days=today.weekday())
    if code == THIS_WEEK:
        return monday.isoformat(), ""
    if code == LAST_WEEK:
        return (monday - timedelta(days=7)).isoformat(), (monday - timedelta(days=1)).isoformat()
    return code, ""


def _name(code: str) -> str:
    names = {
        "-1h": _("1 hour"),
        TODAY: _("Today"),
        YESTERDAY: _("Yesterday"),
        THIS_WEEK: _("This week"),
        LAST_WEEK: _("Last week"),
        "-24h": _("24 hours"),
        "-7d": _("7 days"),
        "-30d": _("30 days"),
        "-1y": _("1 year"),
        "": _("All time"),
    }
    return names[code]
