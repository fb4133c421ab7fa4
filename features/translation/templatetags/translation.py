"""What the buttons for translated titles say of the rows of a page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import template

from features.translation.entered import entered
from features.translation.models import EnteredTranslator
from features.translation.reading import language
from features.translation.texts import is_foreign
from features.translation.translating import MAX_DOCUMENTS

register = template.Library()


@dataclass(frozen=True)
class _Offer:
    """The documents of a page to ask the translator for, and whether titles are translated."""

    ids: Sequence[str]
    translator: EnteredTranslator | None
    is_shown: bool


@register.filter
def offer_for_hits(hits: Iterable[Sequence[Any]]) -> _Offer:
    """Return what can be done with the hits of a page."""
    return _offer((hit.document.id, hit.document.lang, titles) for hit, _, _, titles, _ in hits)


@register.filter
def offer_for_stories(listed: Iterable[Any]) -> _Offer:
    """Return what can be done with the stories of a page."""
    return _offer((each.document, each.told.lang, each.titles) for each in listed if each.document)


@register.filter
def offer_for_reports(reports: Any) -> _Offer:
    """Return what can be done with the reports of a story."""
    sites = (*reports.sites, *reports.threads)
    lines = [line for site in sites for line in (*site.shown, *site.folded)]
    return _offer((each.member.document, each.lang, each.titles) for each in lines)


def _offer(rows: Iterable[tuple[str, str, Sequence[Any]]]) -> _Offer:
    listed, target = list(rows), language()
    ids = [key for key, lang, titles in listed if not titles and is_foreign(lang, target)]
    is_shown = any(titles for _key, _lang, titles in listed)
    # Most pages have no such title, and need not ask the database.
    return _Offer(ids[:MAX_DOCUMENTS], entered() if ids else None, is_shown)
