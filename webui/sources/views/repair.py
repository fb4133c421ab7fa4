"""The next step for a source that does not do well, as one button."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from storage.configuration.errors import Invalid
from webui.rights import Right, needs
from webui.sources.services import repair as service
from webui.sources.services.sources import get_source


@require_POST
@needs(Right.CHANGE_SOURCES)
def move(request: HttpRequest, source_id: int) -> HttpResponse:
    """Give a source that has moved its new address."""
    found = get_source(source_id)
    if found is None:
        raise Http404
    try:
        service.use_new_address(found, request.POST.get("address", ""), request.user.get_username())
    except service.NotMoved:
        messages.error(request, _("The source no longer redirects to this address. Look at its present state."))
    except Invalid as error:
        messages.error(request, " ".join(problem.text for problem in error.problems))
    else:
        messages.success(request, _("The source uses its new address and is due now. Its history has the old one."))
    return redirect("source", source_id=source_id)
