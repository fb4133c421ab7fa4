"""The evidence file of a document, to download."""

from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from features.archive.public_pages import archived_document, shown
from features.evidence.response import evidence_response
from features.evidence.services import NoEvidence, evidence_file
from storage.database.people.rights import Right
from webui.rights import needs


@require_safe
@needs(Right.EXPORT)
@csp_update({"frame-src": ["'self'"]})  # type: ignore[arg-type]  # as of the archived page
def evidence(request: HttpRequest, document_id: str) -> HttpResponse:
    """Return the evidence file of a document, or show why there is none."""
    document = archived_document(document_id, 1)
    try:
        content = evidence_file(document)
    except NoEvidence as error:
        context = {**shown(document, 1), "evidence_problem": str(error)}
        status = 403 if error.is_forbidden else 404
        return render(request, "evidence/none.html", context, status=status)
    return evidence_response(request, document, content)
