"""Where messages go: one row for each target."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from notify import mail, matrix, ntfy, robots, slack, teams, telegram, webhook
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
    try:
        parts = urlsplit(target)
        host, _port = parts.hostname, parts.port
    except ValueError:
        return ErrorCode.HOOK_ADDRESS_HOST
    if parts.scheme not in ("http", "https"):
        return ErrorCode.HOOK_ADDRESS
    # urlsplit drops line breaks and tabs, so that what is checked would not be what is kept.
    if not target.isprintable() or " " in target:
        return ErrorCode.HOOK_ADDRESS_SPACE
    if "@" in parts.netloc:
        return ErrorCode.HOOK_ADDRESS_USER
    if not host:
        return ErrorCode.HOOK_ADDRESS_HOST
    if is_refused_literal(host, webhook_rules(settings)):
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
    example: str = ""
    """What an address looks like, where it must hold more than a host."""
    form: re.Pattern[str] | None = None
    """What the beginning of an address like the example matches."""


TARGETS: Mapping[str, Target] = {
    MessageWay.MAIL: Target(
        deliver=mail.deliver, address_problem=_mail_address_problem, needs_mail_server=True
    ),
    MessageWay.WEBHOOK: Target(deliver=webhook.deliver),
    MessageWay.SLACK: Target(deliver=slack.deliver),
    MessageWay.TEAMS: Target(deliver=teams.deliver),
    MessageWay.WECOM: Target(
        deliver=robots.deliver_wecom,
        example="https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…",
        form=re.compile(r".+[?&]key=[^&]+"),
    ),
    MessageWay.DINGTALK: Target(
        deliver=robots.deliver_dingtalk,
        example="https://oapi.dingtalk.com/robot/send?access_token=…&secret=SEC…",
        form=re.compile(r".+[?&]access_token=[^&]+"),
    ),
    MessageWay.FEISHU: Target(
        deliver=robots.deliver_feishu,
        example="https://open.feishu.cn/open-apis/bot/v2/hook/…?secret=…",
        form=re.compile(r".+/hook/[^/?]+"),
    ),
    MessageWay.TELEGRAM: Target(
        deliver=telegram.deliver,
        example="https://api.telegram.org/bot…/sendMessage?chat_id=…",
        form=re.compile(r".+/bot[^/]+/sendMessage\?(.*&)?chat_id=[^&]+"),
    ),
    MessageWay.NTFY: Target(
        deliver=ntfy.deliver,
        example="https://ntfy.sh/…",
        form=re.compile(r"https?://[^/]+/([^?]+/)?[-\w]{1,64}/?(\?.*)?$"),
    ),
    MessageWay.MATRIX: Target(
        deliver=matrix.deliver,
        example="https://matrix.example.org/_matrix/client/v3/rooms/!…?access_token=…",
        form=re.compile(r".+/_matrix/client/v3/rooms/[^/?]+/?\?(.*&)?access_token=[^&]+"),
    ),
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
    elif (form := TARGETS[way].form) and not form.match(target):
        yield FieldError("target", "", ErrorCode.TARGET_FORM, {"example": TARGETS[way].example})
