"""What names add to Newsloom."""

from collections.abc import Sequence

from hooks.answers import Entry
from hooks.specifications import hookimpl


@hookimpl
def navigation() -> Sequence[Entry]:
    """Return the entry of the names in most documents."""
    from features.names.labels import NAMES
    from storage.database.people.rights import Right

    return [Entry(right=Right.SEARCH, label=NAMES, route="names", place=40, group="explore")]


@hookimpl
def name_spellings() -> Sequence[tuple[str, str, Sequence[str]]]:
    """Return the names that people have given other spellings."""
    from features.names.store import spellings_of_names

    return spellings_of_names()


@hookimpl
def page_of_value(field: str, value: str) -> str | None:
    """Lead to the page of a name, an author, a source, a site, a tag or a region."""
    from features.names.subjects import page_of

    return page_of(field, value)
