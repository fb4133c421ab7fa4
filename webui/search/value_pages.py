"""Pages that features have about the documents with a value of a filter."""

from hooks.process import features


def page_of_value(field: str, value: str) -> str:
    """Return the address of such a page, "" if no feature has one."""
    found: list[str] = features().ask("page_of_value", field=field, value=value)
    return found[0] if found else ""
