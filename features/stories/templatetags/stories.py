"""Filters of the templates of stories."""

from django import template

from features.stories.labels import FIGURES
from features.stories.models import Story
from features.stories.services import in_language
from features.stories.statements.conflicts import Conflict
from features.stories.store.stories import StoryRow
from features.stories.story_page import quotations_of

register = template.Library()
register.filter("quotations", quotations_of)


@register.filter
def told_in(row: StoryRow, lang: str) -> Story:
    """Return the story of a row in a language, if it is told in that."""
    return in_language(row.story, [each for each, _documents in row.tellings], lang)


@register.filter
def disputed(conflict: Conflict) -> str:
    """Return what reports contradict each other on."""
    return str(FIGURES.get(conflict.head) or FIGURES[conflict.kind])
