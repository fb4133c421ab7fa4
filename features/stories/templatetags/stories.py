"""Filters of the templates of stories."""

from django import template
from django.utils.translation import get_language

from features.stories.labels import FIGURES
from features.stories.models import Story, StoryMember
from features.stories.services import StoryPage, in_language
from features.stories.statements.comparison import Agreement
from features.stories.statements.conflicts import Conflict
from features.stories.statements.reports import Quote
from features.stories.store.stories import StoryRow

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
