"""The evidence file of a document, for its page and for programs."""

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from features.archive.public import Gone, open_archive_reader
from features.evidence.evidence_file import forbidding_evidence, write_evidence
from storage.documents.port import Document
from webui.apps import stores
from webui.search.services.documents import versions


class NoEvidence(Exception):
    """There is no evidence file of the document; the reason is a sentence for people.

    ``is_forbidden``: rights signals of the page speak against it.
    """

    def __init__(self, reason: str, *, is_forbidden: bool = False) -> None:
        super().__init__(reason)
        self.is_forbidden = is_forbidden


def forbidding_signals(document: Document) -> Sequence[str]:
    """Return the signals that speak against an evidence file, as far as that is obeyed."""
    return forbidding_evidence(document, stores().settings.obey_rights)


def evidence_file(document: Document) -> bytes:
    """Return the WACZ file of a document. Raises NoEvidence, Unavailable and Refused."""
    if not document.archived:
        raise NoEvidence(_("The page was not archived when it was collected."))
    if signals := forbidding_signals(document):
        raise NoEvidence(
            _("The page reserves such use (%(signals)s).") % {"signals": ", ".join(signals)},
            is_forbidden=True,
        )
    archive = open_archive_reader(stores().settings)
    try:
        return write_evidence(document, versions(document), archive, timezone.now())
    except Gone as error:
        raise NoEvidence(str(error)) from error
