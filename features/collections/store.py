"""Collections of documents: who may see and change them, and what is in them.

All commands raise Unavailable.

``storage.database.owned`` says who sees and changes which.
"""

from collections.abc import Collection as Many
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Self

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from features.collections.models import CollectedDocument, Collection
from features.collections.problems import CollectionProblem
from storage.database.errors import Invalid, NotFound
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.owned.keeping import filled, save, things_of
from storage.database.sources.validation import is_storable
from storage.documents.port import Document
from storage.tags import read_tags

MAX_DOCUMENTS = 20_000
"""Two orders of the size that hits allow. A page of so many takes a third of a second."""
MAX_TAGS = 20
_MAX_NOTE = 10_000
_MAX_TAG_LENGTH = 60
_MAX_SITE_LENGTH = 255


@dataclass(frozen=True, kw_only=True)
class KeptDocument:
    """What a collection remembers of a document."""

    id: str
    title: str
    url: str
    site: str
    lang: str
    published: datetime | None

    @classmethod
    def of(cls, document: Document) -> Self:
        """Return what it remembers of this one."""
        return cls(
            id=document.id,
            title=document.title,
            url=document.url,
            site=document.site,
            lang=document.lang,
            published=document.published,
        )


@dataclass(frozen=True, kw_only=True)
class Annotation:
    """A user's note about a document in a collection, and its tags."""

    note: str = ""
    tags: tuple[str, ...] = field(default=())


@dataclass(frozen=True, kw_only=True)
class KeptPage:
    """A part of the ``total`` documents of a collection, and the tags that any of these has."""

    rows: Sequence[CollectedDocument]
    total: int
    tags: Sequence[str]


def collections_of(user: User) -> list[Collection]:
    """Return the collections that the user may see, the own ones first, each with ``size``, its
    documents.
    """
    return list(things_of(Collection, user))


def save_collection(
    name: str, sharing: str, user: User, collection_id: int | None = None
) -> Collection:
    """Add a collection, or change one that the user manages. Raises ValidationError, NotFound."""
    return save(Collection, user, collection_id, name=name, sharing=sharing)


def entry_of(
    collection: Collection, document: KeptDocument, user: User, now: datetime
) -> CollectedDocument:
    """Return the row of a document that a user adds, not saved yet."""
    return CollectedDocument(
        collection=collection,
        document_id=document.id,
        title=document.title,
        url=document.url,
        site=document.site[:_MAX_SITE_LENGTH],
        lang=document.lang[:16],
        published=document.published,
        added_by=user.username,
        added=now,
    )


def end_feeds_of(user: User) -> None:
    """Remove the feeds of a user's own collections."""
    Collection.objects.filter(owner=user).update(feed_key="")


def add_document(collection_id: int, document: KeptDocument, user: User) -> bool:
    """Add a document to a collection that the user may fill; return False if it is there.

    Raises Invalid, NotFound.
    """
    with transaction.atomic():
        collection = filled(Collection, collection_id, user)
        rows = CollectedDocument.objects.filter(collection=collection)
        if rows.filter(document_id=document.id).exists():
            return False
        if rows.count() >= MAX_DOCUMENTS:
            raise Invalid([_full(collection)])
        entry_of(collection, document, user, timezone.now()).save()
    return True


def check_room(collection: Collection, documents: Many[str]) -> None:
    """Raise Invalid if a collection cannot take these documents beside those that it has."""
    entries = CollectedDocument.objects.filter(collection=collection)
    known = set(entries.values_list("document_id", flat=True))
    if len(known.union(documents)) > MAX_DOCUMENTS:
        raise Invalid([_full(collection)])


def star(document: KeptDocument, user: User) -> bool:
    """Star a document, or remove its star; return whether it has one now.

    Raises Invalid if there are too many.
    """
    stars = stars_of(user)
    if CollectedDocument.objects.filter(collection=stars, document_id=document.id).delete()[0]:
        return False
    return add_document(stars.pk, document, user)


def stars_of(user: User) -> Collection:
    """Return the collection of the user's stars; create it when it is first needed."""
    return Collection.objects.get_or_create(owner=user, stars=True, defaults={"name": "Starred"})[0]


def annotate_document(
    collection_id: int, document_id: str, annotation: Annotation, user: User
) -> None:
    """Change note and tags of a document in a collection. Raises Invalid, NotFound."""
    tags = list(read_tags(annotation.tags))
    if problems := check_annotation(annotation):
        raise Invalid(problems)
    with transaction.atomic():
        row = _row(filled(Collection, collection_id, user), document_id)
        row.note = annotation.note.strip()
        row.give_tags(tags)
        row.save(update_fields=("note", "tags", "tag_orders"))


def tag_by_rule(collection_id: int, document_id: str, tags: Sequence[str], user: User) -> None:
    """Give a document that a rule of the user has just added its tags. Raises Invalid, NotFound."""
    given = list(read_tags(tags))
    if problems := check_annotation(Annotation(tags=tuple(tags))):
        raise Invalid(problems)
    with transaction.atomic():
        row = _row(filled(Collection, collection_id, user), document_id)
        row.give_tags(given)
        row.save(update_fields=("tags", "tag_orders"))


def check_annotation(annotation: Annotation) -> list[FieldError]:
    """Return what is wrong with a note and tags."""
    tags = read_tags(annotation.tags)
    problems = []
    if len(annotation.note) > _MAX_NOTE:
        problems.append(FieldError("note", "", CollectionProblem.NOTE_TOO_LONG))
    if len(tags) > MAX_TAGS or any(len(tag) > _MAX_TAG_LENGTH for tag in tags):
        problems.append(FieldError("tags", "", CollectionProblem.TAGS_TOO_LONG))
    broken = [tag for tag in tags if not is_storable(tag)]
    problems += [FieldError("tags", ascii(tag), ErrorCode.CONTROL_CHARACTERS) for tag in broken]
    return problems


def remove_document(collection_id: int, document_id: str, user: User) -> bool:
    """Take a document out of a collection; return whether it was there. Raises NotFound."""
    with transaction.atomic():
        collection = filled(Collection, collection_id, user)
        rows = CollectedDocument.objects.filter(collection=collection, document_id=document_id)
        return bool(rows.delete()[0])


def documents_in(collection: Collection, tag: str = "") -> Sequence[CollectedDocument]:
    """Return the documents of a collection, last added first; ``tag``: only those with it."""
    rows = list(CollectedDocument.objects.filter(collection=collection))
    if tag:
        return [row for row in rows if tag in row.tags]
    return rows


def page_of(collection: Collection, tag: str, start: int, most: int) -> KeptPage:
    """Return a part of the documents of a collection, last added first; ``tag``: only those with
    it.
    """
    entries = CollectedDocument.objects.filter(collection=collection)
    tagged = list(entries.values_list("pk", "tags"))
    chosen = [(number, tags) for number, tags in tagged if not tag or tag in tags]
    shown = [number for number, _tags in chosen[start : start + most]]
    return KeptPage(
        rows=list(entries.filter(pk__in=shown)),
        total=len(chosen),
        tags=sorted({each for _number, tags in chosen for each in tags}),
    )


def starred_among(document_ids: Many[str], user: User) -> set[str]:
    """Return which of these documents the user has starred."""
    rows = CollectedDocument.objects.filter(
        collection__owner=user, collection__stars=True, document_id__in=document_ids
    )
    return set(rows.values_list("document_id", flat=True))


def places_of(document_id: str, user: User) -> list[CollectedDocument]:
    """Return the document's entries in the collections that the user may see, with these."""
    rows = CollectedDocument.objects.filter(
        document_id=document_id, collection__in=Collection.visible_to(user)
    )
    return list(
        rows.select_related("collection", "collection__owner").order_by("collection__name", "pk")
    )


def _row(collection: Collection, document_id: str) -> CollectedDocument:
    rows = CollectedDocument.objects.select_for_update()
    row = rows.filter(collection=collection, document_id=document_id).first()
    if row is None:
        raise NotFound("document in the collection", document_id)
    return row


def _full(collection: Collection) -> FieldError:
    limit = {"limit": MAX_DOCUMENTS}
    return FieldError("collection", collection.name, CollectionProblem.COLLECTION_FULL, limit)
