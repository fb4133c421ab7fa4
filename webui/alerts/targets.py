"""Where messages go: one row for each target, and the fields of forms that ask for one."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

from storage.database.models import MessageWay
from storage.database.sources.validation import FieldError
from storage.settings import Settings
from webui.alerts import mail, slack, teams, webhook
from webui.alerts.message import Message
from webui.alerts.webhook import is_refused_literal, webhook_rules
from webui.apps import stores


def _mail_address_problem(target: str) -> object:
    """Return what is wrong with a mail address, or ""."""
    try:
        validate_email(target)
    except ValidationError:
        return _("Enter an email address, such as jane@example.org.")
    return ""


def _web_address_problem(target: str) -> object:
    """Return what is wrong with an address to post to, or ""."""
    if not _is_web_address(target):
        return _("Enter an address that begins with https:// or http://.")
    if is_refused_literal(urlsplit(target).hostname or "", webhook_rules(stores().settings)):
        return _(
            "Webhooks must not reach this private address. Enter a public one, or ask an "
            "administrator to add its network to NEWSLOOM_WEBHOOK_ALLOW_NETWORKS."
        )
    return ""


@dataclass(frozen=True, kw_only=True)
class Target:
    """What receives messages."""

    deliver: Callable[[Settings, str, Message, str], None]
    """Send a message to an address; the last argument is the secret of its signature."""
    address_problem: Callable[[str], object] = _web_address_problem
    """What is wrong with an address, in the reader's language, or ""."""
    needs_mail_server: bool = False


TARGETS: Mapping[str, Target] = {
    MessageWay.MAIL: Target(
        deliver=mail.deliver, address_problem=_mail_address_problem, needs_mail_server=True
    ),
    MessageWay.WEBHOOK: Target(deliver=webhook.deliver),
    MessageWay.SLACK: Target(deliver=slack.deliver),
    MessageWay.TEAMS: Target(deliver=teams.deliver),
}


def way_field(label: Any) -> forms.ChoiceField:
    """Return the field that asks how messages are delivered."""
    return forms.ChoiceField(label=label, choices=MessageWay.choices)


def offered_ways(current: str = "") -> list[tuple[str, str]]:
    """Return the ways to choose from: those that the settings allow, and the ``current`` one."""
    has_mail_server = bool(stores().settings.smtp_url)
    offered = []
    for code, label in MessageWay.choices:
        needs_mail_server = code in TARGETS and TARGETS[code].needs_mail_server
        if has_mail_server or not needs_mail_server or code == current:
            offered.append((code, str(label)))
    return offered


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
    """Yield the problems of a way (the form's field ``way_name``) and an address (``target``)."""
    if way not in TARGETS:
        return
    if TARGETS[way].needs_mail_server and not stores().settings.smtp_url:
        problem = _(
            "Newsloom cannot send mail because no mail server is set. Ask an administrator to "
            "set NEWSLOOM_SMTP_URL."
        )
        yield FieldError(way_name, "", problem)
    if wrong := TARGETS[way].address_problem(target):
        yield FieldError("target", "", wrong)


def _is_web_address(text: str) -> bool:
    """Return whether a webhook can be posted to this address: it has a host and no password."""
    try:
        parts = urlsplit(text)
        _port = parts.port
    except ValueError:
        return False
    clean = text.isprintable() and " " not in text and "@" not in parts.netloc
    return clean and parts.scheme in ("http", "https") and bool(parts.hostname)
