"""Cut what forums put around the words of a post: labels, edit notes, titles, plain signatures."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

_EDITED = re.compile(
    r"(?:本帖|本文|此帖|此贴)?最[后後]由.{1,60}(?:编辑|編輯)|\[.{0,60}(?:编辑|編輯)\s?\]$|"
    r"^\W*(?:last (?:edited|modified)|edited\b.{0,40}\d|edited by|zuletzt (?:geändert|bearbeitet)|"
    r"(?:geändert|bearbeitet) von|"
    r"dernière modification|modifié (?:par|le)|editado|última edi|ultima modifica|modificato|отредактировано|изменено|"
    r"(?:发布|發佈|编辑|編輯)[于於]\s?(?:\d{4}-|昨天|今天)|"
    r"последний раз|最終編集|edytowan|użytkownik .{1,60} edytował|ostatnio (?:edytowan|zmienion)|"
    r"laatst (?:bewerkt|aangepast)|senast redigerad|"
    r"(?:this (?:post|message|topic|reply)|beitrag|message|mensaje|сообщение).{1,60}"
    r"(?:edited|modified|bearbeitet|édité|modifié|editado|отредактировано)|сообщение отредактировал)",
    re.IGNORECASE,
)
_LONGEST_NOTE = 160
_SAYS = re.compile(
    r"^(?:says|said|wrote|writes|sagt|schrieb|schreibt|meint|dit|a dit|a écrit|écrit|dice|dijo|escribió|ha scritto|"
    r"scrive|disse|escreveu|diz|schreef|zegt|skriver|skrev|sier|säger|пишет|написал|сказал|mówi|napisał|写道|说道?|"
    r"發表於|发表于)\s*[:：]$",
    re.IGNORECASE,
)
"""What themes write between the name of an author and the post."""
_ACTION = re.compile(
    r"^\W*(?:reply|quote|report|share|like|edit|delete|permalink|link|antworten|zitieren|melden|teilen|répondre|citer|"
    r"signaler|partager|responder|citar|denunciar|compartir|rispondi|cita|segnala|odpowiedz|cytuj|zgłoś|ответить|"
    r"цитировать|пожаловаться|yanıtla|alıntı|回复|回覆|引用|举报|檢舉|点赞|分享|收藏|返信|通報)\W*$",
    re.IGNORECASE,
)
"""A link below a post that does something. Alone, it may be the post."""
_RULE = re.compile(r"^[_\-—=*~]{5,}$|^--$")
_REPLY = re.compile(r"^(?:re|aw|sv|rv|回复|回覆|ответ)\s?[:：]\s*", re.IGNORECASE)
_MARK = re.compile(r"^\W{0,2}\w{0,2}\s?[:：]\s*(?=\S)")
"""What boards put before the words of every post: a vote and a colon."""
_MARKED, _MOST_MARKS = 0.8, 3
_ALIKE = 0.6
"""Least share of the posts with the same line for it to be the forum's."""
_FEWEST = 3
_NEARLY = 0.6


def trim(bodies: Sequence[list[str]], authors: Sequence[str], title: str) -> list[list[str]]:
    """Return the lines of each body without the forum's at both ends and the thread's title at the head.

    Lines that most posts share, but for the name of their author, are the forum's. They are not if half of these posts
    say nothing else, such as "+1".
    """
    bodies = _without_marks(bodies)
    texts = [_without_name(lines, author) for lines, author in zip(bodies, authors, strict=True)]
    counts = Counter(line for lines in texts for line in set(lines))
    wanted = max(_FEWEST, _ALIKE * len(bodies))
    alone = Counter(lines[0] for lines in texts if len(lines) == 1)
    common = {line for line, count in counts.items() if count >= wanted and 2 * alone[line] < count}
    titles = _plain(title)
    return [
        _trimmed(lines, [text in common or _is_note(line) for line, text in zip(lines, plain, strict=True)], titles)
        for lines, plain in zip(bodies, texts, strict=True)
    ]


def _without_marks(bodies: Sequence[list[str]]) -> Sequence[list[str]]:
    """Return the bodies without a vote before their words, if nearly all have one of a few."""
    found = [_MARK.match(lines[0]) if lines else None for lines in bodies]
    marks = Counter(match.group() for match in found if match)
    if marks.total() < max(_FEWEST, _MARKED * len(bodies)) or len(marks) > _MOST_MARKS:
        return bodies
    return [
        [lines[0][match.end() :], *lines[1:]] if match else lines for lines, match in zip(bodies, found, strict=True)
    ]


def _without_name(lines: Sequence[str], author: str) -> list[str]:
    return [line.replace(author, "") for line in lines] if len(author) > 1 else list(lines)


def _trimmed(lines: list[str], added: Sequence[bool], title: str) -> list[str]:
    """Return the lines without those at both ends that the forum ``added``."""
    lines = list(takewhile(lambda line: not _RULE.match(line), lines)) or lines
    start, end = 0, len(lines)
    is_titled = False
    while start < end:
        if not (added[start] or _SAYS.match(lines[start])):
            if is_titled or start + 1 == end or not _is_title(lines[start], title):
                break
            is_titled = True
        start += 1
    while start < end and added[end - 1]:
        end -= 1
    while start < end - 1 and _ACTION.match(lines[end - 1]):
        end -= 1
    return lines[start:end]


def _is_note(line: str) -> bool:
    return len(line) <= _LONGEST_NOTE and bool(_EDITED.search(line))


def _is_title(line: str, title: str) -> bool:
    """Tell whether a line is the title, or the title without a last word such as "Solved"."""
    own = _plain(line) if title and len(line) <= len(title) + 20 else ""
    return bool(own) and title.startswith(own) and len(own) >= _NEARLY * len(title)


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, _REPLY.sub("", text.strip()).casefold()))
