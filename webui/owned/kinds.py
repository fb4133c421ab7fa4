"""The kinds of what users own, each a tab of the desk. Features bring theirs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hooks.answers import Entry
from hooks.features import Features
from hooks.process import features
from storage.database.people.rights import Right

if TYPE_CHECKING:
    from storage.database.owned.models import Owned
    from webui.owned.forms import OwnedForm


@dataclass(frozen=True, kw_only=True)
class OwnedKind:
    """A kind: a table, a form and the template of the page of one.

    The name of the list's address is ``code``, that of one's page is ``noun``; ``noun_share`` and
    ``noun_delete`` are those of what the desk does with one.

    Attributes:
        model: Its table.
        form: The form of its name and sharing.
        code: What it is called in addresses, in the plural.
        noun: The same in the singular.
        address: The beginning of its addresses, "" for ``code``.
        place: Where its tab stands: those of the core have the places 10, 20 and so on.
        label: What people call it, in the plural.
        new: The heading of the form of a new one, "" if one is not made here.
        opens: The name of the address that a new one opens, "" for ``noun``.
        columns: The headings of its list, behind that of the name.
        row: The template of a row of that list, given ``thing`` and ``details``.
        details: Returns what the row shows of one beside its columns.
        group: Returns the heading above one in the list, "" for ``ungrouped``.
        ungrouped: The heading of those of no group, if others have one.
        links: The names of addresses that the list leads to, with what people call them.
        empty: What the list says if there is none, and how to get one.
        lost: What goes with one that is deleted.
        shared: What others can do with one that is shared, "" if its form says that.
        feed: What the feed of one has, "" if there are no feeds.
    """

    model: type["Owned"]
    form: type["OwnedForm"]
    code: str
    noun: str
    address: str = ""
    place: int
    label: object
    new: object = ""
    opens: str = ""
    columns: Sequence[object]
    row: str = "owned/row.html"
    details: Callable[["Owned"], Mapping[str, object]] = lambda _thing: {}
    group: Callable[["Owned"], str] = lambda _thing: ""
    ungrouped: object = ""
    links: Mapping[str, object] = field(default_factory=dict)
    empty: tuple[object, object]
    lost: object
    shared: object = ""
    feed: object = ""

    @property
    def share(self) -> str:
        """Return the name of the address of the form of name and sharing."""
        return f"{self.noun}_share"

    @property
    def set_feed(self) -> str:
        """Return the name of the address that makes the feed of one, or ends it."""
        return f"{self.noun}_set_feed"

    @property
    def delete(self) -> str:
        """Return the name of the address that deletes one."""
        return f"{self.noun}_delete"

    @property
    def entry(self) -> Entry:
        """Return its tab."""
        return Entry(
            right=Right.SEARCH,
            label=self.label,
            route=self.code,
            place=40 + self.place,
            group="desk",
        )


def kinds() -> Sequence[OwnedKind]:
    """Return all kinds in the order of their tabs."""
    return features().once(_kinds)


def _kinds(asked: Features) -> Sequence[OwnedKind]:
    # Its pages ask for the kinds.
    from webui.search.owned_searches import SAVED_SEARCHES

    found = [SAVED_SEARCHES, *asked.ask_for_all("owned_kinds")]
    return sorted(found, key=lambda kind: kind.place)
