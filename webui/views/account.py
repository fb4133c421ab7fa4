"""What users do with their own account."""

from django.contrib import messages
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import PasswordChangeView
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.translation import gettext as _


class ChangePassword(PasswordChangeView):
    """Lets every user change the password; all other sessions of the user end."""

    template_name = "webui/password.html"
    success_url = reverse_lazy("home")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """Save it and say so."""
        response = super().form_valid(form)
        messages.success(self.request, _("Your password was changed."))
        return response

    def form_invalid(self, form: PasswordChangeForm) -> HttpResponse:
        """Show what is wrong."""
        return self.render_to_response(self.get_context_data(form=form), status=422)
