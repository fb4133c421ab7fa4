"""Months and everyday words tell nothing of a matter."""

import pytest

from features.top_terms.empty_words import says_nothing
from newsroom.telling_terms import FoundTerm


@pytest.mark.parametrize(
    ("lang", "form", "expected"),
    [
        ("en", "March", True),
        ("en", "SEPTEMBER", True),
        ("en", "march", False),
        ("en", "Woman", True),
        ("en", "known", True),
        ("en", "Old Trafford", False),
        ("en", "harbour", False),
        ("fr", "août", True),
        ("de", "Oktober", True),
        ("de", "Man", False),
        ("xx", "march", False),
    ],
)
def test_months_and_everyday_words_are_left_out(lang: str, form: str, *, expected: bool) -> None:
    term = FoundTerm(key=(lang, form.lower()), form=form, certainty=9.0)
    assert says_nothing(term) is expected
