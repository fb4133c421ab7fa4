"""Words that tell texts apart without saying what they are about. Pure."""

from extractor.languages.tables import MONTHS, words
from newsroom.telling_terms import FoundTerm

_ENGLISH = "en"
_EVERYDAY = frozenset(("old", "known", "man", "men", "woman", "women"))
"""Of English: reports of accidents and trials have them far more often than others, whatever
happened.
"""


def says_nothing(term: FoundTerm) -> bool:
    """Return whether a term is the name of a month, or an everyday word."""
    lang, _term = term.key
    word = term.form.lower()
    if lang == _ENGLISH and word in _EVERYDAY:
        return True
    # Written small, an English march is one of people.
    may_be_month = lang != _ENGLISH or word != term.form
    return may_be_month and any(word in words(f"months.{month}").get(lang, ()) for month in MONTHS)
