"""Labels beside dates.

They say what happened then: publication, a later change, or something else.
"""

import re

from extractor.dates import words


def _any_of(phrases: str) -> str:
    return "|".join(phrases.split("\n")[1:-1])


_LABEL = re.compile(
    f"(?P<modified>{_any_of(words.MODIFIED_LABELS)})|(?P<other>{_any_of(words.OTHER_LABELS)})|"
    f"(?P<published>{_any_of(words.PUBLISHED_LABELS)})",
    re.I,
)


def role_of(label: str) -> str:
    """Return what the words before a date say: "published", "modified", "other", or "" if they say
    nothing.
    """
    last = None
    for match in _LABEL.finditer(label):
        last = match
    return (last.lastgroup or "") if last else ""
