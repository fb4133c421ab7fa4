"""Where messages go: the field of a form, and what may be wrong with an address."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

from storage.database.models import MessageWay
from storage.database.sources.validation import FieldError
from webui.alerts.webhook import is_refused_literal, webhook_rules
from webui.apps import stores

HOOKS = frozenset({MessageWay.WEBHOOK, MessageWay.SLACK, MessageWay.TEAMS})
"""The ways that post to a web address."""


def way_field(label: Any) -> forms.ChoiceField:
    """Return the field that asks how messages are delivered."""
    return forms.ChoiceField(label=label, choices=MessageWay.choices)


def offered_ways(current: str = "") -> list[tuple[str, str]]:
    """Return the ways to choose from; mail only with a mail server, or if it is the ``current``
    way.
    """
    has_mail = bool(stores().settings.smtp_url) or current == MessageWay.MAIL
    return [
        (code, str(label))
        for code, label in MessageWay.choices
        if has_mail or code != MessageWay.MAIL
    ]


def target_field() -> forms.CharField:
    """Return the field that asks for the address."""
    return forms.CharField(
        label=_("Mail or webhook address"),
        required=False,
        max_length=500,
        help_text=_(
            "An email address, or a web address that begins with https:// for a webhook. Slack "
            "and Teams give it to you as the address of an incoming webhook."
        ),
        widget=forms.TextInput(attrs={"spellcheck": "false", "autocapitalize": "none"}),
    )


def target_problems(way: str, target: str, way_name: str) -> Iterator[FieldError]:
    """Yield the problems of a way (the field ``way_name`` of the form) and an address
    (``target``).
    """
    if way == MessageWay.MAIL:
        if not stores().settings.smtp_url:
            problem = _(
                "Newsloom cannot send mail because no mail server is set. Ask an administrator to "
                "set NEWSLOOM_SMTP_URL."
            )
            yield FieldError(way_name, "", problem)
        try:
            validate_email(target)
        except ValidationError:
            yield FieldError("target", "", _("Enter an email address, such as jane@example.org."))
    elif way in HOOKS:
        if not _is_web_address(target):
            yield FieldError(
                "target", "", _("Enter an address that begins with https:// or http://.")
            )
        elif is_refused_literal(urlsplit(target).hostname or "", webhook_rules(stores().settings)):
            problem = _(
                "Webhooks must not reach this private address. Enter a public one, or ask an "
                "administrator to add its network to NEWSLOOM_WEBHOOK_ALLOW_NETWORKS."
            )
            yield FieldError("target", "", problem)


def _is_web_address(text: str) -> bool:
    """Return whether a webhook can be posted to this address: it has a host and no password."""
    try:
        parts = urlsplit(text)
        _port = parts.port
    except ValueError:
        return False
    clean = text.isprintable() and " " not in text and "@" not in parts.netloc
    return clean and parts.scheme in ("http", "https") and bool(parts.hostname)
