"""Vocabulary and sentence patterns of the languages that the fake web writes in."""

from typing import Final

from fakeweb.words.chinese import CHINESE
from fakeweb.words.english import ENGLISH
from fakeweb.words.german import GERMAN
from fakeweb.words.japanese import JAPANESE
from fakeweb.words.locale import Locale
from fakeweb.words.spanish import SPANISH
from fakeweb.words.traditional import TRADITIONAL

LOCALES: Final[dict[str, Locale]] = {
    locale.lang: locale for locale in (CHINESE, TRADITIONAL, JAPANESE, ENGLISH, GERMAN, SPANISH)
}
