"""Words that tell texts apart without saying what they are about. Pure."""

from extractor.languages.tables import is_month
from newsroom.telling_terms import FoundTerm

_ENGLISH = "en"
_EVERYDAY = frozenset(("old", "known", "man", "men", "woman", "women"))
"""Of English: reports of accidents and trials have them far more often than others, whatever
happened.
"""


def says_nothing(term: FoundTerm) -> bool:
    """Return whether a term is the name of a month, or an everyday word."""
    lang, _term = term.key
    is_everyday = lang == _ENGLISH and term.form.lower() in _EVERYDAY
    return is_everyday or is_month(term.form, lang)
