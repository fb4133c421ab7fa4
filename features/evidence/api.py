"""The evidence file of a document, for programs."""

from django.http import Http404, HttpRequest, HttpResponseBase
from ninja import Router
from ninja.errors import HttpError

from features.evidence.response import evidence_response
from features.evidence.services import NoEvidence, evidence_file
from features.evidence.wacz import MEDIA_TYPE
from storage.database.people.rights import Right
from webui.api.access import right
from webui.api.documents import DocumentId
from webui.api.problems import answers
from webui.search.services import documents

router = Router(tags=["documents"])


@router.get(
    "/documents/{document_id}/evidence",
    auth=right(Right.EXPORT),
    response=answers({}, 404),
    operation_id="webui_api_documents_evidence",
    summary="Get the evidence file of a document",
    openapi_extra={
        "responses": {
            200: {
                "description": "A WACZ file (1.1.1).",
                "content": {MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}},
            }
        }
    },
)
def evidence(request: HttpRequest, document_id: DocumentId) -> HttpResponseBase:
    """Return the document's page as it was collected, with headers, hashes and times.

    Web archive players such as replayweb.page open the file. Return 403 if the page's rights
    signals speak against it, and 404 if the page was not archived or is no longer in the archive.
    """
    reading = documents.read(document_id)
    if reading is None:
        raise Http404
    found = reading.document
    try:
        content = evidence_file(found)
    except NoEvidence as error:
        raise HttpError(403 if error.is_forbidden else 404, str(error)) from error
    return evidence_response(request, found, content)
