"""What may be wrong with other spellings of a name, as codes."""

from enum import StrEnum


class NameProblem(StrEnum):
    """What is wrong."""

    SPELLING_OF_ANOTHER = "spelling_of_another"
    SPELLING_HAS_SPELLINGS = "spelling_has_spellings"
    TOO_MANY_NAMES = "too_many_names"
    TOO_MANY_PAIRS = "too_many_pairs"
