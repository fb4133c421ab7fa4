"""Send one message to a user, by mail or as a signed webhook. Alerts and events send alike."""

from dataclasses import dataclass
from datetime import UTC, datetime

from storage.database.models import MessageWay
from storage.settings import Settings
from webui.alerts import mail, webhook
from webui.alerts.chat import slack, teams
from webui.alerts.digest import signature

_HEADERS = {"Content-Type": "application/json; charset=utf-8", "User-Agent": "Newsloom"}


@dataclass(frozen=True, kw_only=True)
class Message:
    """What is sent: subject and text by mail and to chats, the body (JSON) to a webhook.

    All attempts of one message share its ``number``, so that a receiver can recognise a repetition.
    """

    number: str
    subject: str
    text: str
    body: bytes


class Messenger:
    """Sends as the settings say."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._rules = webhook.webhook_rules(settings)

    def send(self, way: str, target: str, message: Message, secret: str) -> None:
        """Send the message to a mail address, to a chat, or to a webhook and signed with its
        secret.

        Raises:
            NoAnswer: The webhook's host cannot be reached.
            NotDelivered: The receiver does not accept the message.
        """
        if way == MessageWay.WEBHOOK:
            self._post(target, message, secret)
        elif way == MessageWay.MAIL:
            self._mail(target, message)
        else:
            write = slack if way == MessageWay.SLACK else teams
            webhook.post(target, write(message.subject, message.text), _HEADERS, self._rules)

    def _mail(self, target: str, message: Message) -> None:
        mail.send(
            self._settings.smtp_url,
            mail.message(
                sender=self._settings.mail_from,
                to=target,
                subject=message.subject,
                text=message.text,
                number=message.number,
                now=datetime.now(UTC),
            ),
        )

    def _post(self, target: str, message: Message, secret: str) -> None:
        timestamp = str(int(datetime.now(UTC).timestamp()))
        headers = {
            **_HEADERS,
            "Newsloom-Delivery": message.number,
            "Newsloom-Timestamp": timestamp,
            "Newsloom-Signature": f"sha256={signature(secret, timestamp, message.body)}",
        }
        webhook.post(target, message.body, headers, self._rules)
