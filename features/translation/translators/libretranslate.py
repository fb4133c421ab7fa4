"""The interface of LibreTranslate, an open translator that runs on a machine of one's own.

https://docs.libretranslate.com: ``POST /translate`` with several texts as ``q``.
"""

from collections.abc import Sequence

from features.translation.translators.port import Interface

_CODES = {"zh-hant": "zt", "zh-tw": "zt", "zh-hk": "zt", "no": "nb", "nn": "nb"}
"""Languages that it calls otherwise than by the beginning of their tags."""


class LibreTranslate:
    """The port ``Translator``. One request has one source language: of several it would take them
    for one.
    """

    name = "LibreTranslate"
    takes_one_language = True
    max_characters = 2_000
    """What libretranslate.com takes at once; other servers take more, unless they say so."""

    def __init__(self, interface: Interface) -> None:
        self._interface = interface
        self._key = {"api_key": interface.key} if interface.key else {}

    def translate(
        self, texts: Sequence[str], source: str, target: str, seconds: float
    ) -> list[str]:
        """Return each text in another language."""
        content = {
            "q": list(texts),
            "source": _code(source),
            "target": _code(target),
            "format": "text",
            **self._key,
        }
        answer = self._interface.ask("translate", content, {}, seconds)
        found = answer.get("translatedText") if isinstance(answer, dict) else None
        return self._interface.usable(found, texts)


def _code(lang: str) -> str:
    return _CODES.get(lang.lower(), lang.lower().partition("-")[0])
