"""Read the parts of a query that are more than a word: prefixes, words near each other,
comparisons.
"""

from typing import cast

import regex

from storage.documents.analysis import find_words
from storage.documents.errors import QueryError
from storage.documents.query_tokens import QueryToken
from storage.documents.query_tree import (
    Comparison,
    Near,
    Node,
    NumberField,
    Phrase,
    Sign,
    TextField,
)
from storage.whole_numbers import whole_number

NEAR_WORDS = 10
"""The distance of NEAR without a number."""
_FARTHEST = 100
_MIN_PREFIX_LENGTH = 2
_STAR = regex.compile(r"(?<=[\p{L}\p{M}\p{N}])\*+(?=.)|^\*+(?=[^\P{L}\p{Han}])")
"""A star inside or before a word; Chinese words are found anywhere in a text."""
_NUMBER = regex.compile(r"(<=?|>=?)([01]|[01]?\.[0-9]{1,6})")


def prefix(token: QueryToken, field: str) -> Phrase | None:
    """Return the beginning of words that ends with a star, or None for any other word.

    Chinese words have no beginning to complete: their characters are found anywhere, so the star
    means nothing.
    """
    word = token.text.rstrip("*")
    if found := _STAR.search(word):
        place = token.place[0] + found.start()
        raise QueryError(
            "A * stands only at the end of a word, such as harb*.", place=(place, place + 1)
        )
    if word == token.text:
        return None
    analysed = find_words(word)
    if not analysed.words or analysed.solo:
        return None
    if len(analysed.words) > 1 or len(analysed.words[0]) < _MIN_PREFIX_LENGTH:
        raise QueryError(
            "Put two letters or more of one word before the *, such as harb*.", place=token.place
        )
    return Phrase(text=word, field=cast(TextField, field), prefix=True)


def near(sign: QueryToken, first: Node | None, second: Node | None) -> Near:
    """Return two phrases that must be near each other.

    Raises QueryError for anything else on a side.
    """
    distance = whole_number(sign.text.partition("/")[2] or str(NEAR_WORDS))
    if distance is None or distance > _FARTHEST:
        raise QueryError(
            "%s is too far. Use NEAR/%s or less.", sign.text, _FARTHEST, place=sign.place
        )
    for side in (first, second):
        if not isinstance(side, Phrase) or side.prefix or side.field == "author":
            raise QueryError(
                "%s needs a word or a phrase in quotation marks on each side: harbour NEAR/5 fire.",
                sign.text,
                place=sign.place,
            )
    before, after = cast(Phrase, first), cast(Phrase, second)
    # Two fields are two texts: nothing in one is near anything in the other.
    if before.field != after.field:
        raise QueryError(
            "Put both words of %s in one field: title:(harbour NEAR fire).",
            sign.text,
            place=sign.place,
        )
    return Near(first=before, second=after, distance=distance)


def comparison(token: QueryToken, field: str) -> Comparison:
    """Return the comparison of a number of the document. Raises QueryError if it is none."""
    found = _NUMBER.fullmatch(token.text)
    if found is None:
        raise QueryError(
            "“%s” is not a comparison. Write %s:<0.75, or <=, > or >= and a number from 0 to 1.",
            token.text,
            field,
            place=token.place,
        )
    return Comparison(
        field=cast(NumberField, field), sign=cast(Sign, found[1]), value=float(found[2])
    )
