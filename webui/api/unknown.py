"""Every operation refuses what it does not know or would not heed: a misspelt filter would match
too much, one value of two would match the wrong things, and an order would do more than was meant.
"""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from django.http import HttpRequest
from ninja import Router
from ninja.errors import ValidationError
from ninja.operation import Operation
from ninja.params.models import BodyModel, QueryModel


def refuse_unknown(router: Router) -> None:
    """Let all operations of a router raise ValidationError for unknown query parameters, for
    several values where they take one, and for a body where they take none.

    The schemas of bodies refuse unknown members themselves (``schemas.Strict``).
    """
    for view in router.path_operations.values():
        for operation in view.operations:
            operation.view_func = _checked(operation)


def _checked(operation: Operation) -> Callable[..., Any]:
    view = operation.view_func
    known = set(_query_parameters(operation))
    several = set(_lists(operation))
    takes_body = any(issubclass(model, BodyModel) for model in operation.models)

    @wraps(view)
    def checked(request: HttpRequest, **values: Any) -> Any:
        wrong = [
            {"loc": ("query", name), "msg": "is not a parameter of this operation"}
            for name in sorted(set(request.GET) - known)
        ]
        # Django would take the last one, and the caller would not know which.
        wrong += [
            {"loc": ("query", name), "msg": "takes one value; send it once"}
            for name in sorted((set(request.GET) & known) - several)
            if len(request.GET.getlist(name)) > 1
        ]
        if not takes_body and _has_body(request):
            wrong.append({"loc": ("body",), "msg": "This operation takes no body."})
        if wrong:
            raise ValidationError(wrong)
        return view(request, **values)

    return checked


def _query_parameters(operation: Operation) -> Iterator[str]:
    for model in operation.models:
        if issubclass(model, QueryModel):
            yield from model.__ninja_flatten_map__


def _lists(operation: Operation) -> Iterator[str]:
    """Return the query parameters that may be sent several times."""
    for model in operation.models:
        if issubclass(model, QueryModel):
            yield from model.__ninja_collection_fields__


def _has_body(request: HttpRequest) -> bool:
    """Return whether the request has content; an empty form or object says nothing."""
    if request.method == "POST" and request.content_type == "multipart/form-data":
        # Django reads such a body only once, as a form.
        return bool(request.POST or request.FILES)
    return request.body.strip() not in (b"", b"{}")
