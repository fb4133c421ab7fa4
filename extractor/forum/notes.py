"""What a forum writes around the words of a post: edit notes, links that act, votes, heads of
mails.

Most lines of posts are none of these, so each test begins with a cheap one.
"""

import re

from extractor.languages.tables import all_words, alternatives

_EDITED = re.compile(
    rf"{alternatives('forum_notes.edited_anywhere')}|"
    rf"^\W*(?:{alternatives('forum_notes.edited')}|"
    rf"(?:{alternatives('forum_notes.this_post')}).{{1,60}}"
    rf"(?:{alternatives('forum_notes.changed')}))",
    re.IGNORECASE,
)
_EDITED_AT = re.compile(rf"^\W*(?:{alternatives('forum_notes.edited_at')})", re.IGNORECASE)
"""The same, only beside a time."""
_WHEN = re.compile(r"\d{4}|\d[:.]\d\d|\d[./-]\d")
_MAX_NOTE_LENGTH = 160
"""Most characters of a note of the board. Longer lines are what somebody says."""
_DIGIT = re.compile(r"\d")
_SAYS = re.compile(rf"^(?:{alternatives('forum_notes.says')})\s*[:：]$", re.IGNORECASE)
"""What themes write between the name of an author and the post."""
_ACTION = re.compile(rf"^\W*(?:(?:{alternatives('forum_notes.action')})\W*){{1,5}}$", re.IGNORECASE)
"""Links below a post that do something, with or without blanks between them. Alone, they may be the
post.
"""
_SENT_FROM = re.compile(
    rf"^\W*(?:{alternatives('forum_notes.sent_from')})(?:\s[\w.-]+\.[a-z]{{2,4}})?\W*$",
    re.IGNORECASE,
)
"""What a program writes below a post, with or without its address. Alone, it may be the post."""
_MAX_SENT_FROM_LENGTH = 70
"""Most characters of "Sent from my phone using an app"."""
_VOTES = alternatives("forum_notes.votes")
_COUNTED = re.compile(
    rf"^[^\w]*(?:\d[\d\W]*(?:{_VOTES})|(?:{_VOTES})\W{{0,3}}\d)(?:[\d\W]|{_VOTES}){{0,12}}$",
    re.IGNORECASE,
)
"""A number of votes or comments below a post. Alone, it may be the post."""
_MAX_FACT_LENGTH = 120
"""Most characters of a line about a post."""
_MAX_CAPTION_LENGTH = 50
"""Most characters of a caption. Longer lines below pictures are the post's own."""
_HEAD_OF_MAIL = re.compile(
    rf"^(?:{alternatives('forum_notes.mail_head')})\s*[:：]\s*\S", re.IGNORECASE
)
"""A line of the head of a mail. A post may begin with one such word, but hardly with two such
lines.
"""
_CAPTION = re.compile(
    rf"^\W*(?:(?:{alternatives('forum_notes.code')})\s?(?:[:：]|(?=\W*[a-z]))\W*"
    rf"(?:{alternatives('forum_notes.select_code')})?|{alternatives('forum_notes.opens')})\W*$",
    re.IGNORECASE,
)
"""What stands above code, and the button of a box that opens. Alone, it may be the post."""
_CAPTION_STARTS = frozenset(
    word[0] for topic in ("forum_notes.code", "forum_notes.opens") for word in all_words(topic)
)
"""The first letters of such lines."""
_STUB = re.compile(rf"^\W*(?:{alternatives('forum_notes.removed')})\W*$", re.IGNORECASE)
"""What a forum shows in place of a post that somebody has removed."""
_INVITATION = re.compile(rf"^\W*(?:{alternatives('forum_notes.members_only')})", re.IGNORECASE)
"""What a forum tells guests in place of links, pictures and files that only members see."""


def is_edit_note(line: str) -> bool:
    """Return whether a line reports when a post was changed."""
    if len(line) > _MAX_NOTE_LENGTH:
        return False
    return bool(_EDITED.search(line)) or (bool(_WHEN.search(line)) and bool(_EDITED_AT.match(line)))


def is_saying(line: str) -> bool:
    """Return whether a line only says that the author before it says something."""
    return bool(_SAYS.match(line))


def is_action(line: str) -> bool:
    """Return whether a line is a link or button below a post, or counts votes or comments."""
    return bool(_ACTION.match(line)) or (bool(_DIGIT.search(line)) and bool(_COUNTED.match(line)))


def is_sent_from(line: str) -> bool:
    """Return whether a line names the program or device that sent the post."""
    return len(line) <= _MAX_SENT_FROM_LENGTH and bool(_SENT_FROM.match(line))


def is_caption(line: str) -> bool:
    """Return whether a line stands above code, or is the button of a box that opens."""
    if len(line) > _MAX_CAPTION_LENGTH:
        return False
    first_letter = next(filter(str.isalnum, line), "").lower()
    return first_letter in _CAPTION_STARTS and bool(_CAPTION.match(line))


def is_invitation(line: str) -> bool:
    """Return whether a line asks the reader to log in or register to see more."""
    return len(line) <= _MAX_NOTE_LENGTH and bool(_INVITATION.match(line))


def is_stub(line: str) -> bool:
    """Return whether a line says that a post was removed."""
    return len(line) <= _MAX_FACT_LENGTH and bool(_STUB.match(line))


def head_of_mail(lines: list[str]) -> int:
    """Return how many lines at the beginning are the head of a mail, such as its sender and its
    subject; 0 if none.
    """
    count = 0
    while count < len(lines) and _HEAD_OF_MAIL.match(lines[count]):
        count += 1
    if 1 < count < len(lines):
        return count
    return 0
