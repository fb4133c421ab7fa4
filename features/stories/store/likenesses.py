"""How alike the sentences of stories are that are told in several languages, as the role *stories*
writes it and pages read it.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction

from features.stories.models import Story, StoryLikenesses, StoryMember
from features.stories.store.lease import check_leads

# No story that is told in two languages has so few documents.
_OUT_OF_DATE = 0


@dataclass(frozen=True, kw_only=True)
class WaitingStory:
    """A story whose likenesses are missing or of other documents; it has so many ``documents``."""

    story: str
    documents: int


def waiting(model: str, languages: Collection[str], most: int) -> list[WaitingStory]:
    """Return stories in two of these languages or more whose likenesses are to be made, the newest
    first: there are none by this model, or of another number of documents, or one has changed.
    """
    columns = ("pk", "same_as", "lang", "documents", "last")
    others = Story.objects.filter(same_as__gt="").values_list(*columns)
    heads = Story.objects.filter(pk__in=Story.objects.filter(same_as__gt="").values("same_as"))
    told = [*heads.values_list(*columns), *others]
    made = StoryLikenesses.objects.filter(model=model)
    known = dict(made.values_list("story", "documents"))
    tellings = defaultdict(list)
    for pk, same_as, lang, documents, last in told:
        tellings[same_as or pk].append((lang.partition("-")[0].lower(), documents, last))
    found = []
    for story, some in tellings.items():
        count = sum(documents for _lang, documents, _last in some)
        spoken = {lang for lang, documents, _last in some if documents and lang in languages}
        if len(spoken) > 1 and known.get(story) != count:
            newest = max(last for _lang, _documents, last in some)
            found.append((newest, WaitingStory(story=story, documents=count)))
    found.sort(key=lambda pair: (pair[0], pair[1].story), reverse=True)
    return [each for _newest, each in found[:most]]


def keep(
    story: WaitingStory, model: str, packed: bytes, documents: Collection[str], holder: str
) -> bool:
    """Store the likenesses of the sentences of these documents; return whether that was done: not
    if one of them has left the story meanwhile, or was erased, or the story is gone.

    Raises Unavailable if ``holder`` does not lead any more, and stores nothing.
    """
    with transaction.atomic():
        # Whoever erases takes the lease: from here on, it waits.
        check_leads(holder)
        members = StoryMember.objects.filter(story=story.story, document__in=documents)
        is_there = Story.objects.filter(pk=story.story).exists()
        if not is_there or members.count() < len(documents):
            return False
        StoryLikenesses.objects.update_or_create(
            story=story.story,
            defaults={"model": model, "documents": story.documents, "packed": packed},
        )
    return True


def packed_of(story: str) -> bytes | None:
    """Return the likenesses of a story as they were stored, None if there are none."""
    found = StoryLikenesses.objects.filter(pk=story).values_list("packed", flat=True).first()
    return None if found is None else bytes(found)


def outdate(documents: Collection[str]) -> None:
    """Let the likenesses of the stories of these documents, which may have changed, be made again,
    inside the transaction of the caller; until then, what is unchanged stays compared.
    """
    if documents:
        members = StoryMember.objects.filter(document__in=documents)
        found = StoryLikenesses.objects.filter(pk__in=members.values("story"))
        found.update(documents=_OUT_OF_DATE)


def forget(parts: Collection[str], documents: Collection[str] = ()) -> None:
    """Forget those of the stories that these stories of one language, or these documents, belong to
    now or did, inside the transaction of the caller.
    """
    members = StoryMember.objects.filter(document__in=documents)
    told_as = Story.objects.filter(pk__in=parts).exclude(same_as="")
    found = {
        *parts,
        *members.values_list("story", flat=True),
        *told_as.values_list("same_as", flat=True),
    }
    StoryLikenesses.objects.filter(pk__in=found).delete()
