"""Send one message to a user, by mail or as a signed webhook. Alerts and events send alike."""

from dataclasses import dataclass
from datetime import UTC, datetime

from storage.configuration.models import MessageWay
from storage.settings import Settings
from webui.alerts import mail, webhook
from webui.alerts.digest import signature


@dataclass(frozen=True, kw_only=True)
class Message:
    """What is sent: subject and text by mail, the body (JSON) to a webhook.

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
        """Send the message to a mail address, or to a webhook and signed with its secret.

        Raises:
            NoAnswer: The webhook's host cannot be reached.
            NotDelivered: The receiver does not accept the message.
        """
        if way == MessageWay.WEBHOOK:
            self._post(target, message, secret)
        else:
            self._mail(target, message)

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
            "Content-Type": "application/json; charset=utf-8",
            "User-Agent": "Newsloom",
            "Newsloom-Delivery": message.number,
            "Newsloom-Timestamp": timestamp,
            "Newsloom-Signature": f"sha256={signature(secret, timestamp, message.body)}",
        }
        webhook.post(target, message.body, headers, self._rules)
