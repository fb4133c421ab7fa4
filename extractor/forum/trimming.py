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
    r"последний раз|最終編集|edytowan|ostatnio (?:edytowan|zmienion)|laatst (?:bewerkt|aangepast)|senast redigerad|"
    r"(?:this (?:post|message)|beitrag|message|mensaje|сообщение).{1,60}"
    r"(?:edited|modified|bearbeitet|édité|modifié|editado|отредактировано))",
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
_ALIKE = 0.6
"""Least share of the posts with the same line for it to be the forum's."""
_FEWEST = 3


def trim(bodies: Sequence[list[str]], title: str) -> list[list[str]]:
    """Return the lines of each body without the forum's at both ends and the thread's title at the head.

    Lines that most posts share are the forum's, unless half of these posts say nothing else, such as "+1".
    """
    counts = Counter(line for lines in bodies for line in set(lines))
    wanted = max(_FEWEST, _ALIKE * len(bodies))
    alone = Counter(lines[0] for lines in bodies if len(lines) == 1)
    common = {line for line, count in counts.items() if count >= wanted and 2 * alone[line] < count}
    titles = _plain(title)
    return [_trimmed(lines, common, titles) for lines in bodies]


def _trimmed(lines: list[str], common: set[str], title: str) -> list[str]:
    lines = list(takewhile(lambda line: not _RULE.match(line), lines)) or lines
    start, end = 0, len(lines)
    while start < end and (lines[start] in common or _is_note(lines[start]) or _SAYS.match(lines[start])):
        start += 1
    if start + 1 < end and _is_title(lines[start], title):
        start += 1
    while start < end and (lines[end - 1] in common or _is_note(lines[end - 1])):
        end -= 1
    while start < end - 1 and _ACTION.match(lines[end - 1]):
        end -= 1
    return lines[start:end]


def _is_note(line: str) -> bool:
    return len(line) <= _LONGEST_NOTE and bool(_EDITED.search(line))


def _is_title(line: str, title: str) -> bool:
    return bool(title) and len(line) <= len(title) + 20 and _plain(line) == title


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, _REPLY.sub("", text.strip()).casefold()))
