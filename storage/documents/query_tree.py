"""A query as a tree of values, which every documents adapter translates."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

from storage.documents.analysis import find_words

TextField: TypeAlias = Literal["", "title", "author"]
ValueField: TypeAlias = Literal["source", "site", "channel", "lang", "kind", "tag", "copy"]
DayField: TypeAlias = Literal["published", "collected"]


@dataclass(frozen=True, kw_only=True)
class TermMatch:
    """Analysed words to find side by side, in the stems or the words of a text.

    ``field`` is "" for title and content, or "title" for the title only.
    """

    words: tuple[str, ...]
    stemmed: bool
    field: str = ""


@dataclass(frozen=True, kw_only=True)
class Phrase:
    """Words that must be side by side, as the user wrote them; a single word is a phrase too.

    ``exact``: the user quoted them, so that English words match as written, not by stem. ``field``: title and
    content, the title only, or the names of the author and of a thread's posters; names are always compared as
    written. Text without a letter or digit matches every document.
    """

    text: str
    exact: bool = False
    field: TextField = ""

    def term_match(self) -> TermMatch | None:
        """Return the words to find, or None if there is no letter or digit.

        Stems are compared if the phrase is not exact and has no character of a script without spaces.
        """
        found = find_words(self.text)
        stemmed = not self.exact and not found.solo and self.field != "author"
        words = found.stems if stemmed else found.words
        return TermMatch(words=tuple(words), stemmed=stemmed, field=self.field) if words else None


@dataclass(frozen=True, kw_only=True)
class FieldValue:
    """A field has exactly this value; for "tag", one of the tags has it."""

    field: ValueField
    value: str


@dataclass(frozen=True, kw_only=True)
class Dated:
    """The date of publication is known."""


@dataclass(frozen=True, kw_only=True)
class DateRange:
    """Published, or first found, between these days (UTC), both inclusive; None leaves that end open.

    No day of publication includes an undated document. Every document has a day on which it was found.
    """

    first: date | None = None
    last: date | None = None
    field: DayField = "published"


@dataclass(frozen=True)
class And:
    """All parts match."""

    parts: "tuple[Node, ...]"


@dataclass(frozen=True)
class Or:
    """At least one of the parts matches."""

    parts: "tuple[Node, ...]"


@dataclass(frozen=True)
class Not:
    """The part does not match."""

    part: "Node"


Leaf: TypeAlias = Phrase | FieldValue | Dated | DateRange
Node: TypeAlias = Leaf | And | Or | Not


@dataclass(frozen=True, kw_only=True)
class Query:
    """The condition that documents must match. Without a root, all documents match."""

    root: Node | None = None


def term_matches(query: Query) -> list[TermMatch]:
    """Return the words wanted in title and content, each once: they rank a hit and are marked in it.

    Excluded words and authors' names are left out.
    """
    found = dict.fromkeys(
        words.term_match() for words, wanted in _words(query.root) if wanted and words.field != "author"
    )
    return [phrase for phrase in found if phrase is not None]


def leaves(node: Node | None) -> Iterator[Leaf]:
    """Yield the words, values and days of a tree in order."""
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from leaves(part)
        case Not(part):
            yield from leaves(part)
        case Phrase() | FieldValue() | Dated() | DateRange():
            yield node


def _words(node: Node | None, wanted: bool = True) -> Iterator[tuple[Phrase, bool]]:
    """Yield the words of a tree, each with whether it is wanted, that is, under an even number of negations."""
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _words(part, wanted)
        case Not(part):
            yield from _words(part, not wanted)
        case Phrase():
            yield node, wanted
