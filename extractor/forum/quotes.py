"""Find which elements of a post contain another post's words, and whose words they are."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from extractor.forum.cues import is_quote_class, is_signature_class
from extractor.forum.lines import lines_in
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record, within
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
_HEAD_OF_LINES = re.compile(
    r"^\W*(?:在\s*(?P<name>.{1,60}?)\s*的(?:大作|文章|帖子|来信)中(?:提到|写道|寫道|说)|"
    r"引述《(?P<cited>[^》]{1,60})》(?:之銘言|之铭言|的话))\W*$"
)
"""The head of a quote whose lines begin with a colon, as in the boards of universities."""
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
_OPENED = re.compile(r"^\W{0,3}\[quote(?:=(?P<name>[^\]]{1,60}))?\]\s*", re.IGNORECASE)
"""What begins a quote in BBCode."""
_CLOSED = "[/quote]"
"""What ends it."""
_COLONS = (":", "：")
"""What begins a quoted line after a head of lines, and ends the head of a quote."""
_CODE = re.compile(r"\[/?[a-z]{1,8}(?:=[^\]]{0,200})?\]", re.IGNORECASE)
"""BBCode, which some boards leave to scripts."""
_WHOLE_SHARE = 0.7
"""Least share of a post's running text in a quote that leaves only a line about the post."""
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
_MIN_POSTS = 5
"""Fewest posts of which half can show that an element is not their body. Fewer differ by chance."""
_MAX_QUOTING_SHARE = 0.9
"""An element that a larger share of the posts has is their body: not so many quote."""


def is_quote(element: Element) -> bool:
    """Return whether an element is a quoted post.

    A ``blockquote`` with another class may be a post's whole text.
    """
    return is_quote_class(str(element.tag), element.get("class") or "")


def _quotes_in(outline: PageOutline, record: Record, unnamed: Collection[int]) -> set[int]:
    """Return the outermost quotes of a record.

    They are known by their class, their tag, or a head such as "Anna wrote:" in its own box.
    ``unnamed`` are other elements that are quotes.
    """
    found: set[int] = set()
    heads = 0
    node, end = record[0] + 1, record[1]
    while node < end:
        tag = outline.tags[node]
        if tag:
            if node in unnamed or is_quote_class(tag, outline.classes[node]):
                found.add(node)
                node = outline.ends[node]
                continue
        elif heads < _MAX_HEADS and _is_head(
            outline.texts[node], outline.linked[node] < outline.linked[node + 1]
        ):
            heads += 1
            boxes = _quoted_by(outline, node, record)
            if boxes and not any(
                box <= other < outline.ends[box] for box in boxes for other in found
            ):
                found.update(boxes)
                node = outline.ends[boxes[-1]]
                continue
        node += 1
    return found


def find_quotes(outline: PageOutline, records: Sequence[Record]) -> list[set[int]]:
    """Return the quotes of each record.

    Elements with all the text of most posts are no quotes, but their bodies.
    """
    unnamed = _unnamed_quotes(outline, records)
    quoted = [_quotes_in(outline, record, unnamed) for record in records]
    whole = Counter(
        outline.signs[node]
        for record, nodes in zip(records, quoted, strict=True)
        for node in nodes
        if _is_whole(outline, node, record)
    )
    bodies = {sign for sign, count in whole.items() if 2 * count > len(records)}
    return (
        [{node for node in nodes if outline.signs[node] not in bodies} for nodes in quoted]
        if bodies
        else quoted
    )


def _unnamed_quotes(outline: PageOutline, records: Sequence[Record]) -> set[int]:
    """Return the ``blockquote`` elements that are quotes although their class does not say so.

    Posts without quotes have no such element. If posts keep their own text in one, their quotes
    have another form.
    """
    found: dict[int, list[tuple[int, Record]]] = defaultdict(list)
    nodes = [
        node
        for node, tag in enumerate(outline.tags)
        if tag == "blockquote" and outline.classes[node]
    ]
    nodes = [node for node in nodes if not is_quote_class("blockquote", outline.classes[node])]
    for record in records if nodes else ():
        for node in within(nodes, record):
            found[outline.signs[node]].append((node, record))
    return {
        node
        for held in found.values()
        if _are_quotes(outline, held, len(records))
        for node, _ in held
    }


def _are_quotes(outline: PageOutline, held: Sequence[tuple[int, Record]], count: int) -> bool:
    """Return whether elements of one form, with the posts around them, are quotes.

    ``count`` is the number of posts of the page.
    """
    node = held[0][0]
    if is_signature_class(outline.classes[node]) or _hold_other_quote(
        outline, [node for node, _ in held]
    ):
        return False
    posts = len({record for _, record in held})
    if count >= _MIN_POSTS and 2 * posts <= count:
        return True
    whole = sum(_is_whole(outline, node, record) for node, record in held)
    return posts < _MAX_QUOTING_SHARE * count and 2 * whole <= len(held)


def _hold_other_quote(outline: PageOutline, nodes: Sequence[int]) -> bool:
    """Return whether any of these elements of one form has a quote of another form in it.

    Nested ones are read once.
    """
    end = 0
    for node in nodes:
        inner = range(max(node + 1, end), outline.ends[node])
        end = max(end, outline.ends[node])
        if any(
            outline.tags[one] == "blockquote"
            or is_quote_class(outline.tags[one], outline.classes[one])
            for one in inner
            if outline.tags[one] and outline.signs[one] != outline.signs[node]
        ):
            return True
    return False


def _is_whole(outline: PageOutline, node: int, record: Record) -> bool:
    """Return whether an element has nearly all text of a post."""
    return outline.weight(node, outline.ends[node]) >= _WHOLE_SHARE * outline.weight(*record)


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

    ">" precedes what others wrote. So does "[quote]" in BBCode, and ":" after a head that says so.
    A reference such as ">>123" is neither quoted nor own. Nor is a first line such as "Anna
    wrote:", if the text ``has_quotes`` in elements of their own.
    """
    name, quoted, lines = _split_code(lines)
    own: list[str] = []
    quotes_by_colon = False  # from a head of lines to the first line without a colon
    for line in lines:
        head = _HEAD_OF_LINES.match(line)
        if head:
            name = name or tidy_name(head["name"] or head["cited"])
            quotes_by_colon = True
            continue
        if quotes_by_colon and line.startswith(_COLONS):
            rest = line[1:].strip()
            if rest:
                quoted.append(rest)
            continue
        quotes_by_colon = False
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


def _split_code(lines: Sequence[str]) -> tuple[str, list[str], Sequence[str]]:
    """Return the author, the lines of quotes in BBCode, and all other lines.

    A quote that nothing ends is none.
    """
    ends_left = sum(_CLOSED in line.lower() for line in lines)
    if not ends_left:
        return "", [], lines
    name = ""
    quoted: list[str] = []
    own: list[str] = []
    is_open = False
    for line in lines:
        if not is_open:
            opened = _OPENED.match(line) if ends_left else None
            if opened is None:
                own.append(line)
                continue
            is_open = True
            name = name or opened["name"] or ""
        # Words may come before and after the end of the quote, in the same line.
        inside, after = line, ""
        index = line.lower().find(_CLOSED)
        if index >= 0:
            inside = line[:index]
            after = line[index + len(_CLOSED) :].strip()
            is_open = False
            ends_left -= 1
        words = " ".join(_CODE.sub("", inside).split())
        # Only what comes before all quoted words can be the head of the quote.
        head = None if quoted else _head_name(words)
        if head is not None:
            name = name or head
        elif words:
            quoted.append(words)
        if after:
            own.append(after)
    return name, quoted, own


def _head_name(line: str) -> str | None:
    """Return the name in the head of a quote, "" for a mere label, or None for other lines."""
    if len(line) > _MAX_HEAD_LENGTH:
        return None
    if _LABEL.match(line):
        return ""
    match = _OF.match(line) or _BY.match(line) or _COLON.match(line)
    return None if match is None else tidy_name(match["name"])


def tidy_name(name: str) -> str:
    """Remove the time before or after a name, as in "On 3 May, 10:20, Anna" and "Anna on 3 May"."""
    when, comma, rest = name.strip().replace("，", ",").rpartition(", ")
    if comma and any(map(str.isdigit, when)):
        name = rest
    after = _AFTER_NAME.search(name)
    if after and any(map(str.isdigit, name[after.start() :])):
        name = name[: after.start()]
    return name.strip(' :：@↑»"“”')


def _is_head(text: str, is_control: bool) -> bool:
    text = text.strip()
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
            return [node] if outline.tags[node] in BLOCK_TAGS else []
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
    return after if outline.weight(after, outline.ends[after]) > 0 else -1


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
    for length in range(len(rest), 0, -1):
        if rest[:length] in authors:
            return authors[rest[:length]]
    word = _WORD.match(first[match.end() :])
    return word.group() if word and match["sign"] else ""


def known_name(head: str, authors: Mapping[str, str]) -> str:
    """Return the longest name of an author in the head of a quote, as whole words, else the head:
    "Anna View Post", "12楼 Anna 的回复".

    ``authors`` are those of ``answered``.
    """
    parts = [match.span() for match in _PART.finditer(head)]
    inside = [
        head[start:end].casefold() for at, (start, _) in enumerate(parts) for _, end in parts[at:]
    ]
    # A lone letter or number may be anything.
    names = [part for part in inside if part in authors and len(part) > 1 and not part.isdigit()]
    return authors[max(names, key=len)] if names else head


_PART = re.compile(r"\w+|[^\w\s]")
_CALL = re.compile(
    rf"\W{{0,3}}(?:(?P<sign>@)|(?:{alternatives('forum_quotes.answer_to')})\s*[:：]?\s*@?\s*)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w.\-]{2,30}")
