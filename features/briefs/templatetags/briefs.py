"""Filters of the templates of briefs."""

from datetime import datetime

from django import template

from features.briefs import formats, renewal
from features.briefs.formats import WrittenBrief, claim_text, erased_text, time_text
from features.briefs.models import BriefItem, BriefSource
from features.briefs.outline import BriefClaim, Numbered
from webui.apps import text_differences
from webui.search.differences import TextDifference

register = template.Library()


@register.filter
def shown(claim: BriefClaim) -> str:
    """Return what a claim says, or why it is not shown."""
    return claim.text or claim_text(claim)


@register.filter
def erased(claim: BriefClaim) -> str:
    """Return how many sources of a claim were erased."""
    return erased_text(claim)


@register.filter
def archived(written: WrittenBrief, source: Numbered) -> str:
    """Return the address of the page of a source as it was collected, "" without one."""
    return written.archived(source)


@register.filter
def collected_page(source: BriefSource) -> str:
    """Return the address of the page of a source as it was collected, "" without one."""
    return formats.collected_page(source)


@register.filter
def time_anywhere(moment: datetime | None) -> str:
    """Return a time as a brief that is handed on has it."""
    return time_text(moment)


@register.filter
def has_news(item: BriefItem) -> bool:
    """Return whether something changed at an item."""
    return renewal.has_news(item)


@register.filter
def is_reserved(source: BriefSource) -> bool:
    """Return whether a source was reserved when it was added or last accepted."""
    return renewal.is_reserved(source.rights)


@register.filter
def may_accept(item: BriefItem) -> bool:
    """Return whether there is something new to accept at an item."""
    return renewal.may_accept(item)


@register.filter
def became(quote: str, new_quote: str) -> TextDifference:
    """Return what changed between a quotation and what its page says now."""
    return text_differences().between(quote, new_quote)
