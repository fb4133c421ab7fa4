"""The text of a query, parsed to values that every documents adapter understands."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Phrase:
    """Words that must stand side by side, as the user wrote them; one word alone is a phrase too.

    ``exact``: the user put it in quotation marks, so that English words match as written, not by their stem.
    """

    text: str
    exact: bool = False
    negated: bool = False


@dataclass(frozen=True, kw_only=True)
class Query:
    """Every phrase that is not negated must occur, and none of the negated ones. No phrase: everything matches."""

    phrases: tuple[Phrase, ...] = ()
