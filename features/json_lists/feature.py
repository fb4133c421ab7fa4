"""What lists in JSON add to Newsloom."""

from collections.abc import Sequence

from hooks.answers import Part, SourceChannel
from hooks.specifications import hookimpl


@hookimpl
def channels() -> Sequence[SourceChannel]:
    """Return the channel json."""
    from features.json_lists.channel import JSON

    return [JSON]


@hookimpl
def page_head(page: str) -> Sequence[Part]:
    """Let the form of a source show the selectors for lists in JSON alone."""
    if page == "source_form":
        return [Part(template="json_lists/form_head.html")]
    return []
