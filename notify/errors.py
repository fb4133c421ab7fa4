"""Errors of alerts, and the sentences that tell users of them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

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
        return sentence % self.values if self.values else sentence

    def packed(self) -> str:
        """Return the sentence as ``shown_problem`` reads it, for readers of several languages."""
        named = self.values if isinstance(self.values, Mapping) else {}
        values = {name: str(value)[:_MAX_VALUE_LENGTH] for name, value in named.items()}
        return json.dumps({"message": self.message, "values": values}, ensure_ascii=False)


def shown_problem(stored: str) -> str:
    """Return a stored problem in the active language; one that is not packed, as it is.

    Earlier versions stored sentences.
    """
    try:
        packed = json.loads(stored)
        return ProblemText(packed["message"], packed["values"]).translated()
    except (ValueError, TypeError, KeyError):
        return stored


class NotDelivered(Exception):
    """A delivery failed; ``problem`` tells the owner of the search why."""

    def __init__(self, message: str, **values: object) -> None:
        self.problem = ProblemText(message, values)
        super().__init__(str(self.problem))


class NoAnswer(NotDelivered):
    """The receiver cannot be reached, or breaks off."""
