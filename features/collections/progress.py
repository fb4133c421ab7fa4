"""How far an order is, and what became of its documents, in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.formats import localize
from django.utils.translation import ngettext

from features.collections import orders
from features.collections.models import Collection, CollectionOrder, Outcome
from storage.database.owned.keeping import find

_TAKEN_BACK = (Outcome.REMOVED, Outcome.UNTAGGED, Outcome.KEPT)


@dataclass(frozen=True, kw_only=True)
class OrderProgress:
    """An order with what became of so many of its documents. ``collection`` is None if it is no
    longer shared with who placed the order.
    """

    order: CollectionOrder
    counts: Mapping[str, int]
    collection: Collection | None

    @property
    def is_working(self) -> bool:
        """Return whether something is still to be done."""
        return self.order.finished is None

    @property
    def may_be_undone(self) -> bool:
        """Return whether there is something that can be taken back, by who placed the order."""
        if self.collection is None or not self.collection.may_be_filled_by(self.order.user):
            return False
        # An order that found everything in the collection already has nothing to take back.
        return orders.may_be_undone(self.order) and self.put + self.waiting > 0

    @property
    def waiting(self) -> int:
        """How many documents are still to be looked at."""
        return self.counts[Outcome.WAITS]

    @property
    def put(self) -> int:
        """How many documents were added or tagged, and are to be taken back if it is undone."""
        return self.counts[Outcome.ADDED] + self.counts[Outcome.TAGGED]

    @property
    def known(self) -> int:
        """How many documents were in the collection before."""
        of = self.counts
        return of[Outcome.KNOWN] + of[Outcome.TAGGED] + of[Outcome.OVERTAGGED]

    @property
    def left(self) -> int:
        """How many documents this still takes."""
        if self.order.is_undone:
            return self.put
        return self.waiting

    @property
    def total(self) -> int:
        """How many documents this takes in all: if it is undone, those that were put."""
        if not self.order.is_undone:
            return self.order.planned
        return self.put + sum(self.counts[each] for each in _TAKEN_BACK)

    @property
    def done(self) -> int:
        """How many documents are done."""
        return self.total - self.left

    @property
    def lines(self) -> list[str]:
        """What was done, and what was not, a sentence each."""
        return [text % {"n": localize(count)} for count, text in self._said()]

    @property
    def told(self) -> str:
        """The same in one line."""
        return " ".join(self.lines)

    def _said(self) -> Iterator[tuple[int, str]]:
        """Yield how many documents had an outcome, and what is said of them; the first is said if
        there are none, too.
        """
        first, *others = self._taken_back() if self.order.is_undone else self._put()
        yield first
        yield from (each for each in others if each[0])

    def _put(self) -> list[tuple[int, str]]:
        of = self.counts
        added, tagged, many = of[Outcome.ADDED], of[Outcome.TAGGED], of[Outcome.OVERTAGGED]
        gone, full, forbidden = of[Outcome.GONE], of[Outcome.FULL], of[Outcome.FORBIDDEN]
        return [
            (added, ngettext("%(n)s document was added.", "%(n)s documents were added.", added)),
            (
                self.known,
                ngettext("%(n)s was there before.", "%(n)s were there before.", self.known),
            ),
            (
                tagged,
                ngettext("%(n)s of these was tagged.", "%(n)s of these were tagged.", tagged),
            ),
            (
                many,
                ngettext(
                    "%(n)s of these has too many tags to take more.",
                    "%(n)s of these have too many tags to take more.",
                    many,
                ),
            ),
            (gone, ngettext("%(n)s is no longer stored.", "%(n)s are no longer stored.", gone)),
            (
                full,
                ngettext(
                    "%(n)s was not added: the collection is full.",
                    "%(n)s were not added: the collection is full.",
                    full,
                ),
            ),
            (
                forbidden,
                ngettext(
                    "%(n)s was not added: you may no longer change this collection.",
                    "%(n)s were not added: you may no longer change this collection.",
                    forbidden,
                ),
            ),
        ]

    def _taken_back(self) -> list[tuple[int, str]]:
        removed, kept = self.counts[Outcome.REMOVED], self.counts[Outcome.KEPT]
        untagged = self.counts[Outcome.UNTAGGED]
        return [
            (
                removed,
                ngettext(
                    "%(n)s document was taken out.", "%(n)s documents were taken out.", removed
                ),
            ),
            (
                kept,
                ngettext(
                    "%(n)s stays: it has a note or a tag, or was put back since.",
                    "%(n)s stay: they have a note or a tag, or were put back since.",
                    kept,
                ),
            ),
            (
                untagged,
                ngettext(
                    "%(n)s that was there before lost the tags again.",
                    "%(n)s that were there before lost the tags again.",
                    untagged,
                ),
            ),
        ]


def progress_of(order: CollectionOrder) -> OrderProgress:
    """Return how far an order is. Raises Unavailable."""
    return OrderProgress(
        order=order,
        counts=orders.outcomes_of(order),
        collection=find(Collection, order.collection_id, order.user),
    )
