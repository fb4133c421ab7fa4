"""Errors of the API as problem details (RFC 9457): one form for all, named in the description of each operation."""

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Field, NinjaAPI, Schema
from ninja.errors import AuthenticationError, HttpError, ValidationError

from scheduler.errors import QueueRefused, QueueUnavailable
from storage.configuration.errors import Invalid, NotFound
from storage.documents.errors import QueryError
from storage.errors import Refused, Unavailable
from webui.labels import query_problem
from webui.loading import outage_of

MEDIA_TYPE = "application/problem+json"
logger = logging.getLogger(__name__)


class FieldProblem(Schema):
    """What is wrong with one field."""

    field: str = Field(description="Where it stands, as in `body.name` or `query.after`.")
    detail: str = Field(description="What is wrong, and what to do.")


class Problem(Schema):
    """A problem, as RFC 9457 has it."""

    type: str = Field("about:blank", description="Always `about:blank`: the status says what kind it is.")
    title: str = Field(description="The status in words.", examples=["Not Found"])
    status: int = Field(description="The status of the answer.", examples=[404])
    detail: str = Field(description="What is wrong this time.", examples=["There is no source 17."])
    errors: list[FieldProblem] | None = Field(None, description="One for each field that is wrong.")


class TooManyRequests(Exception):
    """The caller has asked too often; ``seconds`` to wait."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(f"too many requests; wait {seconds} s")


_ALWAYS = (401, 403, 422, 429, 503)


def answers(good: Mapping[int, Any], *more: int) -> dict[int, Any]:
    """Return what an operation may answer: its own, and the problems of every operation and these."""
    return {**good, **dict.fromkeys(sorted({*_ALWAYS, *more}), Problem)}


def problem(
    request: HttpRequest,
    status: int,
    detail: str,
    errors: Sequence[tuple[str, str]] = (),
) -> HttpResponse:
    """Return an answer that says what is wrong."""
    content = Problem(
        type="about:blank",
        title=HTTPStatus(status).phrase,
        status=status,
        detail=detail,
        errors=[FieldProblem(field=field, detail=text) for field, text in errors] or None,
    )
    return HttpResponse(content.model_dump_json(exclude_none=True), content_type=MEDIA_TYPE, status=status)


def install(api: NinjaAPI) -> None:
    """Let the API answer every error as a problem."""

    def invalid_form(request: HttpRequest, error: ValidationError) -> HttpResponse:
        errors = [(".".join(map(str, each["loc"])), str(each["msg"])) for each in error.errors]
        return problem(request, 422, "The request does not have the form that the operation asks for.", errors)

    def invalid(request: HttpRequest, error: Invalid) -> HttpResponse:
        errors = [(f"body.{each.field}", each.text) for each in error.problems]
        return problem(request, 422, "The content breaks a rule.", errors)

    def bad_query(request: HttpRequest, error: QueryError) -> HttpResponse:
        return problem(request, 422, query_problem(error), [("query.q", query_problem(error))])

    def away(request: HttpRequest, error: Exception) -> HttpResponse:
        logger.warning("%s not answered: %s", request.path, error)
        outage = outage_of(error)
        answer = problem(request, 503, outage.why if outage else "A store does not answer.")
        answer["Retry-After"] = "10"
        return answer

    def too_many(request: HttpRequest, error: TooManyRequests) -> HttpResponse:
        answer = problem(request, 429, "Too many requests with this token; wait as Retry-After says.")
        answer["Retry-After"] = str(error.seconds)
        return answer

    def stranger(request: HttpRequest, _error: AuthenticationError) -> HttpResponse:
        answer = problem(request, 401, "Send a token as Authorization: Bearer, or log in.")
        answer["WWW-Authenticate"] = "Bearer"
        return answer

    def missing(request: HttpRequest, error: NotFound) -> HttpResponse:
        return problem(request, 404, f"There is no {error.kind} {error.name}.")

    handlers: dict[type[Exception], Any] = {
        ValidationError: invalid_form,
        Invalid: invalid,
        QueryError: bad_query,
        NotFound: missing,
        TooManyRequests: too_many,
        AuthenticationError: stranger,
        Http404: lambda request, _error: problem(request, 404, "There is nothing of this id."),
        HttpError: lambda request, error: problem(request, error.status_code, str(error)),
        **dict.fromkeys((Unavailable, Refused, QueueUnavailable, QueueRefused), away),
    }
    for kind, handler in handlers.items():
        api.add_exception_handler(kind, handler)
