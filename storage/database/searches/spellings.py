"""What else the names in documents are called, as features know it."""

from hooks.process import features
from storage.documents.name_spellings import NameSpellings


def all_spellings() -> NameSpellings:
    """Return all names with their other spellings; none if no feature knows any.

    Raises Unavailable.
    """
    return NameSpellings(features().ask_for_all("name_spellings"))
