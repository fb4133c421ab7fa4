"""What storylines add to Newsloom."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hooks.answers import Entry, Loop, Part
from hooks.specifications import hookimpl

NEEDS = ("stories",)

if TYPE_CHECKING:
    from watch.stores import Stores


@hookimpl
def navigation() -> Sequence[Entry]:
    """Return the entry of the list of storylines."""
    from features.storylines.labels import STORYLINES
    from storage.database.people.rights import Right

    return [
        Entry(right=Right.SEARCH, label=STORYLINES, route="storylines", place=42, group="explore")
    ]


@hookimpl
def page_actions(page: str, subject: Any) -> Sequence[Part]:
    """Lead from a story to its storyline."""
    if page != "story":
        return []
    from features.storylines.store import storyline_of
    from watch.loading import load

    found = load(lambda: storyline_of(subject)).value
    if found:
        return [Part(template="storylines/of_story.html", context={"line": found})]
    return []


@hookimpl
def alert_loops(stores: "Stores") -> Sequence[Loop]:
    """Make storylines of stories that have ended, and tell who follows them."""
    from features.storylines.chapters import ChapterLoop
    from features.storylines.telling import FollowerLoop

    return [ChapterLoop(stores), FollowerLoop(stores)]


@hookimpl
def count_documents(ids: Collection[str]) -> Mapping[str, int]:
    """Return how many lines quote documents."""
    from features.storylines.store import count_lines

    return {"storyline_lines": count_lines(ids)}


@hookimpl
def erase_documents(ids: Collection[str]) -> Mapping[str, int]:
    """Delete the lines that quote erased documents."""
    from features.storylines.store import erase_lines

    return {"storyline_lines": erase_lines(ids)}
