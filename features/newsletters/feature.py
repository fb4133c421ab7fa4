"""What newsletters add to Newsloom."""

from collections.abc import Sequence

from hooks.answers import Part, SourceChannel
from hooks.specifications import hookimpl


@hookimpl
def channels() -> Sequence[SourceChannel]:
    """Return the channel newsletter."""
    from features.newsletters.channel import NEWSLETTER

    return [NEWSLETTER]


@hookimpl
def page_head(page: str) -> Sequence[Part]:
    """Let the form of a source show the fields of a mailbox for newsletters alone."""
    if page == "source_form":
        return [Part(template="newsletters/form_head.html")]
    return []
