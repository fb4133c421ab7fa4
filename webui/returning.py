"""Return to the page whose button was pressed."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme


def return_to_page(request: HttpRequest, default: str = "/") -> HttpResponse:
    """Redirect to the address in the field ``next`` if it is one of Newsloom's own pages, else to
    ``default``.
    """
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(
        target, {request.get_host()}, require_https=request.is_secure()
    ):
        target = default
    return HttpResponseRedirect(target)
