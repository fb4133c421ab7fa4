"""How a user is told of new chapters, as a form."""

from django import forms
from django.utils.translation import gettext_lazy as _

from webui.target_fields import target_field, way_field


class FollowerForm(forms.Form):
    """The way and the address."""

    channel = way_field(_("Tell me of new chapters"))
    target = target_field()
