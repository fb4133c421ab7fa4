"""Bound the bodies of requests before anything parses or stores them."""

from collections.abc import Callable, Iterable
from io import BytesIO
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from storage.database.people.rights import Right
from webui.api.problems import problem
from webui.error_pages import body_too_large

MAX_BYTES = 5 * 1024 * 1024
"""The largest body of any request except an import."""
IMPORT_BYTES = 16 * 1024 * 1024
"""The largest body of an import. Its page accepts files of 4 MB, and explains that for files of up
to 16 MB.
"""


class BodyLimitMiddleware:
    """Answer 413 if a body is longer than its page accepts.

    Runs before any code that reads the body.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on, or refuse it."""
        length = _length(request.META)
        # Only who may import sends files; for all others a large body is only a cost.
        if length <= MAX_BYTES or (length <= IMPORT_BYTES and _may_import(request)):
            return self._get_response(request)
        if request.path_info.startswith(reverse("api:openapi-json").removesuffix("openapi.json")):
            return problem(
                request,
                413,
                f"The body is larger than {MAX_BYTES >> 20} MB. Split it into smaller requests.",
            )
        return body_too_large(request, MAX_BYTES)


def measure_chunked_bodies(application: WSGIApplication) -> WSGIApplication:
    """Give bodies without a length (``Transfer-Encoding: chunked``) one; Django takes them for
    empty otherwise.

    Reads at most one byte more than MAX_BYTES, so that BodyLimitMiddleware refuses longer bodies.
    """

    def measured(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "").lower() and environ.get(
            "wsgi.input_terminated"
        ):
            body = environ["wsgi.input"].read(MAX_BYTES + 1)
            environ |= {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))}
        return application(environ, start_response)

    return measured


def _length(environ: WSGIEnvironment) -> int:
    """Return the length that Django reads at most; Django takes an invalid one for 0."""
    try:
        return int(environ.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def _may_import(request: HttpRequest) -> bool:
    return request.path_info == reverse("source_import") and request.user.has_perm(
        Right.ADD_SOURCES
    )
