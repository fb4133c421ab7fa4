"""What evidence files add to Newsloom."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hooks.answers import Part
from hooks.specifications import hookimpl

if TYPE_CHECKING:
    from storage.documents.port import Document

NEEDS = ("archive",)


@hookimpl
def commands() -> Mapping[str, str]:
    """Return the command that writes the evidence file of a document."""
    return {"archive evidence": "features.evidence.command:evidence"}


@hookimpl
def page_facts(page: str, subject: Any) -> Sequence[Part] | None:
    """Offer the evidence file beside the facts of an archived document."""
    if page != "document" or not subject.archived:
        return None
    return [_offer("evidence/fact.html", subject)]


@hookimpl
def page_actions(page: str, subject: Any) -> Sequence[Part] | None:
    """Offer the evidence file where the page is shown as it was collected."""
    if page == "document_archived":
        return [_offer("evidence/action.html", subject)]
    return None


def _offer(template: str, document: "Document") -> Part:
    from features.evidence.services import forbidding_signals

    return Part(template=template, context={"forbidding": forbidding_signals(document)})
