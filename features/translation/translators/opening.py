"""The kinds of translators, and what opens one."""

from enum import StrEnum

from features.translation.translators.chat import ChatModel
from features.translation.translators.libretranslate import LibreTranslate
from features.translation.translators.port import Interface, Translator


class Kind(StrEnum):
    """The interface that a server speaks; stored."""

    LIBRETRANSLATE = "libretranslate"
    CHAT = "chat"


def open_translator(kind: str, interface: Interface, model: str) -> Translator:
    """Return what translates over a server of this kind, without connecting to it."""
    if kind == Kind.CHAT:
        return ChatModel(interface, model)
    return LibreTranslate(interface)
