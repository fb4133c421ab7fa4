"""Vocabulary and sentence patterns of the languages that the fake web writes in."""

from typing import Final

from fakeweb.words.locale import Locale, read_locale
from fakeweb.words.traditional import converted

_CHINESE = read_locale("chinese")
_WESTERN = (read_locale(name) for name in ("english", "german", "spanish"))
LOCALES: Final[dict[str, Locale]] = {
    locale.lang: locale
    for locale in (_CHINESE, converted(_CHINESE), read_locale("japanese"), *_WESTERN)
}
