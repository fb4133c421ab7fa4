"""Filters for stories that are told in several languages."""

from django import template

from storage.database.models import Story, StoryMember
from storage.database.stories.stories import StoryRow
from webui.stories.services import StoryPage, in_language

register = template.Library()


@register.filter
def told_in(row: StoryRow, lang: str) -> Story:
    """Return the story of a row in a language, if it is told in that."""
    return in_language(row.story, [each for each, _documents in row.tellings], lang)


@register.filter
def lang_of(page: StoryPage, report: StoryMember) -> str:
    """Return the language of a report of a story."""
    return page.lang_of(report)
