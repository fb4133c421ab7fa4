"""Commands and queries for collections; only these touch tables and stores."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from django.contrib.auth.models import User
from django.db import transaction

from features.collections import store
from features.collections.models import CollectedDocument, Collection
from storage.database.errors import NotFound
from storage.database.people.rights import Right
from storage.documents.highlight import hits
from storage.documents.port import Hit
from storage.documents.query_tree import Query
from storage.documents.uses import forbidding
from webui.apps import stores
from webui.search.export_rows import ExportRow

FEED_SIZE = 50
_MAX_LOOKED_UP = 2 * FEED_SIZE


@dataclass(frozen=True, kw_only=True)
class CollectionPlace:
    """A collection that has a document, and whether the user may change it."""

    entry: CollectedDocument
    may_fill: bool


@dataclass(frozen=True, kw_only=True)
class DocumentPlaces:
    """Where a document is kept, and where the user can add it."""

    is_starred: bool
    places: tuple[CollectionPlace, ...]
    others: tuple[Collection, ...]


@dataclass(frozen=True, kw_only=True)
class CollectionEntry:
    """A document of a collection; ``is_gone`` if the store no longer has it."""

    kept: CollectedDocument
    is_gone: bool


def document_places(document_id: str, user: User) -> DocumentPlaces:
    """Return where a document is kept."""
    places = tuple(
        CollectionPlace(entry=each, may_fill=each.collection.may_be_filled_by(user))
        for each in store.places_of(document_id, user)
    )
    full = {place.entry.collection_id for place in places}
    return DocumentPlaces(
        is_starred=any(place.entry.collection.stars and place.may_fill for place in places),
        places=places,
        others=tuple(
            each
            for each in store.collections_of(user)
            if each.pk not in full and not each.stars and each.may_be_filled_by(user)
        ),
    )


def star(document_id: str, user: User) -> bool:
    """Star a document or remove its star; return whether it has one now.

    Raises Invalid, NotFound.
    """
    return store.star(_kept(document_id), user)


def collect(document_id: str, collection_id: int, name: str, user: User) -> bool:
    """Add a document to a collection or to a new one of this name; return False if it is there.

    Raises Invalid, ValidationError, NotFound.
    """
    kept = _kept(document_id)
    with transaction.atomic():
        if name:
            collection_id = store.save_collection(name, "private", user).pk
        return store.add_document(collection_id, kept, user)


def entries(rows: Sequence[CollectedDocument]) -> list[CollectionEntry]:
    """Return the documents of one page of a collection. Each is looked up in the store."""
    documents = stores().documents()
    return [
        CollectionEntry(kept=row, is_gone=documents.get(row.document_id) is None) for row in rows
    ]


def may_leave(row: CollectedDocument) -> bool:
    """Return whether a document may be exported, or is no longer there."""
    document = stores().documents().get(row.document_id)
    obeyed = stores().settings.obey_rights
    return document is None or not forbidding(document.rights, "export", obeyed)


def to_export(rows: Sequence[CollectedDocument]) -> Iterator[ExportRow]:
    """Yield the documents that the store still has, with the tags and notes that users gave
    them.
    """
    for row in rows:
        document = stores().documents().get(row.document_id)
        if document is not None:
            tags = tuple(dict.fromkeys((*document.tags, *row.tags)))
            yield ExportRow(document=replace(document, tags=tags), note=row.note)


def newest(collection: Collection) -> list[Hit]:
    """Return the documents for the feed, last added first."""
    found = to_export(store.documents_in(collection)[:_MAX_LOOKED_UP])
    newest_found = islice(found, FEED_SIZE)
    return list(hits(((row.document, 0.0, 0) for row in newest_found), Query()))


def may_publish(collection: Collection) -> bool:
    """Return whether the feed of a collection works: its owner may still search."""
    owner = collection.owner
    return owner is not None and owner.is_active and owner.has_perm(Right.SEARCH)


def _kept(document_id: str) -> store.KeptDocument:
    document = stores().documents().get(document_id)
    if document is None:
        raise NotFound("document", document_id)
    return store.KeptDocument.of(document)
