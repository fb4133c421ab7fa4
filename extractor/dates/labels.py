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
_ONE_NAME = re.compile(r"[^\W\d]*\s?")


def role_of(label: str) -> str:
    """Return what the words before a date say: "published", "modified", "other", or "" if they say
    nothing.
    """
    *before, last = (None, *_LABEL.finditer(label))
    role = (last.lastgroup or "") if last else ""
    if last and role == "published" and (modified := before[-1]):
        # "Time of update" and "date modified" have a word for any date in them.
        between = label[modified.end() : last.start()]
        is_one_name = modified.lastgroup == "modified" and _ONE_NAME.fullmatch(between)
        role = "modified" if is_one_name else role
    return "other" if role == "comments" else role


def role_behind(words_behind: str) -> str:
    """Return what the words behind a date say of it. "Leave a comment" and its like say what can be
    done there, not what happened then.
    """
    roles = [match.lastgroup or "" for match in _LABEL.finditer(words_behind)]
    return next((role for role in reversed(roles) if role != "comments"), "")
