"""Cut what forums put around the words of a post: labels, edit notes, titles, plain signatures."""

import re
from collections import Counter
from collections.abc import Sequence

from extractor.forum.cues import masked
from extractor.forum.notes import (
    head_of_mail,
    is_action,
    is_caption,
    is_edit_note,
    is_invitation,
    is_saying,
    is_sent_from,
    is_stub,
)
from extractor.languages.tables import alternatives

_RULE = re.compile(r"^[_\-—=*~]{5,}$|^--$")
_MAX_SIGNED = 350
"""Most characters of a rule and the signature below it."""
_REPLY = re.compile(
    rf"^(?:\d{{1,4}}[.)]\s)?(?:(?:{alternatives('titles.reply')})\s?[:：]\s*)?", re.IGNORECASE
)
_MARK = re.compile(r"^\W{0,2}\w{0,2}\s?[:：]\s*(?=\S)")
"""What boards put before the words of every post: a vote and a colon."""
_MIN_MARKED_SHARE = 0.8
"""Least share of the posts with such a mark. Fewer are the authors' own."""
_MAX_MARKS = 3
"""Most different marks of a board. If there are more, they are words of the authors."""
_MIN_COMMON_SHARE = 0.6
"""Least share of the posts with the same line for it to be the forum's."""
_MIN_POSTS = 3
"""Fewest posts with the same line. Two authors may write the same."""
_MIN_TITLE_SHARE = 0.6
"""Least length of a line that is the title, as a share of it. A shorter one may be own words."""
_MAX_ADDED_LENGTH = 20
"""Most characters of a line that are not in the title, as in "Re: " and "[12 posts]"."""
_MAX_COUNT_LENGTH = 30
"""Most characters of a line such as "3 likes"."""
_ENDS = (".", "!", "?", "。", "！", "？")
"""What ends a sentence, which has its numbers from the author."""


def trim(bodies: Sequence[list[str]], authors: Sequence[str], title: str) -> list[list[str]]:
    """Return the lines of each body without the forum's own at both ends.

    The thread's title at the head is one of them. Lines that most posts share, but for the name
    of their author and for numbers, are the forum's. They are not if half of these posts say
    nothing else, such as "+1".
    """
    bodies = _without_marks(bodies)
    texts = [_shapes(lines, author) for lines, author in zip(bodies, authors, strict=True)]
    common = _common(texts)
    titles = _plain(title)
    trimmed: list[list[str]] = []
    for lines, shapes in zip(bodies, texts, strict=True):
        start, end = _said(lines)
        pairs = zip(lines[start:end], shapes[start:end], strict=True)
        added = [shape in common or is_edit_note(line) for line, shape in pairs]
        trimmed.append(_without_captions(_trimmed(lines[start:end], added, titles)))
    return trimmed


def _common(texts: Sequence[Sequence[str]]) -> set[str]:
    """Return the lines that most posts share and that are the forum's, the commonest decided first.

    A line is the authors' own if half of its posts say nothing else: a note of the forum below
    ("sent from my phone") says nothing.
    """
    # Of lines in equally many posts the last one in a post comes first.
    counts = Counter(line for lines in texts for line in dict.fromkeys(reversed(lines)))
    wanted = max(_MIN_POSTS, _MIN_COMMON_SHARE * len(texts))
    common: set[str] = set()
    for line, count in counts.most_common():
        if count < wanted:
            break
        alone = sum(set(lines) - common == {line} for lines in texts if line in lines)
        if 2 * alone < count:
            common.add(line)
    return common


def _without_captions(lines: list[str]) -> list[str]:
    """Return the lines without captions of code and boxes, and without calls to log in."""
    own = [line for line in lines if not (is_caption(line) or is_invitation(line))]
    # A post of nothing else says that word itself.
    return own or lines


def _said(lines: list[str]) -> tuple[int, int]:
    """Return where the words begin and end.

    They begin after the head of a mail. A signature ends them.
    """
    start = head_of_mail(lines)
    end = len(lines)
    # Several rules part what the author says, and so does one before all words or before many.
    rules = [index for index in range(start, end) if _RULE.match(lines[index])]
    if len(rules) == 1 and rules[0] > start:
        signed = sum(map(len, lines[rules[0] :]))
        if signed <= _MAX_SIGNED:
            end = rules[0]
    return start, end


def _without_marks(bodies: Sequence[list[str]]) -> Sequence[list[str]]:
    """Return the bodies without a vote before their words, if nearly all have one of a few."""
    found = [_MARK.match(lines[0]) if lines else None for lines in bodies]
    marks = Counter(match.group() for match in found if match)
    fewest = max(_MIN_POSTS, _MIN_MARKED_SHARE * len(bodies))
    if marks.total() < fewest or len(marks) > _MAX_MARKS:
        return bodies
    unmarked = []
    for lines, match in zip(bodies, found, strict=True):
        if match:
            unmarked.append([lines[0][match.end() :], *lines[1:]])
        else:
            unmarked.append(lines)
    return unmarked


def _shapes(lines: Sequence[str], author: str) -> list[str]:
    """Return the lines without the author's name, and short ones without their numbers."""
    return [_shape(line.replace(author, "") if len(author) > 1 else line) for line in lines]


def _shape(line: str) -> str:
    if len(line) > _MAX_COUNT_LENGTH or line.endswith(_ENDS):
        return line
    # Lines of numbers alone would all be the same line.
    if any(map(str.isalpha, line)):
        return masked(line)
    return line


def _trimmed(lines: list[str], added: Sequence[bool], title: str) -> list[str]:
    """Return the lines without those at both ends that the forum ``added``."""
    start = 0
    end = len(lines)
    is_titled = False
    while start < end:
        line = lines[start]
        is_last = start + 1 == end
        is_forums = added[start] or is_saying(line)
        if not is_forums:
            # The forum shows the title once. The next one is the author's.
            if is_titled or is_last or not _is_title(line, title):
                break
            is_titled = True
        start += 1
    while start < end:
        line = lines[end - 1]
        is_forums = added[end - 1]
        # A word such as "Reply" may be all that a post says.
        if not is_forums and start < end - 1:
            is_forums = is_action(line) or is_stub(line) or is_sent_from(line)
        if not is_forums:
            break
        end -= 1
    return lines[start:end]


def _is_title(line: str, title: str) -> bool:
    """Return whether a line is the title, or the title without a last word such as "Solved"."""
    if not title or len(line) > len(title) + _MAX_ADDED_LENGTH:
        return False
    own = _plain(line)
    return bool(own) and title.startswith(own) and len(own) >= _MIN_TITLE_SHARE * len(title)


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, _REPLY.sub("", text.strip()).casefold()))
