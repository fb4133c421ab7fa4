"""What a query asks, as a tree of values that every documents adapter translates."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

from storage.documents.analysis import find_words

TextField: TypeAlias = Literal["", "title", "author"]
ValueField: TypeAlias = Literal["source", "site", "channel", "lang", "kind", "tag"]


@dataclass(frozen=True, kw_only=True)
class TermMatch:
    """What is looked for in a text: these analysed words side by side, in its stems or else in its words.

    ``field``: "" for title and content, or "title" for the title alone.
    """

    words: tuple[str, ...]
    stemmed: bool
    field: str = ""


@dataclass(frozen=True, kw_only=True)
class Phrase:
    """Words that must stand side by side, as the user wrote them; one word alone is such a phrase too.

    ``exact``: the user put them in quotation marks, so that English words match as written, not by their stem.
    ``field``: title and content, the title alone, or the names of the author and of those who posted in a thread;
    names are always compared as written. Text without any letter or digit asks for nothing: every document has it.
    """

    text: str
    exact: bool = False
    field: TextField = ""

    def term_match(self) -> TermMatch | None:
        """Return what to look for, or None where there is no letter or digit.

        Stems are compared where the phrase is not exact and has no character of a script without spaces.
        """
        found = find_words(self.text)
        stemmed = not self.exact and not found.solo and self.field != "author"
        words = found.stems if stemmed else found.words
        return TermMatch(words=tuple(words), stemmed=stemmed, field=self.field) if words else None


@dataclass(frozen=True, kw_only=True)
class FieldValue:
    """A field has exactly this value; "tag": one of the tags is it."""

    field: ValueField
    value: str


@dataclass(frozen=True, kw_only=True)
class DateRange:
    """Published from the first to the last of these days (UTC), both inclusive; None leaves that end open.

    A document without a date of publication does not match.
    """

    first: date | None = None
    last: date | None = None


@dataclass(frozen=True)
class And:
    """All parts match."""

    parts: "tuple[Node, ...]"


@dataclass(frozen=True)
class Or:
    """One of the parts matches, or several."""

    parts: "tuple[Node, ...]"


@dataclass(frozen=True)
class Not:
    """The part does not match."""

    part: "Node"


Node: TypeAlias = Phrase | FieldValue | DateRange | And | Or | Not
Leaf: TypeAlias = Phrase | FieldValue | DateRange


@dataclass(frozen=True, kw_only=True)
class Query:
    """What documents must match. No root: everything matches."""

    root: Node | None = None


def term_matches(query: Query) -> list[TermMatch]:
    """Return what is wanted in title and content, each once: the words that rank a hit and are marked in it.

    Words that must not occur are left out, and so are names of authors.
    """
    found = dict.fromkeys(
        words.term_match() for words, wanted in _words(query.root) if wanted and words.field != "author"
    )
    return [needle for needle in found if needle is not None]


def leaves(node: Node | None) -> Iterator[Leaf]:
    """Yield the words, values and days of a tree in the order in which they stand."""
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from leaves(part)
        case Not(part):
            yield from leaves(part)
        case Phrase() | FieldValue() | DateRange():
            yield node


def _words(node: Node | None, wanted: bool = True) -> Iterator[tuple[Phrase, bool]]:
    """Yield the words of a tree, each with whether it is wanted: not under an odd number of negations."""
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _words(part, wanted)
        case Not(part):
            yield from _words(part, not wanted)
        case Phrase():
            yield node, wanted
