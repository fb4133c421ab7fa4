"""Orders to put many documents into a collection at once, with tags: placed once, carried out in
parts until they are done, and undone as one. A part is one transaction, so that a kill leaves
nothing half done, and nothing is done twice.

All commands raise Unavailable.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Exists, Model, OuterRef, Q, QuerySet
from django.utils import timezone

from features.collections import store
from features.collections.models import (
    CollectedDocument,
    Collection,
    CollectionOrder,
    OrderedDocument,
    OrderState,
    Outcome,
)
from features.collections.store import KeptDocument
from storage.database.errors import Invalid, NotFound
from storage.database.owned.keeping import filled, find
from storage.database.people.rights import may_search
from storage.documents.meaning import among
from storage.documents.port import Document, Documents, SearchRequest
from storage.documents.query_tree import Query
from storage.parts import AT_ONCE, in_parts
from storage.tags import read_tags

IN_A_REQUEST = 1_000
"""The most documents that are put into a collection or taken out while a user waits: one or two
seconds.
"""
KEPT = timedelta(days=7)
"""How long an order can be undone, and is kept for that."""
_A_PART = 500
"""Documents of a transaction: few enough that others wait for less than a second."""
_UNFINISHED = (OrderState.DOING, OrderState.UNDOING)
_PUT = (Outcome.ADDED, Outcome.TAGGED)
_LEFT = {OrderState.DOING: (Outcome.WAITS,), OrderState.UNDOING: _PUT}
"""The outcomes of documents with which something is still to be done, by the order's state."""


def place(
    collection_id: int, documents: Sequence[str], planned: int, user: User, *, tags: Sequence[str]
) -> CollectionOrder:
    """Order that documents are put into a collection that the user may fill, those that come first
    at its top.

    Args:
        collection_id: The collection.
        documents: Their ids.
        planned: How many were chosen; the others are not stored any more.
        user: Who orders it.
        tags: What each of them gets, also if it is there.

    Raises Invalid if they are too many, or the tags are, and NotFound; then nothing is ordered.
    """
    given = list(read_tags(tags))
    if problems := store.check_annotation(store.Annotation(tags=tuple(given))):
        raise Invalid(problems)
    with transaction.atomic():
        collection = filled(Collection, collection_id, user)
        store.check_room(collection, documents)
        order = CollectionOrder.objects.create(
            collection=collection, user=user, tags=given, planned=planned
        )
        OrderedDocument.objects.bulk_create(
            [OrderedDocument(order=order, document_id=each) for each in documents],
            batch_size=AT_ONCE,
        )
    return order


def begin_to_undo(order_id: int, user: User) -> CollectionOrder:
    """Order that what a user's order did is taken back; what it has not done yet is left. One that
    is undone stays as it is.

    Raises NotFound for an order of somebody else, and one that is too old.
    """
    with transaction.atomic():
        order = find_order(order_id, user)
        if order is not None and order.is_undone:
            return order
        if order is None or not may_be_undone(order):
            raise NotFound("order", order_id)
        filled(Collection, order.collection_id, user)
        order.state, order.finished = OrderState.UNDOING, None
        order.save(update_fields=("state", "finished"))
    return order


def may_be_undone(order: CollectionOrder) -> bool:
    """Return whether an order is young enough, and not undone."""
    return not order.is_undone and order.created > timezone.now() - KEPT


def find_order(order_id: int, user: User) -> CollectionOrder | None:
    """Return an order of a user."""
    orders = CollectionOrder.objects.select_related("user")
    return orders.filter(pk=order_id, user=user).first()


def last_order(collection: Collection, user: User) -> CollectionOrder | None:
    """Return the user's last order for a collection that is being carried out, or that did
    something and can be undone.
    """
    put = OrderedDocument.objects.filter(order=OuterRef("pk"), outcome__in=_PUT)
    is_undoable = Q(Exists(put), state=OrderState.DONE, created__gt=timezone.now() - KEPT)
    own = CollectionOrder.objects.filter(collection=collection, user=user)
    return own.select_related("user").filter(Q(state__in=_UNFINISHED) | is_undoable).last()


def forget_old() -> None:
    """Delete the orders that can no longer be undone; what they put stays."""
    old = CollectionOrder.objects.filter(created__lt=timezone.now() - KEPT)
    old.exclude(state__in=_UNFINISHED).delete()


def outcomes_of(order: CollectionOrder) -> Mapping[str, int]:
    """Return how many documents of an order have which outcome, with those that wait; those that
    were erased since are gone.
    """
    rows = OrderedDocument.objects.filter(order=order).values_list("outcome")
    counts = Counter(dict(rows.annotate(Count("pk")).order_by()))
    counts[Outcome.GONE] += order.planned - counts.total()
    return counts


def fits_in_a_request(order: CollectionOrder) -> bool:
    """Return whether what is left of an order takes a moment."""
    return _left(order).count() <= IN_A_REQUEST


def carry_out(order: CollectionOrder, documents: Documents) -> Iterator[CollectionOrder]:
    """Do what is left of an order; yield it after each part. Calling it again goes on; an order
    that is done is yielded once.

    Raises Unavailable and Refused.
    """
    is_left = True
    while is_left:
        with transaction.atomic():
            # Whoever carries it out too waits here, and finds what is left then.
            found = CollectionOrder.objects.select_for_update().filter(pk=order.pk).first()
            if found is None:
                return  # Somebody has deleted the collection.
            is_left = _do_a_part(found, documents)
        yield found


def _do_a_part(order: CollectionOrder, documents: Documents) -> bool:
    """Do a part of an order, and note when it is done; return whether some is left."""
    if order.state not in _UNFINISHED:
        return False
    is_put = order.state == OrderState.DOING
    is_left = _put_some(order, documents) if is_put else _take_some(order)
    if not is_left:
        order.state = OrderState.DONE if is_put else OrderState.UNDONE
        order.finished = timezone.now()
        order.save(update_fields=("state", "finished"))
    return is_left


def _put_some(order: CollectionOrder, documents: Documents) -> bool:
    """Put a part of the documents into the collection; return whether some are left."""
    rows = _next(order)
    if not rows:
        return False
    collection = find(Collection, order.collection_id, order.user)
    if collection is None or not (
        may_search(order.user) and collection.may_be_filled_by(order.user)
    ):
        # Somebody stopped sharing it, or whoever ordered this has left.
        _left(order).update(outcome=Outcome.FORBIDDEN)
        return False
    stored = _stored(documents, [row.document_id for row in rows])
    known = _entries(order, rows)
    size = CollectedDocument.objects.filter(collection=collection).count()
    added: list[CollectedDocument] = []
    tagged: list[CollectedDocument] = []
    for row in rows:
        entry, document = known.get(row.document_id), stored.get(row.document_id)
        if document is None:
            row.outcome = Outcome.GONE
        elif entry is not None:
            row.outcome, row.tags = _tag(entry, order)
            tagged += [entry] if row.outcome == Outcome.TAGGED else []
        elif size + len(added) >= store.MAX_DOCUMENTS:
            row.outcome = Outcome.FULL
        else:
            kept = KeptDocument.of(document)
            entry = store.entry_of(collection, kept, order.user, order.created)
            entry.tags, entry.order_number = order.tags, order.pk
            entry.tag_orders = dict.fromkeys(order.tags, order.pk)
            added.append(entry)
            row.outcome, row.tags = Outcome.ADDED, order.tags
    CollectedDocument.objects.bulk_create(added, batch_size=AT_ONCE)
    _save(CollectedDocument, tagged, "tags", "tag_orders")
    _save(OrderedDocument, rows, "outcome", "tags")
    return True


def _take_some(order: CollectionOrder) -> bool:
    """Take back a part of what was put; return whether some is left."""
    rows = _next(order)
    if not rows:
        return False
    known = _entries(order, rows)
    untagged, removed = [], []
    for row in rows:
        entry, was_added = known.get(row.document_id), row.outcome == Outcome.ADDED
        row.outcome = Outcome.REMOVED if was_added else Outcome.UNTAGGED
        if entry is None:
            continue
        taken = [each for each in row.tags if entry.tag_orders.get(each) == order.pk]
        entry.give_tags([each for each in entry.tags if each not in taken])
        is_mine = was_added and entry.order_number == order.pk
        if is_mine and not (entry.note or entry.tags):
            removed.append(entry.pk)
            continue
        if was_added or not taken:
            row.outcome = Outcome.KEPT
        untagged.append(entry)
    for some in in_parts(removed):
        CollectedDocument.objects.filter(pk__in=some).delete()
    _save(CollectedDocument, untagged, "tags", "tag_orders")
    _save(OrderedDocument, rows, "outcome")
    return True


def _left(order: CollectionOrder) -> QuerySet[OrderedDocument]:
    outcomes = _LEFT.get(OrderState(order.state), ())
    return OrderedDocument.objects.filter(order=order, outcome__in=outcomes)


def _next(order: CollectionOrder) -> list[OrderedDocument]:
    # The last ones first: a collection shows on top what was added last. Locked, so that who erases
    # them meanwhile finds what this part adds.
    return list(_left(order).select_for_update().order_by("-pk")[:_A_PART])


def _entries(
    order: CollectionOrder, rows: Sequence[OrderedDocument]
) -> dict[str, CollectedDocument]:
    """Return the entries of the collection for these documents, by document."""
    ids = [row.document_id for row in rows]
    entries = CollectedDocument.objects.select_for_update().filter(
        collection=order.collection_id, document_id__in=ids
    )
    return {each.document_id: each for each in entries}


def _save(model: type[Model], rows: Sequence[Any], *fields: str) -> None:
    """Store fields of rows: most get the same values, so that one statement writes a hundred."""
    alike: dict[str, list[Any]] = {}
    for row in rows:
        alike.setdefault(repr([getattr(row, each) for each in fields]), []).append(row)
    for same in alike.values():
        values = {each: getattr(same[0], each) for each in fields}
        for some in in_parts([row.pk for row in same]):
            model._default_manager.filter(pk__in=some).update(**values)


def _stored(documents: Documents, ids: Sequence[str]) -> dict[str, Document]:
    """Return those of these documents that are stored, without their content."""
    request = among(SearchRequest(query=Query()), tuple(ids))
    return {each.id: each for each in documents.draw(request, "", len(ids))}


def _tag(entry: CollectedDocument, order: CollectionOrder) -> tuple[Outcome, list[str]]:
    """Give an entry the tags that it has not; return what became of it, and which these are."""
    new = [each for each in order.tags if each not in entry.tags]
    if not new:
        return Outcome.KNOWN, []
    if len(entry.tags) + len(new) > store.MAX_TAGS:
        return Outcome.OVERTAGGED, []
    entry.tags = [*entry.tags, *new]
    entry.tag_orders |= dict.fromkeys(new, order.pk)
    return Outcome.TAGGED, new
