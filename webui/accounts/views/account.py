"""Log in, and change or set a password."""

from django.contrib import messages
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.views import (
    LoginView,
    PasswordChangeView,
    PasswordResetConfirmView,
    RedirectURLMixin,
)
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.cache import never_cache

from storage.database.people.second_factor import is_right, second_factor_of
from storage.database.people.uses import Use, record_login
from webui.accounts.forms import WRONG_CODE, CodeForm
from webui.accounts.logins import expect_code, expected_user, log_in
from webui.accounts.session_expiry import kept_fields, send_again
from webui.navigation import start_page
from webui.uses import address_of


class Onward(RedirectURLMixin):
    """Where a login leads: to the page that was asked for, or to a form that was sent without a
    session, to be sent again with one click.
    """

    request: HttpRequest

    def get_default_redirect_url(self) -> str:
        """Return the page where the user's work begins."""
        return start_page(self.request.user)

    def onward(self) -> HttpResponse:
        """Return the answer to a login that was complete."""
        kept = kept_fields(self.request.POST)
        target = self.get_redirect_url()
        again = send_again(self.request, kept, target)
        return again or HttpResponseRedirect(self.get_success_url())


class Login(Onward, LoginView):
    """Ask for name and password, and after that for a code if the user has a second factor."""

    template_name = "accounts/login.html"
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Add the fields of the kept form, if there is one."""
        return super().get_context_data(kept=kept_fields(self.request.POST), **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Log in, or ask for the code."""
        user = form.get_user()
        assert isinstance(user, User)
        if second_factor_of(user):
            expect_code(self.request, user)
            return _code_page(self.request, self.get_redirect_url(), CodeForm())
        log_in(self.request, user, Use.PASSWORD)
        return self.onward()


@method_decorator(never_cache, "dispatch")
class Code(Onward, View):
    """Take the code that follows a right password."""

    def get(self, request: HttpRequest) -> HttpResponse:  # noqa: ARG002 Django's signature
        """Begin again: there is no code without a password before."""
        return redirect("login")

    def post(self, request: HttpRequest) -> HttpResponse:
        """Log in if the code is right."""
        user = expected_user(request)
        if user is None and request.user.is_authenticated:
            return self.onward()  # the form was sent twice
        if user is None:
            messages.warning(request, _("That took too long. Log in again."))
            return redirect("login")
        form = CodeForm(request.POST)
        if form.is_valid() and is_right(user, form.cleaned_data["code"]):
            log_in(request, user, Use.CODE)
            return self.onward()
        if form.is_valid():
            record_login(user, Use.WRONG_CODE, address_of(request))
            form.add_error("code", WRONG_CODE)
        return _code_page(request, self.get_redirect_url(), form)


def _code_page(request: HttpRequest, target: str, form: CodeForm) -> HttpResponse:
    context = {"form": form, "next": target, "kept": kept_fields(request.POST)}
    return render(request, "accounts/code.html", context, status=422 if form.errors else 200)


class ChangePassword(PasswordChangeView):
    """Change the user's own password; all other sessions of the user end."""

    template_name = "accounts/password.html"
    success_url = reverse_lazy("home")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """Save the password and confirm it."""
        response = super().form_valid(form)
        messages.success(self.request, _("Your password was changed."))
        return response

    def form_invalid(self, form: PasswordChangeForm) -> HttpResponse:
        """Show the errors."""
        return self.render_to_response(self.get_context_data(form=form), status=422)


class SetPassword(PasswordResetConfirmView):
    """Set a password with a link, which works once and expires; log in if that needs no code."""

    template_name = "accounts/password_new.html"
    success_url = reverse_lazy("login")

    def get_user(self, uidb64: str) -> User | None:
        """Return the user of the link if that user may log in."""
        user = super().get_user(uidb64)
        if user is not None and user.is_active:
            return user
        return None

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        """Save the password and confirm it."""
        to_login = super().form_valid(form)
        if second_factor_of(form.user):
            messages.success(self.request, _("Your password is set. Log in with it."))
            return to_login
        log_in(self.request, form.user, Use.PASSWORD)
        messages.success(self.request, _("Your password is set, and you are logged in."))
        return redirect(start_page(form.user))

    def form_invalid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        """Show the errors."""
        return self.render_to_response(self.get_context_data(form=form), status=422)
