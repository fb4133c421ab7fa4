"""The fields of forms that ask where messages go."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from notify.targets import TARGETS
from webui.apps import stores
from webui.labels import MESSAGE_WAYS


def way_field(label: Any) -> forms.ChoiceField:
    """Return the field that asks how messages are delivered."""
    return forms.ChoiceField(label=label, choices=list(MESSAGE_WAYS.items()))


def offer_ways(field: forms.Field, current: str = "") -> None:
    """Offer the ways that the settings allow, and the ``current`` one; say why others are missing.

    A choice that is not offered is still valid, and named in what is wrong with it.
    """
    has_mail_server = bool(stores().settings.smtp_url)
    if not has_mail_server:
        field.help_text = _(
            "Mail is missing here because no mail server is set. Ask an administrator to set "
            "NEWSLOOM_SMTP_URL."
        )
    offered = []
    for code, label in MESSAGE_WAYS.items():
        needs_mail_server = code in TARGETS and TARGETS[code].needs_mail_server
        if has_mail_server or not needs_mail_server or code == current:
            offered.append((code, str(label)))
    field.widget.choices = offered


def target_field() -> forms.CharField:
    """Return the field that asks for the address."""
    return forms.CharField(
        label=_("Mail or webhook address"),
        required=False,
        max_length=500,
        help_text=_(
            "An email address, or a web address that begins with https://: your own for a webhook, "
            "or the one that a chat gives you for an incoming webhook or a robot."
        ),
        widget=forms.TextInput(attrs={"spellcheck": "false", "autocapitalize": "none"}),
    )
