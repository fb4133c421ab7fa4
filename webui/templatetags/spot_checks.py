"""Filters that show the rates of spot checks."""

from collections.abc import Sequence
from dataclasses import dataclass

from django import template
from django.utils.translation import gettext as _

from storage.database.spot_checks.verdicts import Rate, RateRow
from watch.labels import label
from webui.labels import SPOT_FAULTS, SPOT_KINDS, SPOT_RATES, SPREADS, facet_value

register = template.Library()


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A rate under its heading."""

    heading: str
    rate: Rate


@register.filter
def cells(row: RateRow) -> list[Cell]:
    """Return the rates of a row; of several questions, all together first."""
    by_question = [Cell(heading=str(SPOT_RATES[name]), rate=row.rates[name]) for name in row.rates]
    together = [Cell(heading=_("All right"), rate=row.all)] if len(by_question) > 1 else []
    return together + by_question


@register.filter
def share_of(rate: Rate) -> str:
    """Return a rate in percent; a share below 100 % is never shown as that."""
    if rate.share is None:
        return "—"
    return f"{int(rate.share * 1000) / 10:.1f} %" if 0.99 < rate.share < 1 else f"{rate.share:.0%}"


@register.filter
def interval(rate: Rate) -> str:
    """Return the interval of a rate."""
    return f"{rate.low * 100:.0f}–{rate.high:.0%}" if rate.known else ""


@register.filter
def value_of(row: RateRow, field: str) -> str:
    """Return what a row is about; of pairs in two languages, both."""
    values = row.value.split("+") if field == "lang" else [row.value]
    return " + ".join(facet_value(field, each) or _("unknown") for each in values)


@register.filter
def faults(questions: Sequence[str]) -> str:
    """Return what is wrong, in words."""
    return _(", ").join(label(SPOT_FAULTS, each) for each in questions)


@register.filter
def checked(kind: str) -> str:
    """Return what a check asks about."""
    return label(SPOT_KINDS, kind)


@register.filter
def spread(code: str) -> str:
    """Return how chances are spread."""
    return label(SPREADS, code)
