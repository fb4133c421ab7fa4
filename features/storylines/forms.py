"""How a user is told of new chapters, as a form."""

from django.utils.translation import gettext_lazy as _

from webui.target_fields import SubscriptionForm, way_field


class FollowerForm(SubscriptionForm):
    """The way and the address."""

    channel = way_field(_("Tell me of new chapters"))
