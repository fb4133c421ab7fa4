"""Filters that show the rates of spot checks."""

from collections.abc import Sequence
from dataclasses import dataclass

from django import template
from django.utils.translation import gettext as _

from features.spot_checks.labels import FAULTS, RATES, SPREADS
from features.spot_checks.verdicts import Rate, RateRow
from watch.labels import label
from webui.labels import facet_value

register = template.Library()


@dataclass(frozen=True, kw_only=True)
class RateCell:
    """A rate under its heading."""

    heading: str
    rate: Rate


@register.filter
def cells(row: RateRow) -> list[RateCell]:
    """Return the rates of a row, that of all questions first."""
    by_question = [RateCell(heading=str(RATES[name]), rate=row.rates[name]) for name in row.rates]
    return [RateCell(heading=_("All right"), rate=row.all), *by_question]


@register.filter
def share_of(rate: Rate) -> str:
    """Return a rate in percent; a share below 100 % is never shown as that."""
    if rate.share is None:
        return "—"
    if 0.99 < rate.share < 1:
        return f"{int(rate.share * 1000) / 10:.1f} %"
    return f"{rate.share:.0%}"


@register.filter
def interval(rate: Rate) -> str:
    """Return the interval of a rate."""
    if rate.known:
        return f"{rate.low * 100:.0f}–{rate.high:.0%}"
    return ""


@register.filter
def value_of(row: RateRow, field: str) -> str:
    """Return what a row is about."""
    return facet_value(field, row.value) or _("unknown")


@register.filter
def faults(questions: Sequence[str]) -> str:
    """Return what is wrong, in words."""
    return _(", ").join(label(FAULTS, each) for each in questions)


@register.filter
def spread(code: str) -> str:
    """Return how chances are spread."""
    return label(SPREADS, code)
