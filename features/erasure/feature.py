"""What erasing pages adds to Newsloom."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hooks.answers import Entry, Loop, Part
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from watch.stores import Stores


@hookimpl
def hit_dangers(address: str, user: "User") -> Sequence[Part]:
    """Let administrators erase the hits that are ticked."""
    from storage.database.people.rights import Right

    if not user.has_perm(Right.MANAGE_USERS):
        return []
    return [Part(template="erasure/hit_dangers.html", context={"address": address})]


@hookimpl
def navigation() -> Sequence[Entry]:
    """Return the tab beside users."""
    from features.erasure.labels import ERASE
    from storage.database.people.rights import Right

    return [Entry(right=Right.MANAGE_USERS, label=ERASE, route="erase", place=130, group="users")]


@hookimpl
def commands() -> Mapping[str, str]:
    """Return the command that erases."""
    return {"erase": "features.erasure.command:erase"}


@hookimpl
def alert_loops(stores: "Stores") -> Sequence[Loop]:
    """Carry out what is ordered, and go on after a kill."""
    from features.erasure.eraser import Eraser

    return [Eraser(stores)]
