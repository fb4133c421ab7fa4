"""What a forum writes around the words of a post: edit notes, links that act, votes, attachments,
heads of mails.

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
_ATTACHED = re.compile(
    rf"^\W*(?:{alternatives('forum_notes.attached')})\s*"
    r"(?:[(（]\d{1,3}[)）]\s*)?(?:$|[:：]\s*)",
    re.IGNORECASE,
)
"""What stands before the files of a post."""
_FILE = re.compile(
    r"^\S.{0,100}\.(?:jpe?g|png|gif|webp|bmp|zip|rar|7z|gz|pdf|docx?|xlsx?|pptx?|hwp|odt|txt"
    r"|mp[34]|avi|torrent)"
    r"(?P<facts>\s*[-–(\[（【].{1,80})?$",
    re.IGNORECASE,
)
_SIZE = re.compile(rf"\d\s?(?:{alternatives('forum_notes.size')})\b", re.IGNORECASE)
_LOADED = re.compile(
    rf"\d.{{0,12}}(?:{alternatives('forum_notes.loaded')})|"
    rf"(?:{alternatives('forum_notes.loads')})\W{{0,3}}\d",
    re.IGNORECASE,
)
"""How often a file was loaded."""
_MAX_FACT_LENGTH = 120
"""Most characters of a line of facts about a post or a file."""
_MAX_CAPTION_LENGTH = 50
"""Most characters of a caption. Longer lines below pictures are the post's own."""
_HEAD_OF_MAIL = re.compile(
    rf"^(?:{alternatives('forum_notes.mail_head')})\s*[:：]\s*\S", re.IGNORECASE
)
"""A line of the head of a mail. A post may begin with one such word, but hardly with two such
lines.
"""
_ANSWERED = re.compile(
    rf"^\W*(?:{alternatives('forum_notes.answered')})"
    rf"\W*(?:{alternatives('forum_notes.number')})?\W*\d{{1,9}}\W*$",
    re.IGNORECASE,
)
"""A line that tells which post is answered by its number."""
_WORDS_BELOW = re.compile(rf"(?:{alternatives('forum_labels.words')})\s?[:：]?", re.IGNORECASE)
"""The label of the words of a post, in a line of its own."""
_FORM = re.compile(
    rf"(?:{alternatives('titles.topic')}|{alternatives('forum_authors.label_before')}"
    rf"|{alternatives('forum_notes.number')})(?:\s?[:：]|$)",
    re.IGNORECASE,
)
"""The beginning of a form whose last field are the words: title, author, number."""
_MAX_FORM = 12
"""Most lines of such a form, a label and a value for each field."""
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
_PATH = re.compile(r"^[^>»›]{1,40}(?:\s[>»›]\s[^>»›]{1,40}){2,6}$")
"""Where the page is: names of boards or goods from the widest to the narrowest."""


def is_edit_note(line: str) -> bool:
    """Return whether a line reports when a post was changed."""
    if len(line) > _MAX_NOTE_LENGTH:
        return False
    return bool(_EDITED.search(line)) or (bool(_WHEN.search(line)) and bool(_EDITED_AT.match(line)))


def ends_post(line: str, author: str) -> bool:
    """Return whether a line is an edit note that names the author of the post: what follows is not
    the post's.
    """
    return len(author) > 1 and author in line and bool(_WHEN.search(line)) and is_edit_note(line)


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
    if (
        len(line) > _MAX_CAPTION_LENGTH
        or next(filter(str.isalnum, line), "").lower() not in _CAPTION_STARTS
    ):
        return False
    return bool(_CAPTION.match(line))


def is_invitation(line: str) -> bool:
    """Return whether a line asks the reader to log in or register to see more."""
    return len(line) <= _MAX_NOTE_LENGTH and bool(_INVITATION.match(line))


def is_stub(line: str) -> bool:
    """Return whether a line says that a post was removed."""
    return len(line) <= _MAX_FACT_LENGTH and bool(_STUB.match(line))


def head_of_answer(lines: list[str]) -> int:
    """Return how many lines at the beginning are the subject of a post and the number of the post
    that it answers.
    """
    count = next((index for index, line in enumerate(lines[:2], 1) if _is_answered(line)), 0)
    return count if count < len(lines) else 0


def head_of_form(lines: list[str]) -> int:
    """Return how many lines at the beginning are the fields of a form before its last one, the
    words, with their label; 0 if none.
    """
    labels = (i for i, line in enumerate(lines[:_MAX_FORM]) if _WORDS_BELOW.fullmatch(line))
    label = next(labels, len(lines))
    is_form = label == 0 or (label < len(lines) and bool(_FORM.match(lines[0])))
    return label + 1 if is_form and label + 1 < len(lines) else 0


def _is_answered(line: str) -> bool:
    return (
        len(line) <= _MAX_FACT_LENGTH and bool(_DIGIT.search(line)) and bool(_ANSWERED.match(line))
    )


def is_path(line: str) -> bool:
    """Return whether a line names the board of a page and those around it."""
    return bool(_PATH.match(line))


def attachments(lines: list[str]) -> int:
    """Return how many lines at the end name files, with what the forum says about them.

    A name of a file alone is the author's, unless a label stands before it or such facts behind it.
    """
    end = sure = len(lines)
    is_below = False  # whether the line below is about the file that this line names
    while end and len(line := lines[end - 1]) <= _MAX_FACT_LENGTH:
        label = _ATTACHED.match(line)
        named = line[label.end() :] if label else line
        file = _FILE.match(named)
        is_fact = bool(_SIZE.search(line)) if file else bool(_LOADED.search(line))
        if not (file or is_fact or (label and not named)):
            break
        end -= 1
        if label or is_fact or is_below:
            sure = end
        is_below = is_fact and not file
    return len(lines) - sure


def is_file(line: str) -> bool:
    """Return whether a line names a file and its size."""
    return len(line) <= _MAX_FACT_LENGTH and bool(_FILE.match(line)) and bool(_SIZE.search(line))


def head_of_mail(lines: list[str]) -> int:
    """Return how many lines at the beginning are the head of a mail, such as its sender and its
    subject; 0 if none.
    """
    count = next(
        (index for index, line in enumerate(lines) if not _HEAD_OF_MAIL.match(line)), len(lines)
    )
    return count if 1 < count < len(lines) else 0
