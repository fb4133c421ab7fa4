"""The pages that stand in place of another. They show no stack trace and touch no store."""

import sys

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from storage.database.people.group_rights import RIGHTS_OF_GROUPS
from storage.database.people.rights import Right, rights_of
from watch.loading import Outage, outage_of
from webui.api.problems import may_watch, problem
from webui.labels import RIGHTS
from webui.navigation import start_page
from webui.rights import MissingRight

API_PATH = "/api/v1/"
_WITHOUT_NAVIGATION = "webui/base.html"


class Gone(Http404):
    """Something is not there, or not for this user; its text says so on the page."""


def message_page(
    request: HttpRequest,
    status: int,
    heading: str,
    *texts: str,
    url: str = "",
    act: str = "",
    frame: str = "webui/page.html",
) -> HttpResponse:
    """Answer with a message in place of a page.

    Args:
        request: The request that gets no other answer.
        status: The HTTP status.
        heading: What is the case.
        texts: Why, and what to do about it.
        url: A page that the user may open, by default the start page.
        act: What the link to it says.
        frame: The template around it; that with the navigation asks the database who the user is.
    """
    message = {
        "status": status,
        "heading": heading,
        "texts": texts,
        "url": url or reverse("home"),
        "act": act or _("Go to the start page"),
        "frame": frame,
    }
    return render(request, "webui/message.html", {"message": message}, status=status)


def outage_page(request: HttpRequest, outage: Outage) -> HttpResponse:
    """Show that a store does not answer, or refuses."""
    if outage.lasting:
        heading = _("A store refused the request")
        text = _(
            "Newsloom is running, but a store that this page needs refused the request. If this "
            "happens again, tell an administrator."
        )
    else:
        heading = _("A store does not answer")
        text = _(
            "Newsloom is running, but a server that this page needs does not answer. No data is "
            "lost. Try again in a moment."
        )
    response = message_page(
        request,
        503,
        heading,
        text,
        outage.why if may_watch(request) else _("The web server’s log has the reason."),
        url=request.get_full_path(),
        act=_("Try again"),
        frame=_WITHOUT_NAVIGATION,
    )
    response["Retry-After"] = "10"
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 Django's signature
    """Answer 400."""
    text = _(
        "Your browser sent a request that Newsloom does not accept. Go back to the start page and "
        "try again."
    )
    return message_page(
        request, 400, _("Newsloom cannot read this request"), text, frame=_WITHOUT_NAVIGATION
    )


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 403: say which right is missing, and who can give it."""
    heading, texts = _("You cannot open this page"), []
    # A new user has no fault: somebody has forgotten to give them a group.
    if request.user.is_authenticated and not rights_of(request.user):
        heading = _("Your account has no group yet")
        groups = _(
            "You are logged in, but you cannot open any page yet. Ask an administrator to add you "
            "to a group: operator, analyst, ops or admin."
        )
        texts.append(groups)
    elif isinstance(exception, MissingRight):
        texts.append(_without(exception.right))
    url = start_page(request.user)
    return message_page(request, 403, heading, *texts, url=url)


def _without(right: Right) -> str:
    groups = [name for name, rights in RIGHTS_OF_GROUPS.items() if right in rights]
    return _(
        "It needs the right “%(right)s”. These groups have it: %(groups)s. Ask an administrator to "
        "add you to one of them."
    ) % {"right": RIGHTS[right.name], "groups": pgettext("list", ", ").join(groups)}


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 Django's signature
    """Answer 403 for a form without a valid CSRF token."""
    text = _(
        "The form was open for too long, or you logged in or out in the meantime. Nothing was "
        "changed. Go back, reload the page and submit it again."
    )
    heading = _("This form is no longer valid")
    return message_page(request, 403, heading, text)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404, with problem details below the API's address."""
    if request.path.startswith(API_PATH):
        return problem(
            request, 404, "The API has no such path. GET /api/v1/openapi.json lists all paths."
        )
    text = _(
        "The address is wrong, or the item was deleted. Check the address, or go to the start page."
    )
    if isinstance(exception, Gone):
        text = str(exception)
    heading = _("This page does not exist")
    return message_page(request, 404, heading, text)


def not_allowed(request: HttpRequest, allowed: str, url: str) -> HttpResponse:
    """Answer 405 for a method that an address does not take, and lead to the page above it."""
    heading = _("This address does not take %(method)s") % {"method": request.method}
    text = _("Nothing was done. To do it, press the button on its page.")
    response = message_page(request, 405, heading, text, url=url, act=_("Open the page"))
    response["Allow"] = allowed
    return response


def locked_out(request: HttpRequest, *_rest: object) -> HttpResponse:
    """Answer 429 to a login after too many wrong passwords."""
    text = _(
        "The password was wrong too often, for this user name or from your address. Wait 15 "
        "minutes, then try again."
    )
    return message_page(
        request,
        429,
        _("Too many attempts"),
        text,
        url=reverse("login"),
        act=_("Log in"),
        frame=_WITHOUT_NAVIGATION,
    )


def body_too_large(request: HttpRequest, limit: int) -> HttpResponse:
    """Answer 413 for a body of more than ``limit`` bytes."""
    text = _(
        "Newsloom accepts at most %(limit)s here. Send less text, or choose a smaller file."
    ) % {"limit": filesizeformat(limit)}
    return message_page(
        request, 413, _("This request is too large"), text, frame=_WITHOUT_NAVIGATION
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500, or 503 if a store failed outside a view."""
    outage = outage_of(sys.exc_info()[1])
    if outage is not None:
        return outage_page(request, outage)
    text = _(
        "This is an error in Newsloom, not something you did. The log has the details. Try again. "
        "If it happens again, tell an administrator what you were doing."
    )
    return message_page(request, 500, _("Something went wrong"), text, frame=_WITHOUT_NAVIGATION)
