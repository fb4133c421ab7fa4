"""An evidence file as a response, which the audit log records with its hash."""

import hashlib

from django.http import HttpRequest, HttpResponse

from features.evidence.wacz import MEDIA_TYPE
from storage.documents.port import Document
from webui.uses import note_export


def evidence_response(request: HttpRequest, document: Document, content: bytes) -> HttpResponse:
    """Return the file, and record who took it."""
    note_export(request, document.url, "wacz", sha256=hashlib.sha256(content).hexdigest())
    headers = {
        "Content-Disposition": f'attachment; filename="newsloom-{document.id}.wacz"',
        "Content-Length": str(len(content)),
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(content, content_type=MEDIA_TYPE, headers=headers)
