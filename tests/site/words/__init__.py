"""Vocabulary and sentence patterns of the languages that the fake web writes in."""

from typing import Final

from .chinese import CHINESE
from .english import ENGLISH
from .german import GERMAN
from .japanese import JAPANESE
from .locale import Locale, Topic
from .spanish import SPANISH
from .traditional import TRADITIONAL

LOCALES: Final[dict[str, Locale]] = {
    locale.lang: locale for locale in (CHINESE, TRADITIONAL, JAPANESE, ENGLISH, GERMAN, SPANISH)
}

__all__ = ["LOCALES", "Locale", "Topic"]
