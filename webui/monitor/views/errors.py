"""Errors of Newsloom itself, grouped by their place in the code."""

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from storage.database.people.rights import Right
from storage.learned.internal_error import InternalError, as_text, grouped
from storage.learned.store import ERRORS
from webui.apps import stores
from webui.rights import needs


@require_safe
@needs(Right.MONITOR)
def errors(request: HttpRequest) -> HttpResponse:
    """Show the errors of all roles, the newest group first.

    Each process counts its own and stores them in *learned* within seconds; they are kept for 14
    days.
    """
    facts = stores().learned().facts(ERRORS).values()
    found = grouped(InternalError.from_fact(fact) for fact in facts)
    context = {"errors": [(error, _text(error)) for error in found]}
    return render(request, "monitor/errors.html", context)


def _text(error: InternalError) -> str:
    return as_text(error, {"first": _time(error.first), "last": _time(error.last)})


def _time(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M:%S} UTC"
