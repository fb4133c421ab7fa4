"""What an erasure takes out of stories."""

import os
import socket
from collections.abc import Collection
from typing import TYPE_CHECKING

from features.stories.grouping.erasing import erase_from_stories
from features.stories.models import StoryMember
from storage.documents.segmentation import default_segmenter
from storage.parts import in_parts

if TYPE_CHECKING:
    from watch.stores import Stores


def count_stories(ids: Collection[str]) -> dict[str, int]:
    """Return in how many stories documents are."""
    named, found = list(ids), set[str]()
    for some in in_parts(named):
        members = StoryMember.objects.filter(document__in=some)
        found.update(members.values_list("story", flat=True).distinct())
    return {"stories": len(found)}


def erase_texts(stores: "Stores", ids: Collection[str]) -> dict[str, int]:
    """Take documents out of stories, counts of terms and hot topics; return how many stories had
    one.
    """
    holder = f"erasure-{socket.gethostname()}-{os.getpid()}"
    lead_seconds = stores.settings.lead_seconds
    tagger = default_segmenter().tag
    return {"stories": erase_from_stories(stores.documents(), ids, tagger, holder, lead_seconds)}
