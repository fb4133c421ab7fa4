"""What reading pages in a browser adds to Newsloom."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hooks.answers import Part, SourceChoice, WorkerPool
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from storage.database.models import Source


@hookimpl
def worker_pools() -> Sequence[WorkerPool]:
    """Let workers with browsers take what shows nothing without its scripts."""
    from features.rendering.pool import RenderPool

    return [RenderPool()]


@hookimpl
def source_choices() -> Mapping[str, SourceChoice]:
    """Let an operator say whether a browser reads the pages of a source."""
    from features.rendering.texts import RENDER

    return {"render": RENDER}


@hookimpl
def outcome_advice(outcome: str) -> object | None:
    """Say what workers with browsers change about an outcome."""
    from features.rendering.texts import ADVICE

    return ADVICE.get(outcome)


@hookimpl
def page_facts(page: str, subject: "Source") -> Sequence[Part] | None:
    """Say on the page of a source whether a browser reads it."""
    from features.rendering.source_rendering import rendering_of
    from watch.loading import load

    found = load(lambda: rendering_of(subject)).value if page == "source" else None
    if found is None or not found.is_known:
        return None
    return [Part(template="rendering/source_fact.html", context={"rendering": found})]
