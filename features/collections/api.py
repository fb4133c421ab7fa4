"""The collections that a user may see, with their documents, notes and tags."""

from datetime import datetime
from typing import Annotated

from django.http import HttpRequest
from ninja import Field, Path, Query, Schema

from features.collections import many, orders, store
from features.collections.kind import COLLECTIONS
from features.collections.models import (
    CollectedDocument,
    Collection,
    CollectionOrder,
    OrderState,
    Outcome,
)
from features.collections.progress import progress_of
from storage.database.errors import NotFound
from storage.database.people.rights import Right
from webui.api.access import right
from webui.api.problems import answers
from webui.api.schemas import MAX_NUMBER, Strict
from webui.owned.api import OwnedHead, owned_router, seen
from webui.rights import user_of
from webui.search.services import documents

OrderId = Annotated[int, Path(ge=1, le=MAX_NUMBER, description="Number of an order.")]
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
    tags: list[Annotated[str, Field(max_length=300)]] = Field(
        [],
        max_length=store.MAX_TAGS,
        description="Tags for all of them, also for those that are in the collection.",
    )


class OrderOut(Schema):
    """An order to add documents, and what became of them so far.

    Up to 1,000 that are stored are added before the answer; more are added in the background.
    """

    order: int = Field(description="Its number, for `/collection-orders/{order}`.")
    collection: int
    state: OrderState
    waiting: int = Field(description="Those that are still to be looked at.")
    added: int
    known: int = Field(description="Those that were there before; their notes stay.")
    tagged: int = Field(description="Those of them that got tags.")
    gone: int = Field(description="Those that are no longer stored.")
    refused: int = Field(
        description="Those for which there was no room or, while they were added, no right."
    )
    removed: int = Field(description="Those that were taken out again when it was undone.")


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
    page = store.page_of(found, asked.tag, asked.offset, asked.size)
    found.size = page.total
    head = CollectionHead.fields_of(found, request)
    return CollectionOut(**head, documents=[_entry(row) for row in page.rows])


@router.post(
    "/collections/{collection_id}/documents",
    auth=right(Right.SEARCH),
    response=answers({200: OrderOut}, 400, 404),
)
def add_documents(
    request: HttpRequest, collection_id: CollectionId, content: DocumentsIn
) -> OrderOut:
    """Add documents to a collection that you may fill, and tag them; all or none are ordered."""
    ids = list(dict.fromkeys(content.documents))
    stored = {each.id for each in documents.listed(ids)}
    kept = [each for each in ids if each in stored]
    order = orders.place(collection_id, kept, len(ids), user_of(request), tags=content.tags)
    return _order(many.carried_out(order))


@router.get(
    "/collection-orders/{order_id}",
    auth=right(Right.SEARCH),
    response=answers({200: OrderOut}, 404),
)
def collection_order(request: HttpRequest, order_id: OrderId) -> OrderOut:
    """Return how far an order of yours is. It is kept for a week."""
    order = orders.find_order(order_id, user_of(request))
    if order is None:
        raise NotFound("order", order_id)
    return _order(order)


@router.post(
    "/collection-orders/{order_id}/undo",
    auth=right(Right.SEARCH),
    response=answers({200: OrderOut}, 404),
)
def undo_order(request: HttpRequest, order_id: OrderId) -> OrderOut:
    """Take out what an order of yours added, and the tags that it gave; notes stay, and what was
    put back since. An order that is undone stays as it is.
    """
    return _order(many.carried_out(orders.begin_to_undo(order_id, user_of(request))))


def _order(order: CollectionOrder) -> OrderOut:
    progress = progress_of(order)
    of = progress.counts
    return OrderOut(
        order=order.pk,
        collection=order.collection_id,
        state=OrderState(order.state),
        waiting=progress.left,
        added=of[Outcome.ADDED],
        known=progress.known,
        tagged=of[Outcome.TAGGED],
        gone=of[Outcome.GONE],
        refused=of[Outcome.FULL] + of[Outcome.FORBIDDEN],
        removed=of[Outcome.REMOVED],
    )


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
