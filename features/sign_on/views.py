"""Log in with the provider of OpenID Connect."""

import logging

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from features.sign_on.provider import (
    SignOnFailed,
    address_of_provider,
    person_at_provider,
    sign_on_name,
)
from features.sign_on.store import user_of
from scheduler.log_events import LogEvent
from storage.database.people.uses import Use
from webui.accounts.logins import log_in
from webui.accounts.session_expiry import kept_fields, send_again
from webui.accounts.views.account import Onward
from webui.navigation import start_page

_AFTER = "after_sign_on"
"""The key in the session of what the user was about to do."""
_MAX_KEPT = 64_000
"""Characters of a form that is kept while the user is at the provider. Anybody may begin a login,
so what is kept must not fill the table of sessions; a source with its headers has 10,000.
"""
_SECONDS_AT_PROVIDER = 15 * 60

logger = logging.getLogger(__name__)


@method_decorator(never_cache, "dispatch")
class SignOnStart(Onward, View):
    """Send the user to the provider."""

    def get(self, request: HttpRequest) -> HttpResponse:  # noqa: ARG002 Django's signature
        """Show the ways to log in."""
        return redirect("login")

    def post(self, request: HttpRequest) -> HttpResponse:
        """Keep what the user was about to do, and lead on."""
        if not sign_on_name():
            raise Http404
        kept = kept_fields(request.POST)
        if sum(len(name) + len(value) for name, value in kept) > _MAX_KEPT:
            kept = []
        request.session[_AFTER] = {"next": self.get_redirect_url(), "kept": kept}
        request.session.set_expiry(_SECONDS_AT_PROVIDER)
        try:
            address = address_of_provider(request)
        except SignOnFailed as error:
            return _failed(request, error)
        # A page instead of a redirect: the policy of contents forbids that a form leads to another
        # host, by a redirect too.
        context = {"address": address, "name": sign_on_name()}
        return render(request, "sign_on/leaving.html", context)


@require_safe
def sign_on_return(request: HttpRequest) -> HttpResponse:
    """Log in whom the provider sends back."""
    if not sign_on_name():
        raise Http404
    after = request.session.pop(_AFTER, {"next": "", "kept": []})
    try:
        user = user_of(person_at_provider(request))
    except SignOnFailed as error:
        return _failed(request, error)
    if not user.is_active:
        messages.error(request, _("This account may not log in. Ask an administrator."))
        return redirect("login")
    log_in(request, user, Use.SIGN_ON)
    request.session.set_expiry(None)
    return send_again(request, after["kept"], after["next"]) or redirect(
        after["next"] or start_page(user)
    )


def _failed(request: HttpRequest, error: SignOnFailed) -> HttpResponse:
    # The reason is for ops: it may name servers, and the user can do nothing about it.
    logger.warning(LogEvent.SIGN_ON_FAILED, extra={"error": str(error)})
    messages.error(
        request,
        _("The login with %(name)s failed. Try again, or ask an administrator.")
        % {"name": sign_on_name()},
    )
    return redirect("login")
