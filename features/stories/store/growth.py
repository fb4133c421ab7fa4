"""How stories have grown: which have several reports, where these are, and which became others.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db.models import Min

from features.stories.models import Story, StoryMember
from features.stories.store.stories import find
from storage.parts import in_parts


class StoryGrowth(NamedTuple):
    """A story with its times of publication and documents, in all its languages together."""

    id: str
    first: datetime
    last: datetime
    documents: int


def several_reports() -> list[StoryGrowth]:
    """Return the stories that have several reports in a language, the oldest first."""
    rows = Story.objects.filter(merged_into="", documents__gt=1)
    found: dict[str, StoryGrowth] = {}
    for pk, same_as, first, last, documents in rows.values_list(
        "pk", "same_as", "first", "last", "documents"
    ):
        head = same_as or pk
        known = found.get(head, StoryGrowth(head, first, last, 0))
        found[head] = StoryGrowth(
            head, min(known.first, first), max(known.last, last), known.documents + documents
        )
    return sorted(found.values(), key=lambda each: (each.first, each.id))


def sites_of(story_ids: Collection[str]) -> dict[str, list[str]]:
    """Return the sites that report stories, the first one first; unknown stories are missing."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for some in in_parts(list(story_ids)):
        rows = StoryMember.objects.filter(story__in=some).values("story", "site")
        for row in rows.annotate(begun=Min("published")).order_by("begun", "site"):
            found[row["story"]].append(row["site"])
    return dict(found)


def heads_of(story_ids: Collection[str]) -> dict[str, str]:
    """Return the stories that stories became part of or are shown as; unknown ones are missing."""
    found = {each: find(each) for each in story_ids}
    return {each: story.pk for each, story in found.items() if story is not None}


def titled(text: str, most: int) -> list[str]:
    """Return the newest stories with a text in a headline, as which those of all languages are
    shown.
    """
    rows = Story.objects.filter(title__icontains=text, merged_into="").order_by("-last", "id")
    return [same_as or pk for pk, same_as in rows.values_list("pk", "same_as")[:most]]
