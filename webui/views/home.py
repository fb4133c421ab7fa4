"""The front door: sends everyone to the first page that is theirs. Health for machines."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from webui.navigation import sections
from webui.services.health import unready_stores


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Go to the first section that the user may see; say so when there is none."""
    if not request.user.is_authenticated:
        return redirect("login")
    visible = sections(request)
    if visible:
        return redirect(visible[0].url)
    return render(request, "webui/no_rights.html", status=403)


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 Django's signature
    """Say that the process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 Django's signature
    """Say whether all stores answer; names, not reasons, because anyone may ask."""
    missing = unready_stores()
    text = "ok\n" if not missing else "".join(f"{name}: no answer\n" for name in missing)
    return HttpResponse(text, content_type="text/plain", status=503 if missing else 200)
