"""The parameters of the list of stories: those of a search, and an order of stories."""

from dataclasses import dataclass, replace
from typing import Self, get_args

from django.http import QueryDict
from django.utils.translation import gettext as _

from features.stories.store.stories import Order
from webui.address_fields import AddressFields
from webui.search.params import SearchParams

ORDERS: tuple[Order, ...] = get_args(Order)


@dataclass(frozen=True, kw_only=True)
class StoryParams(SearchParams):
    """A search for documents whose stories are listed, in an order of stories, and a page of
    them.
    """

    story_order: Order = ORDERS[0]

    @classmethod
    def read(cls, query: QueryDict) -> Self:
        """Read a query string; put a message for each invalid value into ``problems``."""
        asked = AddressFields(query)
        params = cls._of(query, asked)
        order = asked.choice("sort", _("Sort by"), ORDERS) or ORDERS[0]
        return replace(params, story_order=order, problems=tuple(asked.problems))

    def pairs(self) -> list[tuple[str, str]]:
        """Return also the order, so that every link and form keeps it."""
        if self.story_order != ORDERS[0]:
            order = [("sort", self.story_order)]
        else:
            order = []
        return [*super().pairs(), *order]

    def ordered(self, order: Order) -> str:
        """Return the address of the list in another order."""
        return self._address(story_order=order)
