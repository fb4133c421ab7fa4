"""Filters of the templates of stories."""

from django import template
from django.utils.translation import get_language

from features.stories.labels import FIGURES
from features.stories.models import Story, StoryMember
from features.stories.services import StoryPage, in_language
from features.stories.statements.comparison import Agreement
from features.stories.statements.conflicts import Conflict
from features.stories.statements.only_here import Single
from features.stories.statements.reports import Quote
from features.stories.store.stories import StoryRow
from hooks.answers import Quotation

register = template.Library()


@register.filter
def told_in(row: StoryRow, lang: str) -> Story:
    """Return the story of a row in a language, if it is told in that."""
    return in_language(row.story, [each for each, _documents in row.tellings], lang)


@register.filter
def lang_of(page: StoryPage, report: StoryMember) -> str:
    """Return the language of a report of a story."""
    return page.lang_of(report)


@register.filter
def disputed(conflict: Conflict) -> str:
    """Return what reports contradict each other on."""
    return str(FIGURES.get(conflict.head) or FIGURES[conflict.kind])


@register.filter
def for_reader(agreed: Agreement) -> list[Quote]:
    """Return the quotes of a line, one a language, that in the language of the page first."""
    language = (get_language() or "").partition("-")[0]
    quotes = [agreed.quote, *agreed.translations]
    return sorted(quotes, key=lambda each: each.report.lang.partition("-")[0] != language)


@register.filter
def quotations(line: Agreement | Conflict | Single | Quote) -> list[Quotation]:
    """Return what a line quotes, the shown sentences first, as other features know it."""
    if isinstance(line, Conflict):
        return [_quotation(each, claim.value) for claim in line.claims for each in claim.quotes]
    if isinstance(line, Agreement):
        shown = for_reader(line)
        seen = {each.report.id for each in shown}
        others = [each for each in line.quotes if each.report.id not in seen]
        return [_quotation(each) for each in (*shown, *others)]
    return [_quotation(line.quote if isinstance(line, Single) else line)]


def _quotation(quote: Quote, claim: str = "") -> Quotation:
    return Quotation(document=quote.report.id, sentence=quote.key, claim=claim)
