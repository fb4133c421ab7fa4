"""Filters that say what tags have learned."""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from storage.database.models import LearnedTag
from watch.labels import label
from webui.labels import PROPOSAL_STATES, TAG_PROBLEMS, TAG_WHY_NOT

register = template.Library()


@register.filter
def tag_state(learned: LearnedTag) -> str:
    """Return in a few words what a tag is doing."""
    if learned.on_since is not None:
        return pgettext("tag", "on")
    if learned.learned is None:
        return _("has not learned yet")
    if learned.problem:
        return _("does not propose itself yet")
    return _("may be switched on")


@register.filter
def tag_problem(code: str) -> str:
    """Return why a tag does not propose itself."""
    return label(TAG_PROBLEMS, code)


@register.filter
def tag_why_not(code: str) -> str:
    """Return why a tag that is on proposes nothing for now."""
    return label(TAG_WHY_NOT, code)


@register.filter
def proposal_state(code: str) -> str:
    """Return what has become of a proposal."""
    return label(PROPOSAL_STATES, code)
