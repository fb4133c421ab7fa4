"""What speaks for a name being one of a person, an organisation or a place."""

from collections.abc import Iterator, Mapping
from itertools import chain

import regex

from newsroom.recognition.known import cities
from newsroom.recognition.mentions import Kind
from newsroom.recognition.read_text import ReadText, WordRun
from newsroom.recognition.words import NameWords, given_names

_POINTS: Mapping[str, Mapping[Kind, float]] = {
    # How it is written
    "company at the end": {"org": 6},
    "suffix of a person": {"person": 3},
    "joined words": {"org": 2},
    "word of organisations": {"org": 4.5},
    "organisation at the end": {"person": -4},
    "word of places": {"place": 4},
    "as long as a person's name": {"person": 3},
    "initial": {"person": 2},
    "word of organisations alone": {"org": 1},
    "acronym": {"org": 1.5},
    "common word alone": {"person": -3, "org": -7},
    "uncommon word alone": {"org": 1},
    # What lists say
    "known place": {"place": 6},
    "city": {"place": 3},
    "known org": {"org": 6},
    "known person": {"person": 4},
    "given name": {"person": 3},
    "given name alone": {"person": 1},
    # What stands around it
    "the": {"org": 1, "person": -2},
    "preposition of places": {"place": 1.5},
    "role before": {"person": 3},
    "role of it before": {"org": 2.5},
    "role after": {"org": 3.5},
    "says": {"person": 1.5, "org": 1},
    "says, alone": {"person": 1, "org": 1},
    "which": {"org": 2},
    "who, or an age": {"person": 3},
    "role after a comma": {"person": 2.5},
    "word after places": {"place": 4},
    "country after a comma": {"place": 3},
}
"""What each sign speaks for. The points were set by hand, and judged together by
``benchmarks.names``; those that were changed alone had to help on both sets of texts.
"""
_MIN_PERSON_WORDS = 2
_MAX_PERSON_WORDS = 4
_ACRONYM = regex.compile(r"\p{Lu}[\p{Lu}&]{1,5}")
# No part of a person's name: "AI Rokid", "US-based Somaltus".
_BRAND = regex.compile(r"\p{Lu}{2,}\p{Ll}?|.+-based")
_INITIAL = regex.compile(r"(?:\p{Lu}\.?)+")
_AGE = regex.compile(r"\d{1,2}")


class Signs:
    """The signs of a text's names; ``known`` are those that lists have."""

    def __init__(self, read: ReadText, words: NameWords, known: Mapping[str, Kind]) -> None:
        self._read = read
        self._tokens = read.tokens
        self._words = words
        self._known = known

    def judge(self, run: WordRun) -> None:
        """Count the points of each kind."""
        for sign in chain(self._form(run), self._lists(run), self._neighbours(run)):
            for kind, points in _POINTS[sign].items():
                run.points[kind] += points

    def _form(self, run: WordRun) -> Iterator[str]:
        """Yield what the words of a name are like."""
        words = self._words
        keys = self._read.keys(run)
        first, last = keys[0], keys[-1]
        inner = set(keys)
        is_common = bool(inner & words.common)
        if last in words.company:
            yield "company at the end"
        if last in words.suffixes:
            yield "suffix of a person"
        if "&" in self._read.name(run) or (inner & words.joins and first in words.of_heads):
            yield "joined words"
        if len(keys) == 1:
            yield from self._form_of_one(keys[0], self._read.name(run))
        else:
            if inner & words.organisations:
                yield "word of organisations"
            if last in words.organisations:
                yield "organisation at the end"
            if last in words.places or first in words.places_first:
                yield "word of places"
        plain = [each for each in self._tokens[run.first : run.last] if each.word]
        is_like_person = not is_common and not any(_BRAND.fullmatch(each.text) for each in plain)
        if _MIN_PERSON_WORDS <= len(plain) <= _MAX_PERSON_WORDS and is_like_person:
            yield "as long as a person's name"
        # "George W. Bush": the last word of a person's name is no initial.
        has_initial = any(_INITIAL.fullmatch(each.text) for each in plain[:-1])
        if len(plain) > _MIN_PERSON_WORDS and has_initial:
            yield "initial"

    def _form_of_one(self, key: str, name: str) -> Iterator[str]:
        words = self._words
        if key in words.organisations:
            yield "word of organisations alone"
        if _ACRONYM.fullmatch(name):
            yield "acronym"
        if key in words.common | words.company | words.titles:
            yield "common word alone"
        if key not in words.common:
            yield "uncommon word alone"

    def _lists(self, run: WordRun) -> Iterator[str]:
        """Yield which lists of names have it."""
        words = self._words
        name = self._read.name(run)
        if kind := self._known.get(name) or self._known.get(name.title()):
            yield f"known {kind}"
        elif name in cities() and name.lower() not in words.common:
            yield "city"
        if self._read.keys(run)[0] in given_names():
            yield "given name" if run.last - run.first > 1 else "given name alone"

    def _neighbours(self, run: WordRun) -> Iterator[str]:
        """Yield what stands before and after the name."""
        words = self._words
        before = self._read.key(run.first - 1)
        is_after_the = before == "the"
        if is_after_the:
            yield "the"
        if before in words.place_before:
            yield "preposition of places"
        if before in words.roles:
            yield "role before"
        # "The president of the Ford Foundation"
        link = self._read.key(run.first - 2) if is_after_the else before
        if is_after_the:
            office = self._read.key(run.first - 3)
        else:
            office = self._read.key(run.first - 2)
        if link in words.of_role and office in words.roles:
            yield "role of it before"
        after = self._read.key(run.last)
        if after in words.roles:
            yield "role after"
        if before in words.said or after in words.said:
            yield "says" if run.last - run.first > 1 else "says, alone"
        if after == ",":
            yield from self._after_comma(run.last + 1)

    def _after_comma(self, at: int) -> Iterator[str]:
        key = self._read.key(at)
        if key == "which":
            yield "which"
        if key == "who" or _AGE.fullmatch(key):
            yield "who, or an age"
        if self._is_role_after(at):
            yield "role after a comma"
        if key in self._words.after_place:
            yield "word after places"
        if self._known.get(key.title()) == "place":
            yield "country after a comma"

    def _is_role_after(self, at: int) -> bool:
        near = [self._read.key(each) for each in range(at, at + 5)]
        near = near[: near.index(",")] if "," in near else near
        return any(each in self._words.roles for each in near)
