"""Send one message to a user, in the way that they chose. Alerts and events send alike."""

from notify.errors import NotDelivered, to_translate
from notify.message import Message
from notify.targets import TARGETS
from storage.settings import Settings


class Messenger:
    """Sends as the settings say."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def send(self, way: str, target: str, message: Message, secret: str) -> None:
        """Send the message to an address; a webhook's is signed with its secret.

        Raises:
            NoAnswer: The receiver's host cannot be reached.
            NotDelivered: The receiver does not accept the message.
        """
        if way not in TARGETS:
            # A later version stored it.
            raise NotDelivered(
                to_translate("This version of Newsloom cannot send messages by “%(way)s”."), way=way
            )
        TARGETS[way].deliver(self._settings, target, message, secret)
