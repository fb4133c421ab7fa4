"""What edits add to Newsloom."""

from collections.abc import Sequence

from hooks.answers import Entry
from hooks.specifications import hookimpl


@hookimpl
def navigation() -> Sequence[Entry]:
    """Return the tab beside names."""
    from features.edits.labels import EDITS
    from storage.database.people.rights import Right

    return [Entry(right=Right.SEARCH, label=EDITS, route="edits", place=48, group="explore")]
