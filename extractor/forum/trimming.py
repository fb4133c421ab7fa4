"""Cut what forums put around the words of a post: labels, edit notes, titles, plain signatures."""

import re
from collections import Counter
from collections.abc import Sequence

from extractor.forum.cues import masked
from extractor.forum.notes import (
    attachments,
    ends_post,
    head_of_answer,
    head_of_mail,
    is_action,
    is_caption,
    is_edit_note,
    is_file,
    is_invitation,
    is_path,
    is_saying,
    is_stub,
)

_RULE = re.compile(r"^[_\-—=*~]{5,}$|^--$")
_REPLY = re.compile(
    r"^(?:\d{1,4}[.)]\s)?(?:(?:re|aw|sv|rv|回复|回覆|ответ)\s?[:：]\s*)?", re.IGNORECASE
)
_MARK = re.compile(r"^\W{0,2}\w{0,2}\s?[:：]\s*(?=\S)")
"""What boards put before the words of every post: a vote and a colon."""
_MARKED, _MAX_MARKS = 0.8, 3
_ALIKE = 0.6
"""Least share of the posts with the same line for it to be the forum's."""
_MIN_POSTS = 3
_NEARLY = 0.6
_MAX_COUNT_LENGTH = 30
_ENDS = (".", "!", "?", "。", "！", "？")
"""Most characters of a line such as "3 likes", and what ends a sentence instead."""


def trim(bodies: Sequence[list[str]], authors: Sequence[str], title: str) -> list[list[str]]:
    """Return the lines of each body without the forum's at both ends and the thread's title at the
    head.

    Lines that most posts share, but for the name of their author and for numbers, are the forum's.
    They are not if half of these posts say nothing else, such as "+1".
    """
    bodies = _without_marks(bodies)
    texts = [_shapes(lines, author) for lines, author in zip(bodies, authors, strict=True)]
    counts = Counter(line for lines in texts for line in set(lines))
    wanted = max(_MIN_POSTS, _ALIKE * len(bodies))
    alone = Counter(lines[0] for lines in texts if len(lines) == 1)
    common = {line for line, count in counts.items() if count >= wanted and 2 * alone[line] < count}
    titles = _plain(title)
    trimmed: list[list[str]] = []
    for lines, shapes, author in zip(bodies, texts, authors, strict=True):
        start, end = _said(lines, author)
        added = [
            shape in common or is_edit_note(line) for line, shape in zip(lines, shapes, strict=True)
        ]
        trimmed.append(_without_captions(_trimmed(lines[start:end], added[start:end], titles)))
    return trimmed


def _without_captions(lines: list[str]) -> list[str]:
    """Return the lines without captions of code and boxes and without calls to log in, unless
    nothing is left.
    """
    return [line for line in lines if not (is_caption(line) or is_invitation(line))] or lines


def _said(lines: list[str], author: str) -> tuple[int, int]:
    """Return where the words begin, behind the head of a mail or answer, and end: at a signature,
    or a named edit.
    """
    start = head_of_mail(lines) or head_of_answer(lines)
    rest = range(start, len(lines))
    rule = next((place for place in rest if _RULE.match(lines[place])), len(lines))
    end = rule if rule > start else len(lines)
    return start, next(
        (place for place in rest[1:] if place < end and ends_post(lines[place], author)), end
    )


def _without_marks(bodies: Sequence[list[str]]) -> Sequence[list[str]]:
    """Return the bodies without a vote before their words, if nearly all have one of a few."""
    found = [_MARK.match(lines[0]) if lines else None for lines in bodies]
    marks = Counter(match.group() for match in found if match)
    if marks.total() < max(_MIN_POSTS, _MARKED * len(bodies)) or len(marks) > _MAX_MARKS:
        return bodies
    return [
        [lines[0][match.end() :], *lines[1:]] if match else lines
        for lines, match in zip(bodies, found, strict=True)
    ]


def _shapes(lines: Sequence[str], author: str) -> list[str]:
    """Return the lines without the name of the author, and short ones without what their numbers
    are.
    """
    return [_shape(line.replace(author, "") if len(author) > 1 else line) for line in lines]


def _shape(line: str) -> str:
    is_count = (
        len(line) <= _MAX_COUNT_LENGTH and not line.endswith(_ENDS) and any(map(str.isalpha, line))
    )
    return masked(line) if is_count else line


def _trimmed(lines: list[str], added: Sequence[bool], title: str) -> list[str]:
    """Return the lines without those at both ends that the forum ``added``."""
    start, end = 0, len(lines)
    is_titled = False
    while start < end:
        line, is_last = lines[start], start + 1 == end
        if not (
            added[start]
            or is_saying(line)
            or (not is_last and (is_file(line) or (is_titled and is_path(line))))
        ):
            if is_titled or is_last or not _is_title(line, title):
                break
            is_titled = True
        start += 1
    while start < end:
        if added[end - 1] or (
            start < end - 1 and (is_action(lines[end - 1]) or is_stub(lines[end - 1]))
        ):
            end -= 1
        elif 0 < (files := attachments(lines[start:end])) < end - start:
            end -= files
        else:
            break
    return lines[start:end]


def _is_title(line: str, title: str) -> bool:
    """Return whether a line is the title, or the title without a last word such as "Solved"."""
    own = _plain(line) if title and len(line) <= len(title) + 20 else ""
    return bool(own) and title.startswith(own) and len(own) >= _NEARLY * len(title)


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, _REPLY.sub("", text.strip()).casefold()))
