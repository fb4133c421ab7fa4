"""Return to the page whose button was pressed."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme


def return_to_page(request: HttpRequest, default: str = "/") -> HttpResponse:
    """Redirect to ``page_to_return_to``."""
    return HttpResponseRedirect(page_to_return_to(request, default))


def page_to_return_to(request: HttpRequest, default: str = "/") -> str:
    """Return the address in the field ``next`` if it is one of Newsloom's own pages, else
    ``default``.
    """
    target = request.POST.get("next", "")
    is_own = url_has_allowed_host_and_scheme(
        target, {request.get_host()}, require_https=request.is_secure()
    )
    return target if is_own else default
