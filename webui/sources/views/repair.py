"""The next step for a source that does not do well, as one button."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from storage.database.errors import Invalid
from storage.database.models import Source
from storage.database.people.rights import Right
from webui.problems import in_words
from webui.rights import needs
from webui.sources.services import repair as service
from webui.sources.services.sources import get_source

if TYPE_CHECKING:
    pass


@require_POST
@needs(Right.CHANGE_SOURCES)
def move(request: HttpRequest, source_id: int) -> HttpResponse:
    """Give a source that has moved its new address."""
    found = found_source(source_id)
    done = _("The source uses its new address and is due now. Its history has the old one.")
    try:
        change_and_say(
            request,
            lambda: service.use_new_address(
                found, request.POST.get("address", ""), request.user.get_username()
            ),
            done,
        )
    except service.NotMoved:
        messages.error(
            request, _("The source no longer redirects to this address. Look at its present state.")
        )
    return redirect("source", source_id=source_id)


@require_POST
@needs(Right.CHANGE_SOURCES)
def accept_drift(request: HttpRequest, source_id: int) -> HttpResponse:
    """Take the present look of the source's pages as the usual one."""
    found_source(source_id)
    service.accept_drift(source_id, request.user.get_username())
    messages.success(
        request, _("The pages’ new look is accepted. Newsloom compares later pages with it.")
    )
    return redirect("source", source_id=source_id)


def change_and_say(request: HttpRequest, change: Callable[[], Source], done: str) -> None:
    """Change a source, and say that it is done or what is wrong."""
    try:
        change()
    except Invalid as error:
        messages.error(request, " ".join(in_words(problem) for problem in error.problems))
    else:
        messages.success(request, done)


def found_source(source_id: int) -> Source:
    """Return a source. Raises Http404."""
    found = get_source(source_id)
    if found is None:
        raise Http404
    return found
