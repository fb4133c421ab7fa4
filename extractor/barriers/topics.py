"""Tell what a text is about by how many different things of a topic it names, in any language.

A topic is a table of concepts with the first letters of the words for them in many languages
(``extractor.languages``). A text that asks for consent, say, names cookies, partners, data and
devices in nearly every sentence, whatever its words; an article about consent names a few of them
here and there.
"""

import re
from collections.abc import Collection, Iterable, Mapping

from extractor.languages.tables import words_by_name

Topic = Mapping[str, tuple[str, ...]]
"""The stems of each concept, in the form of ``normal``."""

_SEPARATORS = re.compile(r"\W+")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?;])\s|[\n。！？；]")
_UNSPACED = re.compile("[\u0590-\u06ff\u0900-\u0eff\u3000-\u9fff\uac00-\ud7a3]")
"""Scripts whose words have no space before them, or a prefix: their stems are found anywhere."""


def read_topic(section: str) -> Topic:
    """Return the topic of a section of ``extractor.languages``, such as "consent".

    A stem that ends with "." is a whole word.
    """
    return {concept: tuple(map(_stem, stems)) for concept, stems in words_by_name(section).items()}


def _stem(stem: str) -> str:
    words = _normal_words(stem)
    if _UNSPACED.match(stem):
        return words
    return f" {words}"


def normal(text: str) -> str:
    """Return a text in lower case with one space around each word, as stems are looked up in it."""
    return f" {_normal_words(text)} "


def _normal_words(text: str) -> str:
    return _SEPARATORS.sub(" ", text.lower().replace("i\u0307", "i"))


def names(topic: Topic, concept: str, text: str) -> bool:
    """Return whether a normal text names one concept."""
    return any(stem in text for stem in topic[concept])


def may_name(topic: Topic, concept: str, text: str) -> bool:
    """Return whether a text as it is may name a concept, in a tenth of the time of ``normal``."""
    lower = text.lower()
    return any(stem.lstrip() in lower for stem in topic[concept])


def concepts(topic: Topic, text: str) -> set[str]:
    """Return the concepts of a topic that a normal text names."""
    return {concept for concept in topic if names(topic, concept, text)}


def sentences(text: str) -> list[str]:
    """Return the sentences and lines of a text."""
    return [part for part in _SENTENCE_ENDS.split(text) if part.strip()]


def share(topic: Topic, parts: Collection[str], least: int) -> float:
    """Return the share of sentences, by characters, that name ``least`` concepts or more."""
    total = sum(map(len, parts))
    if total:
        return (
            sum(len(part) for part in parts if len(concepts(topic, normal(part))) >= least) / total
        )
    return 0.0


def shown(found: Iterable[str]) -> str:
    """Return concepts as the evidence of a rejection."""
    return ", ".join(sorted(found))
