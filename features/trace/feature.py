"""What traces of URLs add to Newsloom."""

from collections.abc import Mapping, Sequence
from typing import Any

from hooks.answers import Entry, Part
from hooks.specifications import hookimpl

_ACTIONS = {
    "job": "trace/button_of_job.html",
    "error_url": "trace/link.html",
    "failed_url": "trace/question.html",
}


@hookimpl
def navigation() -> Sequence[Entry]:
    """Return the tab of the monitor."""
    from features.trace.labels import TRACE
    from storage.database.people.rights import Right

    return [Entry(right=Right.VIEW_SOURCES, label=TRACE, route="trace", place=108, group="monitor")]


@hookimpl
def commands() -> Mapping[str, str]:
    """Return the command that says what happened to a URL."""
    return {"trace": "features.trace.command:trace"}


@hookimpl
def page_actions(page: str, subject: Any) -> Sequence[Part] | None:
    """Lead to the trace of a URL."""
    if page not in _ACTIONS:
        return None
    return [Part(template=_ACTIONS[page], context={"traced": subject})]


@hookimpl
def page_facts(page: str) -> Sequence[Part] | None:
    """Lead from a document to the trace of its URL."""
    return [Part(template="trace/fact.html")] if page == "document" else None


@hookimpl
def page_panels(page: str, subject: Any, user: Any) -> Sequence[Part] | None:
    """Show what happened to the URL of a job."""
    if page != "job":
        return None
    from features.trace.views import steps_of_job

    return steps_of_job(subject, user)
