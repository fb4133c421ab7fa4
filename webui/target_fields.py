"""The fields of forms that ask where messages go."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from notify.targets import TARGETS, target_problems
from storage.database.models import MessageWay
from storage.database.subscriptions import Subscription
from webui.apps import stores
from webui.labels import MESSAGE_WAYS
from webui.problems import in_words


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
        # The way that is set stays, or saving another field would change it unseen.
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


class SubscriptionForm(forms.Form):
    """How a user gets messages. A form that extends it has the field ``channel``."""

    target = target_field()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        offer_ways(self.fields["channel"], self.initial["channel"])

    def clean(self) -> None:
        """Add what is wrong with the address, if nothing else is wrong."""
        if not self.errors:
            way, target = self.cleaned_data["channel"], self.cleaned_data["target"]
            for problem in target_problems(stores().settings, way, target, "channel"):
                self.add_error(problem.field, in_words(problem))


def show_subscription(
    request: HttpRequest,
    template: str,
    form: SubscriptionForm,
    subscription: Subscription,
    hook_secret: str,
) -> HttpResponse:
    """Show the form with how the messages went; ``template`` extends webui/subscription.html."""
    is_hook = subscription.channel == MessageWay.WEBHOOK
    context = {
        "form": form,
        "subscription": subscription,
        "secret": hook_secret if is_hook else "",
    }
    return render(request, template, context, status=422 if form.errors else 200)
