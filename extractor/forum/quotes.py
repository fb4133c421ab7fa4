"""Find which elements of a post contain another post's words, and whose words they are."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from extractor.forum.cues import is_quote_class
from extractor.forum.lines import lines_in
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record
from extractor.languages.tables import alternatives
from extractor.page.dom import BLOCK_TAGS, Element

_BLOCKS = BLOCK_TAGS | {"cite"}
_BY = re.compile(
    rf"^\W*(?P<name>.{{1,80}}?)\s*(?:{alternatives('forum_quotes.said')})(?:\s.{{0,40}})?\W*$",
    re.IGNORECASE,
)
_OF = re.compile(
    rf"^\W*(?:{alternatives('forum_quotes.from')})\s*[:：]?\s*(?P<name>.{{0,60}})$", re.IGNORECASE
)
_COLON = re.compile(r"^(?P<name>[^:：]{1,40})[:：]\s*[↑⤴]?$")
_LABEL = re.compile(rf"^\W*(?:{alternatives('forum_quotes.label')})\W*$", re.IGNORECASE)
_ANSWERS = re.compile(rf"^\W*(?:{alternatives('forum_quotes.answers')})\W*$")
"""Before the name of the person who is answered. It is no head of a quote."""
_ADDRESSED = re.compile(r"[:：]\s*[^\W\d]")
"""What follows a name in an answer, as in "回复 anna：谢谢"."""
_AFTER_NAME = re.compile(
    rf"\s(?:{alternatives('forum_quotes.before_time')})\s|\s?[（(]?\d{{1,4}}[-/.年]"
    rf"|\s(?:{alternatives('forum_quotes.of_post')})",
    re.IGNORECASE,
)
"""What may come between a name and the time after it."""
_QUOTED_LINE = re.compile(
    r"^(?!>>\d+(?:[^\s\d>]|\s+\S))(?:(?P<reference>>>+\s?)(?=[^\s>]{1,30}$)|>[>\s]*(?=\S)|>+$)"
)
"""What begins a line that others wrote, or one that only names the post that is answered.

Words after the number of a post are the author's own, as in ">>7 Thanks".
"""
_COLONS = (":", "：")
"""What ends the head of a quote."""
_MAX_HEAD_LENGTH = 100
"""Most characters of the head of a quote. Longer lines are words of the post."""
_MAX_BEFORE = 10.0
"""Most running text, in characters, before the head of a quote in its block."""
_MAX_BLOCK_SHARE = 0.9
"""A block with a larger share of a post's running text is the post, not a quote in it."""
_MIN_HEAD_RATIO = 2
"""How many times the text of its head a quote has at least, with ``_MIN_WORDS`` more."""
_MIN_WORDS = 20
"""Least running text, in characters, that a quote has besides its head. Less is a date or link."""
_MAX_HEADS = 20
"""Most heads of a post whose blocks are searched for. Bounds the time for a post full of them."""


def is_quote(element: Element) -> bool:
    """Return whether an element is a quoted post.

    A ``blockquote`` with another class may be a post's whole text.
    """
    return is_quote_class(str(element.tag), element.get("class") or "")


def find_quotes(outline: PageOutline, record: Record) -> set[int]:
    """Return the outermost quotes of a record.

    They are known by their class, their tag, or a head such as "Anna wrote:" in its own box.
    """
    found: set[int] = set()
    heads = 0
    node, end = record[0] + 1, record[1]
    while node < end:
        boxes: list[int] = []
        tag = outline.tags[node]
        if tag and is_quote_class(tag, outline.classes[node]):
            boxes = [node]
        elif not tag and heads < _MAX_HEADS and _is_head(outline, node):
            heads += 1
            boxes = _quoted_by(outline, node, record)
            # Words after a quote answer it: a box around both is no quote.
            if any(_holds_any(outline, box, found) for box in boxes):
                boxes = []
        if boxes:
            found.update(boxes)
            node = outline.ends[boxes[-1]]
        else:
            node += 1
    return found


def _holds_any(outline: PageOutline, box: int, nodes: Collection[int]) -> bool:
    return any(box <= node < outline.ends[box] for node in nodes)


def read_quote(outline: PageOutline, node: int) -> tuple[str, list[str]]:
    """Return the author that a quote names ("" if none) and its lines."""
    lines = lines_in(outline, [(node, outline.ends[node])], blocks=_BLOCKS)
    name = _attributed(outline.attributes[node])
    heads = 0
    for line in lines[:3]:
        head = _head_name(line)
        if head is None:
            break
        name = name or head
        heads += 1
    return name, lines[heads:]


def split_quoted(
    lines: Sequence[str], *, has_quotes: bool = False
) -> tuple[str, list[str], list[str]]:
    """Return the author, the quoted lines and the own lines of a text.

    ">" precedes what others wrote. A reference such as ">>123" is neither quoted nor own. Nor is a
    first line such as "Anna wrote:", if the text ``has_quotes`` in elements of their own.
    """
    name = ""
    quoted: list[str] = []
    own: list[str] = []
    for line in lines:
        sign = _QUOTED_LINE.match(line)
        if sign is None:
            may_introduce = has_quotes and not own and line.endswith(_COLONS)
            said = _BY.match(line) if may_introduce else None
            if said:
                name = name or tidy_name(said["name"])
            else:
                own.append(line)
            continue
        # The line before the first quoted one may be its head, such as "Anna wrote:".
        named = _head_name(own[-1]) if own and not quoted else None
        if named:
            name = name or named
            own.pop()
        rest = line[sign.end() :].strip()
        if sign["reference"]:
            # What follows is the number of a post, or the name of its author.
            if not rest.isdigit():
                name = name or rest
        elif rest:
            quoted.append(rest)
    return name, quoted, own


def _head_name(line: str) -> str | None:
    """Return the name in the head of a quote, "" for a mere label, or None for other lines."""
    if len(line) > _MAX_HEAD_LENGTH:
        return None
    if _LABEL.match(line):
        return ""
    match = _OF.match(line) or _BY.match(line) or _COLON.match(line)
    if match is None:
        return None
    return tidy_name(match["name"])


def tidy_name(name: str) -> str:
    """Remove the time before or after a name, as in "On 3 May, 10:20, Anna" and "Anna on 3 May"."""
    when, comma, rest = name.strip().replace("，", ",").rpartition(", ")
    if comma and any(map(str.isdigit, when)):
        name = rest
    after = _AFTER_NAME.search(name)
    if after and any(map(str.isdigit, name[after.start() :])):
        name = name[: after.start()]
    return name.strip(' :：@↑»"“”')


def _is_head(outline: PageOutline, node: int) -> bool:
    text = outline.texts[node].strip()
    is_control = outline.linked[node] < outline.linked[node + 1]
    return len(text) <= _MAX_HEAD_LENGTH and _heads(text, is_control)


@lru_cache(maxsize=4_096)
def _heads(text: str, is_control: bool) -> bool:
    """Return whether a text is the head of a quote.

    A link or button without a name, such as "Quote", does something.
    """
    named = _OF.match(text)
    if _ANSWERS.match(text) or (named and _ADDRESSED.search(named["name"])):
        return False
    if is_control:
        return named is not None and any(map(str.isalpha, named["name"]))
    return bool(named or _LABEL.match(text))


def _quoted_by(outline: PageOutline, head: int, record: Record) -> list[int]:
    """Return the block of a quote that its head begins, or the blocks of head and words, or [].

    That block has more than the head, and less than the post.
    """
    head_length = outline.weight(head, head + 1)
    post_length = outline.weight(*record)
    below = head
    node = outline.parents[head]
    while node > record[0]:
        length = outline.weight(node, outline.ends[node])
        is_post = length >= _MAX_BLOCK_SHARE * post_length
        if is_post or outline.weight(node, head) > _MAX_BEFORE:
            break
        words = _block_after(outline, below, node)
        if words >= 0:
            return [below, words]
        if length > _MIN_HEAD_RATIO * head_length + _MIN_WORDS:
            if outline.tags[node] in BLOCK_TAGS:
                return [node]
            return []
        below = node
        node = outline.parents[node]
    # The block after the head is in the post itself: only its class can tell it from own words.
    words = _block_after(outline, below, node)
    if words >= 0 and is_quote_class(outline.tags[words], outline.classes[words]):
        return [below, words]
    return []


def _block_after(outline: PageOutline, head: int, around: int) -> int:
    """Return the block with text right after a block, in the same element; -1 if there is none."""
    after = outline.ends[head]
    if after >= outline.ends[around]:
        return -1
    if outline.tags[head] not in BLOCK_TAGS or outline.tags[after] not in BLOCK_TAGS:
        return -1
    if outline.weight(after, outline.ends[after]) > 0:
        return after
    return -1


def _attributed(attributes: Mapping[str, str]) -> str:
    """Return the author that an attribute of a quote names."""
    for key in ("data-quote", "data-author", "data-username", "data-user"):
        value = attributes.get(key)
        if value and len(value) <= 60:
            return value.strip()
    return ""


def answered(body: str, authors: Mapping[str, str]) -> str:
    """Return whom a post addresses in its first words, as in "@anna" or "回复 anna：", or "".

    ``authors`` are the known ones by their names regardless of case.
    """
    first = body.partition("\n")[0][:120]
    match = _CALL.match(first)
    if not match:
        return ""
    rest = first[match.end() :].casefold()
    # The longest first: "anna" may be the beginning of "anna maria".
    for length in range(len(rest), 0, -1):
        if rest[:length] in authors:
            return authors[rest[:length]]
    word = _WORD.match(first[match.end() :])
    if word and match["sign"]:
        return word.group()
    return ""


def known_name(head: str, authors: Mapping[str, str]) -> str:
    """Return the longest name of an author in the head of a quote, as whole words, else the head:
    "Anna View Post", "12楼 Anna 的回复".

    ``authors`` are those of ``answered``.
    """
    names = []
    for first, last in combinations_with_replacement(_PART.finditer(head), 2):
        part = head[first.start() : last.end()].casefold()
        # A lone letter or number may be anything.
        if part in authors and len(part) > 1 and not part.isdigit():
            names.append(part)
    if names:
        return authors[max(names, key=len)]
    return head


_PART = re.compile(r"\w+|[^\w\s]")
_CALL = re.compile(
    rf"\W{{0,3}}(?:(?P<sign>@)|(?:{alternatives('forum_quotes.answer_to')})\s*[:：]?\s*@?\s*)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w.\-]{2,30}")
