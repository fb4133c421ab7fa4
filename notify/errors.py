"""Errors of alerts, and the sentences that tell users of them."""

import json
import smtplib
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from django.utils.translation import gettext

_MAX_VALUE_LENGTH = 150
"""Stores keep the first 500 characters of some problems; a packed one must not be cut."""


def to_translate(message: str) -> str:
    """Return the message: it is collected for translation, and translated where it is shown.

    Django's ``gettext_noop`` does the same, but not before Django is set up.
    """
    return message


@dataclass(frozen=True)
class ProblemText:
    """A sentence for a user: English in the log, in the reader's language where people read it.

    Mark ``message`` with ``to_translate`` where it is written; it has a place for each of
    ``values``.
    """

    message: str
    values: Mapping[str, object] | tuple[object, ...] = ()

    def __str__(self) -> str:
        return self._filled(self.message)

    def translated(self) -> str:
        """Return the sentence in the active language."""
        return self._filled(gettext(self.message))

    def _filled(self, sentence: str) -> str:
        # Without values, a % in the sentence is a mere character.
        if self.values:
            return sentence % self.values
        return sentence

    def packed(self) -> str:
        """Return the sentence as ``shown_problem`` reads it, for readers of several languages."""
        values: object
        if isinstance(self.values, Mapping):
            values = {name: _short(value) for name, value in self.values.items()}
        else:
            values = [_short(value) for value in self.values]
        return json.dumps({"message": self.message, "values": values}, ensure_ascii=False)


def _short(value: object) -> str:
    return str(value)[:_MAX_VALUE_LENGTH]


def shown_problem(stored: str) -> str:
    """Return a stored problem in the active language; one that is not packed, as it is.

    Earlier versions stored sentences.
    """
    try:
        packed = json.loads(stored)
        values = packed["values"]
        named = values if isinstance(values, dict) else tuple(values)
        return ProblemText(packed["message"], named).translated()
    except (ValueError, TypeError, KeyError):
        return stored


class NotDelivered(Exception):
    """A delivery failed; ``problem`` tells the owner of the search why."""

    def __init__(self, message: str, **values: object) -> None:
        self.problem = ProblemText(message, values)
        super().__init__(str(self.problem))

    @classmethod
    def because(cls, problem: ProblemText) -> Self:
        """Return the error with this reason."""
        assert isinstance(problem.values, Mapping)
        return cls(problem.message, **problem.values)


class NoAnswer(NotDelivered):
    """The receiver cannot be reached, or breaks off."""


def connection_problem(error: Exception, host: str, port: int) -> ProblemText | None:
    """Return why there is no connection to a host, None if only the error's own words tell it."""
    if isinstance(error, ConnectionRefusedError):
        return ProblemText(_REFUSED, {"host": host, "port": port})
    if isinstance(error, socket.gaierror):
        return ProblemText(_NO_ADDRESS, {"host": host})
    if isinstance(error, TimeoutError):
        return ProblemText(_TIMEOUT, {"host": host})
    if isinstance(error, ssl.SSLCertVerificationError):
        return ProblemText(_CERTIFICATE, {"host": host, "why": error.verify_message})
    if isinstance(error, (ConnectionResetError, BrokenPipeError, smtplib.SMTPServerDisconnected)):
        return ProblemText(_BROKEN_OFF, {"host": host})
    return None


_REFUSED = to_translate(
    "Nothing accepts connections at port %(port)s of %(host)s. Start the receiver."
)
_NO_ADDRESS = to_translate("The host %(host)s has no address. Check its name.")
_TIMEOUT = to_translate("%(host)s did not answer in time.")
_CERTIFICATE = to_translate("The certificate of %(host)s is not valid: %(why)s")
_BROKEN_OFF = to_translate("%(host)s broke the connection off.")
