"""The parts of posts: time, floor, body without quotes and signature, and the text that a post answers.

The body is found by alignment: of all kinds of elements that hold neither the author's name nor the time, it is the
one with most text over all posts. Lines that stand in most posts alike belong to the forum, not to the authors.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise, takewhile

from lxml import etree

from extractor.dom import BLOCK_TAGS, BREAK, Element, lines, split_lines, squeeze
from extractor.fields.clock import Clock
from extractor.fields.moments import Moment
from extractor.forum.authors import find_authors
from extractor.forum.quotes import is_quote
from extractor.forum.times import post_times
from extractor.results import Post
from extractor.text import dense_length, has_stop_word

_FLOOR = re.compile(
    r"^\W{0,2}#?\s?(?P<number>\d{1,6})\s?(?:楼|樓|层|層|#|F|L)?\W{0,2}$|^(?P<word>楼主|樓主|沙发|板凳|地板)$"
)
_MARKED_FLOOR = re.compile(r"#\s?\d|\d\s?(?:#|楼|樓|层|層)|^\d+\s?F$|楼主|樓主|沙发|板凳|地板")
_FLOOR_CLASS = re.compile(r"(?:^|[\s_-])(?:floor|no|num|number|postnum|post-?count(?:er)?|index)(?:$|[\s_-])", re.I)
_FLOOR_WORDS = {"楼主": 1, "樓主": 1, "沙发": 2, "板凳": 3, "地板": 4}
_LONGEST_FLOOR = 10
_SIGNATURE = re.compile(
    r"(?:^|[\s_-])(?:sig|sign|signature|usersig|postsig|modified|edit-?info|pstatus|notice)(?:$|[\s_-])", re.I
)
_UNSEEN = frozenset({"form", "button", "select", "textarea", "input", "script", "style", "noscript"})
_QUOTE_BLOCKS = BLOCK_TAGS | {"cite"}
_QUOTE_HEAD = re.compile(
    r"^.{1,40}(?:[:：]$|(?:发表于|發表於|写道|寫道|说|wrote|said|posted|schrieb|escribió|a écrit|書きました|さん)"
    r".{0,40}$)",
    re.IGNORECASE,
)
_EDITED = re.compile(
    r"(?:本帖|本文)?最后由.{1,60}编辑|^\W*(?:last edited|edited by|zuletzt (?:geändert|bearbeitet))", re.I
)
_RULE = re.compile(r"^[_\-—=]{5,}$")
_DIGITS = re.compile(r"\d+")
_FEW = 4
_ALIKE = 0.6


@dataclass
class _Part:
    """Lines of one kind in a post, and the lines quoted there."""

    lines: list[str] = field(default_factory=list)
    quoted: list[str] = field(default_factory=list)

    def read(self, element: Element) -> None:
        """Adds the text of an element, quotes apart, without signatures and form fields."""
        own: list[str] = []
        quotes: list[Element] = []
        walker = etree.iterwalk(element, events=("start", "end"))
        for event, node in walker:
            name = node.get("class") or ""
            if node.tag in BLOCK_TAGS:
                own.append(BREAK)
            if event == "start" and is_quote(node):
                quotes.append(node)
                walker.skip_subtree()
            elif event == "start" and (node.tag in _UNSEEN or _SIGNATURE.search(name)):
                walker.skip_subtree()
            elif event == "start" and node.text:
                own.append(node.text)
            if event == "end" and node.tail and node is not element:
                own.append(node.tail)
        self.lines += split_lines(own)
        for quote in quotes:
            self.quoted += _without_head(lines(quote, blocks=_QUOTE_BLOCKS))


@dataclass
class _Draft:
    """A post while it is read. ``facts`` are the elements that show author and time, ``known`` also all around them."""

    element: Element
    author: str
    moment: Moment | None
    facts: set[Element]
    known: set[Element]
    floor: int | None = None
    lines: list[str] = field(default_factory=list)
    quoted: list[str] = field(default_factory=list)


def read_posts(elements: Sequence[Element], clock: Clock, page: int = 1) -> tuple[Post, ...]:
    """The posts of one page of a thread, in page order; ``page`` counts from 1. Posts without any text are left out."""
    drafts = [_draft(element, *named, clock) for element, named in zip(elements, find_authors(elements), strict=True)]
    _fill_bodies(drafts)
    _drop_common_lines(drafts)
    _drop_quoted_names(drafts)
    _number(drafts, page)
    return tuple(
        Post(
            body="\n".join(draft.lines),
            author=draft.author,
            published=draft.moment.value if draft.moment else None,
            floor=draft.floor,
            quoted="\n".join(draft.quoted),
        )
        for draft in drafts
        if draft.lines or draft.quoted
    )


def _draft(element: Element, author: str, named: Element | None, clock: Clock) -> _Draft:
    times = post_times(element, clock)
    anchor = next(iter(times), None)
    known = {element}
    facts = {fact for fact in (named, anchor) if fact is not None}
    for fact in facts:
        known.update(takewhile(lambda around: around is not element, (fact, *fact.iterancestors())))
    return _Draft(element, author, times[anchor] if anchor is not None else None, facts, known)


def _without_head(quoted: list[str]) -> list[str]:
    """The quoted lines without the one that says whom it is from."""
    return quoted[1:] if len(quoted) > 1 and _QUOTE_HEAD.search(quoted[0]) else quoted


def _fill_bodies(drafts: list[_Draft]) -> None:
    """The kind of element with most text that is not the same in every post; else the post's own largest."""
    offers = [_offers(draft) for draft in drafts]
    texts: dict[str, set[str]] = defaultdict(set)
    for offered in offers:
        for key, part in offered.items():
            texts[key].update(part.lines)
    totals = {key: sum(map(_weight, lines)) for key, lines in texts.items()}
    for draft, offered in zip(drafts, offers, strict=True):
        if offered:
            part = offered[max(offered, key=lambda key: totals[key])]
            draft.lines, draft.quoted = part.lines, part.quoted


def _weight(line: str) -> float:
    """Running text counts in full, what may be labels and numbers for a third."""
    return dense_length(line) * (1 if has_stop_word(line) else 1 / 3)


def _offers(draft: _Draft) -> dict[str, _Part]:
    """What may be the body, by its kind: the largest elements without author and time, and text beside those."""
    offers: dict[str, _Part] = defaultdict(_Part)
    todo = [(draft.element, "")]
    while todo:
        element, path = todo.pop()
        for leaf in (element.text, *(child.tail for child in element)):
            text = squeeze(leaf or "")
            if text and element not in draft.facts:
                offers[path + "/text"].lines.append(text)
        for child in element:
            inner = f"{path}/{_kind(child)}"
            if child in draft.known:
                todo.append((child, inner))
            elif child.tag not in _UNSEEN and not _SIGNATURE.search(child.get("class") or ""):
                offers[inner].read(child)
    return offers


def _kind(element: Element) -> str:
    return f"{element.tag}.{_DIGITS.sub('', element.get('class') or '')}"


def _drop_common_lines(drafts: list[_Draft]) -> None:
    """Cuts, at both ends of the bodies, lines that most posts share, edit notes, and what follows a drawn rule."""
    counts = Counter(line for draft in drafts for line in set(draft.lines))
    common = {line for line, count in counts.items() if count > 2 and count > _ALIKE * len(drafts)}
    for draft in drafts:
        lines = list(takewhile(lambda line: not _RULE.match(line), draft.lines)) or draft.lines
        while lines and (lines[0] in common or _EDITED.search(lines[0])):
            lines = lines[1:]
        while lines and (lines[-1] in common or _EDITED.search(lines[-1])):
            lines = lines[:-1]
        draft.lines = lines


def _drop_quoted_names(drafts: list[_Draft]) -> None:
    """Cuts "name:" before a quoted text that starts on the same line, if the name is that of an author of the page."""
    names = {draft.author for draft in drafts if draft.author}
    for draft in drafts:
        if draft.quoted:
            name, colon, text = draft.quoted[0].replace(":", "：", 1).partition("：")
            if colon and name.strip() in names:
                draft.quoted = [text.strip(), *draft.quoted[1:]]


def _number(drafts: list[_Draft], page: int) -> None:
    """Floors as printed if they rise, with gaps continued; by position where none is printed on the first page."""
    printed = [_printed_floor(draft, first=page == 1 and not number) for number, draft in enumerate(drafts)]
    known = [(number, floor) for number, floor in enumerate(printed) if floor is not None]
    rises = all(before[1] < after[1] for before, after in pairwise(known))
    if not known or not rises:
        if page > 1:
            return
        known = [(0, 1)]
    place, floor = known[0]
    if place and floor <= place:
        # An opening post apart, and replies counted without it.
        known = [(number, value + 1 + place - floor) for number, value in known]
        place, floor = known[0]
    by_place = dict(known)
    floor -= place + 1
    for number, draft in enumerate(drafts):
        floor = by_place.get(number, floor + 1)
        draft.floor = floor


def _printed_floor(draft: _Draft, *, first: bool) -> int | None:
    """The number of the post as it is printed outside its body."""
    for element in draft.element.iter("a", "strong", "span", "em", "td", "div", "li", "b", "p", "h3"):
        mark = f"{element.get('class') or ''} {element.get('id') or ''}"
        text = "".join(element.itertext()) if len(element) < _FEW else element.text or ""  # type: ignore[arg-type]
        match = _FLOOR.match(text.strip()) if len(text) <= _LONGEST_FLOOR else None
        if match is None:
            continue
        if match["word"]:
            if first or match["word"] not in ("楼主", "樓主"):
                return _FLOOR_WORDS[match["word"]]
        elif _MARKED_FLOOR.search(text) or _FLOOR_CLASS.search(mark):
            return int(match["number"])
    return None
