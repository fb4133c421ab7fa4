"""Briefs: who may see and change them, and what is in them. All commands raise Unavailable.

``storage.database.owned`` says who sees and changes which. Each change locks its
brief, so that what two people do at once is done one after the other.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from features.briefs.capture import Captured
from features.briefs.models import Brief, BriefItem, BriefSource, FoundState, ItemKind
from features.briefs.problems import BriefProblem
from storage.database.by_key import count_each
from storage.database.errors import Invalid, NotFound
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.owned.keeping import filled, things_of

MAX_ITEMS = 200
"""A brief is read as a whole: this is some thirty printed pages."""
MAX_STORIES = 10
"""Each is compared again when changes are looked for, which takes up to a second."""
MAX_TEXT = 10_000
MAX_HEADING = 200
_TEXTS = ["document_id", "title", "url", "site", "lang", "quote", "sentence", "claim", "new_quote"]
_NOTHING: dict[str, object] = {
    **dict.fromkeys(_TEXTS, ""),
    "published": None,
    "collected": None,
    "changes": 0,
    "rights": [],
    "is_archived": False,
    "state": FoundState.ERASED,
}


@dataclass(frozen=True, kw_only=True)
class BriefText:
    """A heading or a note as a user writes it; ``version`` is that of the text that was changed."""

    kind: str
    text: str
    version: int = 0


def briefs_of(user: User) -> list[Brief]:
    """Return the briefs that the user may see, the own ones first, each with ``size``: items."""
    return list(things_of(Brief, user))


def fillable(user: User) -> list[Brief]:
    """Return the briefs that the user may fill, that to which the user added last first."""
    last = BriefItem.objects.filter(added_by=user.username).order_by("-added", "-pk")
    newest = last.values_list("brief", flat=True).first()
    found = [each for each in briefs_of(user) if each.may_be_filled_by(user)]
    return sorted(found, key=lambda each: each.pk != newest)


def items_of(brief: Brief) -> list[BriefItem]:
    """Return the items of a brief in order, with their sources."""
    return list(brief.items.prefetch_related("sources"))


def add_captured(brief_id: int, captured: Captured, user: User) -> BriefItem:
    """Add an item with sources at the end. Raises Invalid, NotFound."""
    with transaction.atomic():
        brief = filled(Brief, brief_id, user)
        stories = brief.items.filter(kind=ItemKind.STORY)
        if captured.kind == ItemKind.STORY and stories.count() >= MAX_STORIES:
            raise Invalid([_limit(BriefProblem.TOO_MANY_STORIES, MAX_STORIES)])
        item = _added(brief, user, captured.kind)
        renew_story(item, captured)
        _keep_sources(item, captured.sources)
    return item


def add_text(brief_id: int, text: BriefText, user: User) -> BriefItem:
    """Add a heading or a note at the end. Raises Invalid, NotFound."""
    _check(text)
    with transaction.atomic():
        item = _added(filled(Brief, brief_id, user), user, text.kind)
        item.text = text.text.strip()
        item.save()
    return item


def change_text(brief_id: int, item_id: int, text: BriefText, user: User) -> None:
    """Change a heading or a note. Raises NotFound, and Invalid with ``CHANGED_MEANWHILE`` if it is
    no longer the version that the user has read.
    """
    with transaction.atomic():
        item = item_in(filled(Brief, brief_id, user), item_id)
        _check(BriefText(kind=item.kind, text=text.text))
        if item.version != text.version:
            raise Invalid([FieldError("text", "", BriefProblem.CHANGED_MEANWHILE)])
        item.text, item.version = text.text.strip(), item.version + 1
        item.save(update_fields=("text", "version"))


def move_item(brief_id: int, item_id: int, place: int, user: User) -> None:
    """Move an item to a place, counted from 1. Raises NotFound."""
    with transaction.atomic():
        brief = filled(Brief, brief_id, user)
        moved = item_in(brief, item_id)
        others = [each for each in brief.items.all() if each.pk != moved.pk]
        at = max(0, place - 1)
        _number([*others[:at], moved, *others[at:]])


def order_items(brief_id: int, ids: Sequence[int], user: User) -> None:
    """Put all items into this order.

    Raises NotFound, and Invalid if these are not all items of the brief, each once.
    """
    with transaction.atomic():
        items = {each.pk: each for each in filled(Brief, brief_id, user).items.all()}
        if len(ids) != len(items) or set(ids) != set(items):
            raise Invalid([FieldError("items", "", BriefProblem.ORDER_DIFFERS)])
        _number(items[each] for each in ids)


def remove_item(brief_id: int, item_id: int, version: int, user: User) -> BriefItem | None:
    """Remove an item; return the one that took its place, the last one if none did, None if none is
    left. Raises NotFound, and Invalid if its text was changed meanwhile.
    """
    with transaction.atomic():
        brief = filled(Brief, brief_id, user)
        item = item_in(brief, item_id)
        if item.version != version:
            raise Invalid([FieldError("text", "", BriefProblem.CHANGED_BEFORE)])
        item.delete()
        left = list(brief.items.all())
        _number(left)
    return next((each for each in left if each.place == item.place), left[-1] if left else None)


def item_in(brief: Brief, item_id: int) -> BriefItem:
    """Return an item of a brief. Raises NotFound."""
    item = brief.items.filter(pk=item_id).first()
    if item is None:
        raise NotFound("item of the brief", item_id)
    return item


def renew_story(item: BriefItem, captured: Captured) -> None:
    """Save how a story is now; other items have nothing of it."""
    item.story, item.reports = captured.story, captured.reports
    item.contradictions = captured.contradictions
    item.more_reports = item.more_contradictions = 0
    item.save()


def replace_sources(item: BriefItem, sources: Sequence[BriefSource]) -> None:
    """Put new sources in the place of those that an item has."""
    item.sources.all().delete()
    _keep_sources(item, sources)


def count_sources(ids: Collection[str]) -> dict[str, int]:
    """Return how many sources of briefs are among these documents."""
    return {"briefed": count_each(BriefSource, "document_id", ids)}


def erase_sources(ids: Collection[str]) -> dict[str, int]:
    """Forget all that briefs have of these documents but that there was one; return how many."""
    return {"briefed": BriefSource.objects.filter(document_id__in=ids).update(**_NOTHING)}


def _added(brief: Brief, user: User, kind: str) -> BriefItem:
    count = brief.items.count()
    if count >= MAX_ITEMS:
        raise Invalid([_limit(BriefProblem.BRIEF_FULL, MAX_ITEMS)])
    return BriefItem(
        brief=brief, place=count + 1, kind=kind, added_by=user.username, added=timezone.now()
    )


def _keep_sources(item: BriefItem, sources: Sequence[BriefSource]) -> None:
    for place, source in enumerate(sources):
        source.item, source.place = item, place
    BriefSource.objects.bulk_create(sources)


def _number(items: Iterable[BriefItem]) -> None:
    rows = list(items)
    for place, item in enumerate(rows, 1):
        item.place = place
    BriefItem.objects.bulk_update(rows, ("place",))


def _check(text: BriefText) -> None:
    most = MAX_HEADING if text.kind == ItemKind.HEADING else MAX_TEXT
    if text.kind not in (ItemKind.HEADING, ItemKind.NOTE):
        choices = {"choices": f"{ItemKind.HEADING}, {ItemKind.NOTE}"}
        raise Invalid([FieldError("kind", text.kind, ErrorCode.NOT_A_CHOICE, choices)])
    if not text.text.strip():
        raise Invalid([FieldError("text", "", BriefProblem.TEXT_MISSING)])
    if "\0" in text.text:
        raise Invalid([FieldError("text", "", BriefProblem.NULL_CHARACTER)])
    if len(text.text) > most:
        raise Invalid([FieldError("text", text.text, ErrorCode.TOO_LONG, {"limit": most})])


def _limit(code: BriefProblem, limit: int) -> FieldError:
    return FieldError("", "", code, {"limit": limit})
