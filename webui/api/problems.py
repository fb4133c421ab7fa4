"""The API's errors as problem details (RFC 9457), listed in the description of each operation."""

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.core.exceptions import ValidationError as InvalidModel
from django.http import Http404, HttpRequest, HttpResponse
from ninja import Field, NinjaAPI, Schema
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError

from scheduler.errors import QueueRefused, QueueUnavailable
from storage.database.errors import Invalid, NotFound
from storage.database.people.rights import Right
from storage.documents.errors import CursorError, QueryError
from storage.errors import Refused, StorageError, Unavailable
from watch.loading import Outage, outage_of
from webui.labels import query_problem
from webui.problems import problems_of

MEDIA_TYPE = "application/problem+json"
logger = logging.getLogger(__name__)


class FieldProblem(Schema):
    """A problem with one field."""

    field: str = Field(description="The place of the field, such as `body.name` or `query.after`.")
    detail: str = Field(description="What is wrong, and what to do.")


class Problem(Schema):
    """A problem as defined in RFC 9457."""

    type: str = Field(
        "about:blank",
        description="Always `about:blank`. The status says what kind of problem it is.",
    )
    title: str = Field(description="The name of the status.", examples=["Not Found"])
    status: int = Field(description="The HTTP status of the response.", examples=[404])
    detail: str = Field(
        description="What is wrong with this request.", examples=["Source 17 does not exist."]
    )
    errors: list[FieldProblem] | None = Field(None, description="One entry for each invalid field.")


_ARGUMENTS = ("content", "asked", "wanted")
"""What operations call the schema of their body or query."""
_WITH_BODY = ("POST", "PUT")
_ALWAYS = (401, 403, 422, 429, 503)


def answers(good: Mapping[int, Any], *more: int) -> dict[int, Any]:
    """Return the responses of an operation.

    Args:
        good: Its successful responses by status.
        more: Statuses of problems beyond those that every operation may return.
    """
    return {**good, **dict.fromkeys(sorted({*_ALWAYS, *more}), Problem)}


def problem(
    request: HttpRequest,
    status: int,
    detail: str,
    errors: Sequence[tuple[str, str]] = (),
) -> HttpResponse:
    """Return a problem response."""
    content = Problem(
        type="about:blank",
        title=HTTPStatus(status).phrase,
        status=status,
        detail=detail,
        errors=[FieldProblem(field=field, detail=text) for field, text in errors] or None,
    )
    return HttpResponse(
        content.model_dump_json(exclude_none=True), content_type=MEDIA_TYPE, status=status
    )


def _place(loc: Sequence[object]) -> str:
    """Return where a field is, without the name of the argument, which no caller sees."""
    part, *names = map(str, loc)
    # Ninja names the argument of the Python function first.
    if names[:1] and names[0] in _ARGUMENTS:
        inside = names[1:]
    else:
        inside = names
    return ".".join([part, *inside])


def _why_away(request: HttpRequest, outage: Outage | None) -> str:
    """Return why a store is away: the reason names servers and files, and is for those who may
    watch them, as on pages.
    """
    if outage and may_watch(request):
        return outage.why
    if outage and outage.lasting:
        return "A store refused the request. If this happens again, tell an administrator."
    return "A store does not answer. Try again in a moment."


def may_watch(request: HttpRequest) -> bool:
    """Return whether the user may read why a store is away, as far as stores know now."""
    try:
        return request.user.has_perm(Right.MONITOR)
    except (StorageError, AttributeError):
        # The store that is away knows who may what. A probe has no user.
        return False


def install(api: NinjaAPI) -> None:
    """Register handlers that turn every error into a problem response."""

    def invalid_form(request: HttpRequest, error: ValidationError) -> HttpResponse:
        errors = [(_place(each["loc"]), str(each["msg"])) for each in error.errors]
        return problem(
            request, 422, "The request is not valid. See `errors` for each invalid field.", errors
        )

    def invalid(request: HttpRequest, error: Invalid | InvalidModel) -> HttpResponse:
        part = "body" if request.method in _WITH_BODY else "query"
        errors = [(f"{part}.{field}", said) for field, said in problems_of(error)]
        return problem(
            request, 422, "The content is not valid. See `errors` for each invalid field.", errors
        )

    def bad_query(request: HttpRequest, error: QueryError) -> HttpResponse:
        field = "query.cursor" if isinstance(error, CursorError) else "query.q"
        return problem(request, 422, query_problem(error), [(field, query_problem(error))])

    def away(request: HttpRequest, error: Exception) -> HttpResponse:
        logger.warning("%s not answered: %s", request.path, error)
        answer = problem(request, 503, _why_away(request, outage_of(error)))
        answer["Retry-After"] = "10"
        return answer

    def too_many(request: HttpRequest, _error: Throttled) -> HttpResponse:
        # django-ninja adds Retry-After.
        return problem(
            request,
            429,
            "You sent too many requests. Wait for the number of seconds in Retry-After.",
        )

    def stranger(request: HttpRequest, _error: AuthenticationError) -> HttpResponse:
        answer = problem(
            request, 401, "Send a valid token in the header Authorization: Bearer, or log in."
        )
        answer["WWW-Authenticate"] = "Bearer"
        return answer

    def missing(request: HttpRequest, error: NotFound) -> HttpResponse:
        return problem(request, 404, f"{error.kind.capitalize()} {error.name} does not exist.")

    handlers: dict[type[Exception], Any] = {
        ValidationError: invalid_form,
        Invalid: invalid,
        InvalidModel: invalid,
        QueryError: bad_query,
        NotFound: missing,
        Throttled: too_many,
        AuthenticationError: stranger,
        Http404: lambda request, _error: problem(request, 404, "No item has this id."),
        HttpError: lambda request, error: problem(request, error.status_code, str(error)),
        **dict.fromkeys((Unavailable, Refused, QueueUnavailable, QueueRefused), away),
    }
    for kind, handler in handlers.items():
        api.add_exception_handler(kind, handler)
