"""What edits add to Newsloom."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hooks.answers import Entry
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from django.urls import URLPattern


@hookimpl
def routes() -> "Sequence[URLPattern]":
    """Return the page of edits."""
    from features.edits.urls import urlpatterns

    return urlpatterns


@hookimpl
def navigation() -> Sequence[Entry]:
    """Return the tab beside names."""
    from features.edits.labels import EDITS
    from storage.database.people.rights import Right

    return [Entry(right=Right.SEARCH, label=EDITS, route="edits", place=47, group="explore")]
