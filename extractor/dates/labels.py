"""Labels beside dates.

They say what happened then: publication, a later change, or something else.
"""

import re

from extractor.dates import words

_LABEL = re.compile(
    f"(?P<modified>{words.MODIFIED_LABELS})|(?P<comments>{words.COMMENT_LABELS})"
    f"|(?P<other>{words.OTHER_LABELS})|(?P<published>{words.PUBLISHED_LABELS})",
    re.I,
)


def role_of(label: str) -> str:
    """Return what the words before a date say: "published", "modified", "other", or "" if they say
    nothing.
    """
    last = None
    for match in _LABEL.finditer(label):
        last = match
    role = (last.lastgroup or "") if last else ""
    return "other" if role == "comments" else role


def role_behind(words_behind: str) -> str:
    """Return what the words behind a date say of it. "Leave a comment" and its like say what can be
    done there, not what happened then.
    """
    roles = [match.lastgroup or "" for match in _LABEL.finditer(words_behind)]
    return next((role for role in reversed(roles) if role != "comments"), "")
