"""Labels beside dates.

They say what happened then: publication, a later change, or something else.
"""

import re

from extractor.dates import words

_LABEL = re.compile(
    f"(?P<modified>{words.MODIFIED_LABELS})|(?P<other>{words.OTHER_LABELS})|"
    f"(?P<published>{words.PUBLISHED_LABELS})",
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
