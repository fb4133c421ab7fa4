"""Events that the press of several languages reports, each in its own words: German, Spanish and
Japanese beside English and Chinese, and their facts as each language writes them.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from fakeweb.words.events import (
    CHINESE_EVENTS,
    CHINESE_FACTS,
    ENGLISH_EVENTS,
    ENGLISH_FACTS,
    EventKind,
    event_kinds,
)
from fakeweb.words.locale import read_words

_WORDS: Final = read_words("world_events")
WORLD_EVENTS: Final[Mapping[str, Mapping[str, EventKind]]] = {
    "en": ENGLISH_EVENTS,
    # At home, some are other matters: of a chamber of commerce, and of a temple.
    "zh": CHINESE_EVENTS | event_kinds(_WORDS["events"]["zh"]),
    **{lang: event_kinds(_WORDS["events"][lang]) for lang in ("de", "es", "ja")},
}
# The values of one place in the list of each language mean the same.
WORLD_FACTS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "en": ENGLISH_FACTS,
    "zh": CHINESE_FACTS,
    **_WORDS["facts"],
}


class Name(NamedTuple):
    """A name or a part of one as it is written in Latin letters, Chinese and Japanese."""

    latin: str
    chinese: str
    japanese: str


GIVEN_NAMES: Final = tuple(Name(*each) for each in _WORDS["given_names"])
SYLLABLES: Final = tuple(Name(*each) for each in _WORDS["syllables"])
ENDINGS: Final = tuple(Name(*each) for each in _WORDS["endings"])
TOWNS: Final = [
    dict(zip(("en", "de", "es", "zh", "ja"), town, strict=True)) for town in _WORDS["towns"]
]
