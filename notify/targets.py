"""Where messages go: one row for each target."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from notify import mail, slack, teams, webhook
from notify.message import Message
from notify.webhook import is_refused_literal, webhook_rules
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import MessageWay
from storage.settings import Settings


def _mail_address_problem(_settings: Settings, target: str) -> ErrorCode | None:
    """Return what is wrong with a mail address, or None."""
    try:
        validate_email(target)
    except ValidationError:
        return ErrorCode.MAIL_ADDRESS
    return None


def _web_address_problem(settings: Settings, target: str) -> ErrorCode | None:
    """Return what is wrong with an address to post to, or None."""
    if not _is_web_address(target):
        return ErrorCode.HOOK_ADDRESS
    if is_refused_literal(urlsplit(target).hostname or "", webhook_rules(settings)):
        return ErrorCode.HOOK_ADDRESS_PRIVATE
    return None


@dataclass(frozen=True, kw_only=True)
class Target:
    """What receives messages."""

    deliver: Callable[[Settings, str, Message, str], None]
    """Send a message to an address; the last argument is the secret of its signature."""
    address_problem: Callable[[Settings, str], ErrorCode | None] = _web_address_problem
    """What is wrong with an address, or None."""
    needs_mail_server: bool = False


TARGETS: Mapping[str, Target] = {
    MessageWay.MAIL: Target(
        deliver=mail.deliver, address_problem=_mail_address_problem, needs_mail_server=True
    ),
    MessageWay.WEBHOOK: Target(deliver=webhook.deliver),
    MessageWay.SLACK: Target(deliver=slack.deliver),
    MessageWay.TEAMS: Target(deliver=teams.deliver),
}


def target_problems(
    settings: Settings, way: str, target: str, way_name: str
) -> Iterator[FieldError]:
    """Yield the problems of a way (the form's field ``way_name``) and an address (``target``)."""
    if way not in TARGETS:
        return
    if TARGETS[way].needs_mail_server and not settings.smtp_url:
        yield FieldError(way_name, "", ErrorCode.MAIL_SERVER_MISSING)
    if code := TARGETS[way].address_problem(settings, target):
        yield FieldError("target", "", code)


def _is_web_address(text: str) -> bool:
    """Return whether a webhook can be posted to this address: it has a host and no password."""
    try:
        parts = urlsplit(text)
        _port = parts.port
    except ValueError:
        return False
    clean = text.isprintable() and " " not in text and "@" not in parts.netloc
    return clean and parts.scheme in ("http", "https") and bool(parts.hostname)
