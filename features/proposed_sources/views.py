"""Proposed sources: sites that the collection cites and that are not collected."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from features.proposed_sources import services as service
from features.proposed_sources.store import dismiss as dismiss_proposal
from storage.database.people.rights import Right
from webui.rights import needs


@require_safe
@needs(Right.VIEW_SOURCES)
def proposed(request: HttpRequest) -> HttpResponse:
    """List the proposals."""
    return render(request, "proposed_sources/proposed.html", {"page": service.page()})


@require_POST
@needs(Right.ADD_SOURCES)
def dismiss(request: HttpRequest, proposal_id: int) -> HttpResponse:
    """Never propose a site again."""
    site = dismiss_proposal(proposal_id, request.user.get_username())
    messages.success(request, _("%(site)s will not be proposed again.") % {"site": site})
    return redirect("sources_proposed")
