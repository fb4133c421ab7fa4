"""Pages for a user's own account."""

from django.contrib import messages
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.views import PasswordChangeView, PasswordResetConfirmView
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.translation import gettext as _


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
    """Set a password with a link, which works once and expires."""

    template_name = "accounts/password_new.html"
    success_url = reverse_lazy("login")

    def get_user(self, uidb64: str) -> User | None:
        """Return the user of the link if that user may log in."""
        user = super().get_user(uidb64)
        return user if user is not None and user.is_active else None

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        """Save the password and confirm it."""
        response = super().form_valid(form)
        messages.success(self.request, _("Your password is set. Log in with it now."))
        return response

    def form_invalid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        """Show the errors."""
        return self.render_to_response(self.get_context_data(form=form), status=422)
