"""What the buttons for translated titles say of the rows of a page."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import template

from features.translation.reading import language
from features.translation.texts import is_foreign
from features.translation.translating import MAX_DOCUMENTS

register = template.Library()


@register.filter
def hits_to_translate(hits: Iterable[Sequence[Any]]) -> list[str]:
    """Return the ids of the hits of a page that may be translated, and are not."""
    return _foreign((hit.document.id, hit.document.lang, titles) for hit, _, _, titles, _ in hits)


@register.filter
def translated_hits(hits: Iterable[Sequence[Any]]) -> bool:
    """Return whether a hit of a page is shown with a translated title."""
    return any(titles for _, _, _, titles, _ in hits)


@register.filter
def reports_to_translate(reports: Any) -> list[str]:
    """Return the ids of the reports of a story that may be translated, and are not."""
    return _foreign((each.member.document, each.lang, each.titles) for each in _lines(reports))


@register.filter
def translated_reports(reports: Any) -> bool:
    """Return whether a report of a story is shown with a translated title."""
    return any(each.titles for each in _lines(reports))


def _lines(reports: Any) -> Iterable[Any]:
    for site in (*reports.sites, *reports.threads):
        yield from site.shown
        yield from site.folded


def _foreign(rows: Iterable[tuple[str, str, Sequence[Any]]]) -> list[str]:
    target = language()
    found = [key for key, lang, titles in rows if not titles and is_foreign(lang, target)]
    return found[:MAX_DOCUMENTS]
