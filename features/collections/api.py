"""The collections that a user may see, with their documents, notes and tags."""

from datetime import datetime
from typing import Annotated

from django.http import HttpRequest
from ninja import Field, Path, Query, Schema

from features.collections import many, store
from features.collections.kind import COLLECTIONS
from features.collections.models import CollectedDocument, Collection
from features.collections.store import KeptDocument
from storage.database.people.rights import Right
from webui.api.access import right
from webui.api.problems import answers
from webui.api.schemas import MAX_NUMBER, Strict
from webui.owned.api import OwnedHead, owned_router, seen
from webui.rights import user_of

CollectionId = Annotated[int, Path(ge=1, le=MAX_NUMBER, description="Id of a collection.")]


class CollectionHead(OwnedHead):
    """A collection without its documents."""

    size: int = Field(description="The number of its documents.")


class EntryOut(Schema):
    """A document in a collection.

    It may be gone from the store: `GET /documents/{id}` then answers 404.
    """

    document: str = Field(description="The id of the document.")
    title: str
    url: str
    site: str
    lang: str
    published: datetime | None
    note: str
    tags: list[str]
    added_by: str
    added: datetime


class EntriesQuery(Schema):
    """The page of a collection's documents."""

    tag: str = Field(
        "", max_length=300, description="Only documents to which a user gave this tag."
    )
    size: int = Field(100, ge=1, le=1_000, description="Documents on a page.")
    offset: int = Field(
        0, ge=0, le=MAX_NUMBER, description="Documents to leave out at the beginning."
    )


class CollectionOut(CollectionHead):
    """A collection with one page of its documents, last added first.

    `size` counts all that were asked for.
    """

    documents: list[EntryOut]


class DocumentsIn(Strict):
    """Documents to add, those that come first at the top of the collection."""

    documents: list[Annotated[str, Field(max_length=64)]] = Field(
        min_length=1, max_length=many.MAX_AT_ONCE, description="Ids of documents."
    )


class AddedOut(Schema):
    """What became of the documents."""

    added: int
    known: int = Field(description="Those that were there before; their notes stay.")
    gone: int = Field(description="Those that are no longer stored.")


router = owned_router(
    COLLECTIONS,
    {"list": "Return your collections and those that others share."},
    out=CollectionHead,
    shown=CollectionHead.fields_of,
    heads=CollectionHead,
)


@router.get(
    "/collections/{collection_id}",
    auth=right(Right.SEARCH),
    response=answers({200: CollectionOut}, 404),
)
def collection(
    request: HttpRequest, collection_id: CollectionId, asked: Query[EntriesQuery]
) -> CollectionOut:
    """Return a collection and its documents."""
    found = seen(request, Collection, collection_id)
    rows = store.documents_in(found, asked.tag)
    found.size = len(rows)
    shown = rows[asked.offset : asked.offset + asked.size]
    head = CollectionHead.fields_of(found, request)
    return CollectionOut(**head, documents=[_entry(row) for row in shown])


@router.post(
    "/collections/{collection_id}/documents",
    auth=right(Right.SEARCH),
    response=answers({200: AddedOut}, 400, 404),
)
def add_documents(
    request: HttpRequest, collection_id: CollectionId, content: DocumentsIn
) -> AddedOut:
    """Add documents to a collection that you may fill, all or none."""
    user, ids = user_of(request), list(dict.fromkeys(content.documents))
    read = many.read_chosen(ids)
    added = store.add_documents(collection_id, [KeptDocument.of(each) for each in read], user)
    return AddedOut(added=added, known=len(read) - added, gone=len(ids) - len(read))


def _entry(row: CollectedDocument) -> EntryOut:
    return EntryOut(
        document=row.document_id,
        title=row.title,
        url=row.url,
        site=row.site,
        lang=row.lang,
        published=row.published,
        note=row.note,
        tags=row.tags,
        added_by=row.added_by,
        added=row.added,
    )
