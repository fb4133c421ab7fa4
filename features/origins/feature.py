"""What origins add to Newsloom."""

from collections.abc import Mapping, Sequence
from typing import Any

from hooks.answers import Part
from hooks.specifications import hookimpl


@hookimpl
def sample_notes(fetched: Any, hints: Any, result: Any, channel: str) -> Mapping[str, Any] | None:
    """Note of a page that is tried out where its fields come from."""
    from features.origins.notes import noted

    return noted(fetched, hints, result, channel)


@hookimpl
def page_panels(page: str, subject: Any) -> Sequence[Part]:
    """Show a page that is tried out beside what is stored of it."""
    if page == "sample" and subject.kept:
        view = subject.notes.get("origins")
    else:
        view = None
    if view:
        return [Part(template="origins/page.html", context={"view": view})]
    return []


@hookimpl
def page_head(page: str) -> Sequence[Part]:
    """Bring the styles of the page that is shown."""
    if page == "source_form":
        return [Part(template="origins/head.html")]
    return []
