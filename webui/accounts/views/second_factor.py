"""Two-step verification of the user's own account: turn it on and off, and renew recovery codes."""

import base64

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from storage.database.people import second_factor as store
from webui.accounts.forms import WRONG_CODE, CodeForm
from webui.rights import user_of


@require_http_methods(["GET", "POST"])
@login_required
def second_factor(request: HttpRequest) -> HttpResponse:
    """Show whether two-step verification is on; turn it on with the first code of the app."""
    user = user_of(request)
    if not user.has_usable_password():
        return render(request, "accounts/second_factor.html", {"elsewhere": True})
    present = store.second_factor_of(user)
    form = CodeForm(request.POST if request.method == "POST" and not present else None)
    if form.is_valid():
        codes = store.confirm(user, form.cleaned_data["code"])
        if codes:
            messages.success(request, _("Two-step verification is on."))
            return render(request, "accounts/recovery_codes.html", {"codes": codes})
        form.add_error("code", WRONG_CODE)
    return _page(request, user, form)


@require_POST
@login_required
def new_codes(request: HttpRequest) -> HttpResponse:
    """Show new recovery codes once, after a code of the app."""
    user = user_of(request)
    form = CodeForm(request.POST)
    if form.is_valid() and store.is_right(user, form.cleaned_data["code"]):
        codes = store.renew_recovery_codes(user)
        return render(request, "accounts/recovery_codes.html", {"codes": codes})
    return _refused(request, user, form)


@require_POST
@login_required
def end(request: HttpRequest) -> HttpResponse:
    """Turn two-step verification off, after a code: whoever finds an open browser cannot."""
    user = user_of(request)
    form = CodeForm(request.POST)
    if form.is_valid() and store.is_right(user, form.cleaned_data["code"]):
        store.end_second_factor(user, user.username)
        messages.success(request, _("Two-step verification is off. Your password is enough."))
        return redirect("second_factor")
    return _refused(request, user, form)


def _refused(request: HttpRequest, user: User, form: CodeForm) -> HttpResponse:
    if form.is_valid():
        form.add_error("code", WRONG_CODE)
    return _page(request, user, form)


def _page(request: HttpRequest, user: User, form: CodeForm) -> HttpResponse:
    context: dict[str, object] = {"form": form}
    present = store.second_factor_of(user)
    if present:
        context["present"] = present
    else:
        app = store.prepare(user)
        # The picture is drawn here: a service outside must not see the key.
        context["picture"] = segno.make(app.config_url, error="m").svg_inline(
            scale=4, border=4, dark="#000", light="#fff"
        )
        context["key"] = _grouped(base64.b32encode(app.bin_key).decode())
    status = 422 if form.errors else 200
    return render(request, "accounts/second_factor.html", context, status=status)


def _grouped(key: str) -> str:
    """Return a key in groups of four characters, to be typed."""
    return " ".join(key[start : start + 4] for start in range(0, len(key), 4))
