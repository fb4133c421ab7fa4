"""Pages for a user's own account."""

from django.contrib import messages
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, PasswordChangeView, PasswordResetConfirmView
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _

from webui.accounts.session_expiry import PREFIX, kept_fields
from webui.navigation import start_page


class Login(LoginView):
    """Log in. A form that was sent without a session is shown again, to be sent with one click."""

    template_name = "accounts/login.html"
    redirect_authenticated_user = True

    def get_default_redirect_url(self) -> str:
        """Return the page where the user's work begins."""
        return start_page(self.request.user)

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """Add the fields of the kept form, if there is one."""
        return super().get_context_data(
            kept=kept_fields(self.request.POST), prefix=PREFIX, **kwargs
        )

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Log in, then go on: to the page that was asked for, or to the kept form."""
        response = super().form_valid(form)
        kept, target = kept_fields(self.request.POST), self.get_redirect_url()
        if kept and target:
            return render(
                self.request, "accounts/send_again.html", {"target": target, "kept": kept}
            )
        return response


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
    """Set a password with a link, which works once and expires, and log in."""

    template_name = "accounts/password_new.html"
    post_reset_login = True
    post_reset_login_backend = "django.contrib.auth.backends.ModelBackend"

    def get_user(self, uidb64: str) -> User | None:
        """Return the user of the link if that user may log in."""
        user = super().get_user(uidb64)
        return user if user is not None and user.is_active else None

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        """Save the password and confirm it."""
        response = super().form_valid(form)
        messages.success(self.request, _("Your password is set, and you are logged in."))
        return response

    def get_success_url(self) -> str:
        """Return the page where the user's work begins."""
        return start_page(self.request.user)

    def form_invalid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        """Show the errors."""
        return self.render_to_response(self.get_context_data(form=form), status=422)
