"""The port *translator*: short texts to the same texts in another language."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol
from urllib.parse import urlsplit

from crawler.addresses import NetworkRules
from notify.errors import NoAnswer, NotDelivered, to_translate
from notify.webhook import JSON_HEADERS, post
from storage.database.sources.validation import HIDDEN
from storage.documents.records import storable

WAIT_SECONDS = 20
"""How long all requests for a reader may take. A model on one graphics card writes the titles and
sentences of a page in about as long; whoever waits longer thinks that nothing happens, and a web
process has four threads for all of its readers.
"""
_TOO_SLOW = to_translate(
    "%(host)s took longer than %(seconds)s seconds, the most that a page waits. Try again for the "
    "rest."
)
_NO_JSON = to_translate(
    "%(host)s does not answer as a translator. Check the address: it is that of the interface, "
    "without the name of an operation."
)
_OTHER_COUNT = to_translate(
    "%(host)s was asked for %(asked)s texts and answered with %(came)s. Try again, or use another "
    "model."
)
_NO_TEXT = to_translate(
    "%(host)s answered with a text that is empty, or far longer than the original. Try again, or "
    "use another model."
)
_TIMES_LONGER = 10
"""Chinese into English is some four times as long in characters; ten times is no translation."""
_SHORTEST = 40
"""What of a shorter text may grow: one character may be a name of several words."""
_MAX_WHY = 300
"""Characters of what a server says: it may answer with a page of words, one sentence is shown."""


class Translator(Protocol):
    """Translates over a server. Creating it does not connect.

    Attributes:
        name: What readers know it by.
        takes_one_language: Whether all texts of a request must be in the same language.
        max_characters: The most characters of all texts of a request.
    """

    name: str
    takes_one_language: bool
    max_characters: int

    def translate(
        self, texts: Sequence[str], source: str, target: str, seconds: float
    ) -> list[str]:
        """Return each text in another language, in their order, as plain text in one line.

        It is one request. No two kinds of servers agree on what a translation of nothing is: no
        text is empty.

        Args:
            texts: The texts, as plain text.
            source: The language of the first one, a tag of BCP 47.
            target: The language to translate into, a tag of BCP 47.
            seconds: How much of WAIT_SECONDS is left for the answer.

        Raises:
            NoAnswer: The server cannot be reached, breaks off or is too slow.
            NotDelivered: It may not be reached, it refuses, or its answer is unusable.
        """


@dataclass(frozen=True, kw_only=True)
class Interface:
    """Where a server listens, which networks may be reached, and the key, "" for none."""

    address: str
    rules: NetworkRules
    key: str = ""

    @property
    def host(self) -> str:
        """The host, for people."""
        return urlsplit(self.address).hostname or ""

    def ask(
        self,
        operation: str,
        content: Mapping[str, object],
        headers: Mapping[str, str],
        seconds: float,
    ) -> Any:
        """Return the JSON that an operation answers with. Raises as ``Translator.translate``."""
        body = json.dumps(content).encode()
        address = f"{self.address.rstrip('/')}/{operation}"
        if seconds <= 0:
            raise self._too_slow()
        begun = monotonic()
        try:
            answer = post(
                address,
                body,
                {**JSON_HEADERS, **headers},
                self.rules,
                patience=seconds,
                whole_seconds=seconds,
            )
            return self.read_json(answer)
        except NotDelivered as error:
            # Cut off, a server leaves an error of any kind, or half an answer.
            if monotonic() - begun >= seconds:
                raise self._too_slow() from error
            raise self._readable(error) from error

    def _readable(self, error: NotDelivered) -> NotDelivered:
        """Return an error whose problem readers may see: a server may repeat the key, or write a
        page.
        """
        problem = error.problem
        assert isinstance(problem.values, Mapping)
        if "why" not in problem.values:
            return error
        why = str(problem.values["why"])
        # Before it is cut: half a key would be left.
        hidden = why.replace(self.key, HIDDEN) if self.key else why
        if len(hidden) <= _MAX_WHY:
            short = hidden
        else:
            short = f"{hidden[:_MAX_WHY]}…"
        return type(error)(problem.message, **{**problem.values, "why": short})

    def read_json(self, answer: bytes | str) -> Any:
        """Return what the server has written as JSON. Raises NotDelivered."""
        try:
            return json.loads(answer)
        except (ValueError, RecursionError) as error:
            raise self.no_translator() from error

    def _too_slow(self) -> NoAnswer:
        return NoAnswer(_TOO_SLOW, host=self.host, seconds=WAIT_SECONDS)

    def no_translator(self) -> NotDelivered:
        """Return what to raise for an answer of another form."""
        return NotDelivered(_NO_JSON, host=self.host)

    def usable(self, found: object, texts: Sequence[str]) -> list[str]:
        """Return translations that can be stored and shown. Raises NotDelivered."""
        if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
            raise self.no_translator()
        if len(found) != len(texts):
            raise NotDelivered(_OTHER_COUNT, host=self.host, asked=len(texts), came=len(found))
        lines = [" ".join(storable(each).split()) for each in found]
        for line, text in zip(lines, texts, strict=True):
            if not line or len(line) > _TIMES_LONGER * max(len(text), _SHORTEST):
                raise NotDelivered(_NO_TEXT, host=self.host)
        return lines
