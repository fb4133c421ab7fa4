"""Find the replies nested in the posts of a page: smaller records, of one form, with a name or a
time of their own, inside posts that have theirs.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from extractor.forum.cues import is_beside_class, is_quote_class, is_signature_class, masked
from extractor.forum.marks import Marks
from extractor.forum.outline import PageOutline
from extractor.forum.records import Record, within

_Form = tuple[str, object, int]
"""Tag, sign or first class name, and the sign of the parent of elements without a class."""

_MAX_LEVELS = 4
"""How deep replies of different forms may be inside each other. Those of one form have no bound."""
_HIGHEST = 30
"""Most levels above its time or name at which a reply begins."""
_MAX_TRIED = 30
"""Most forms that are looked at, those with most times and names first. Bounds the time of a
page.
"""
_MIN_WHOLE_SHARE = 0.6
"""Least share of replies with words, which some pictures lack, and with a time and a name."""
_MAX_SAME = 0.1
"""Most replies, as a share of all, that may say the same. "Thanks" is said often, "edited" more so.
"""
_MIN_KEEPING = 0.8
"""Least share of the posts with replies that have a time or name, and words, of their own."""
_MIN_TEXT = 15
"""Fewest letters in the mean of replies that show only a name or only a time. Lists of files and of
those who voted have fewer.
"""
_MIN_RECORDS = 3
"""Fewest records that show what all of them have."""
_MAX_PARTS = 3
"""Most parts of one form that all posts may have, such as cells of a table."""
_MAX_NODES = 300
"""Nodes of a reply that are looked at to tell whether it has words. Bounds the time of replies
inside each other.
"""
_MAX_LEAF_LENGTH = 60
"""Characters by which texts are compared."""
_NAMED = re.compile(r"comment|repl(?:y|ies)|answer|follow-?up", re.IGNORECASE)
"""What a page calls replies in class names, ids and types."""
_SIZE = re.compile(r"\d\s?[kmg]i?b\b", re.IGNORECASE)
"""The size of a file."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply: ``around`` is the record that it answers, of a post or of another reply.

    ``form`` is a number that replies of one form share.
    """

    around: Record
    form: int


Replies = dict[int, Reply]
"""The elements that are replies, in document order."""


@dataclass(slots=True)
class _Group:
    """Elements of one form around times and names."""

    timed: set[int] = field(default_factory=set)
    named: set[int] = field(default_factory=set)

    @property
    def members(self) -> list[int]:
        """The elements in document order."""
        return sorted(self.timed | self.named)


def find_replies(outline: PageOutline, marks: Marks, records: Sequence[Record]) -> Replies:
    """Return the replies inside these records, and inside each other."""
    page = _Leaves(outline, marks)
    found: Replies = {}
    level = list(records)
    for _ in range(_MAX_LEVELS):
        inner = _directly_in(page, level)
        if not inner:
            break
        found |= inner
        level = sorted((node, outline.ends[node]) for node in inner)
    return dict(sorted(found.items()))


def _directly_in(page: "_Leaves", records: Sequence[Record]) -> Replies:
    outline = page.outline
    groups = _groups(outline, page.marks, records)

    def score(form: _Form) -> tuple[int, float]:
        group = groups[form]
        held = sum(outline.weight(node, outline.ends[node]) for node in group.members)
        return len(group.timed) + len(group.named), held

    found: Replies = {}
    for form in sorted(groups, key=score, reverse=True)[:_MAX_TRIED]:
        group = groups[form]
        if not _are_replies(page, records, group, found):
            continue
        members = sorted({*group.members, *_siblings(outline, records, group.members)})
        # The box of a reply and the reply itself may both be alike: the first one tried stays.
        if not _overlap(outline, members, found):
            found |= _nested(outline, members, records)
    return found


def _groups(outline: PageOutline, marks: Marks, records: Sequence[Record]) -> dict[_Form, _Group]:
    """Return the elements around times and names inside records, by form."""
    groups: defaultdict[_Form, _Group] = defaultdict(_Group)
    for form, node in _around(outline, marks.all_times, records):
        groups[form].timed.add(node)
    for form, node in _around(outline, marks.all_names, records):
        groups[form].named.add(node)
    return groups


def _around(
    outline: PageOutline, nodes: Sequence[int], records: Sequence[Record]
) -> Iterator[tuple[_Form, int]]:
    """Yield the elements around nodes inside records, each after one of its forms."""
    for record, inside in _by_record(records, nodes).items():
        for node in inside:
            for around in _chain(outline, node, record):
                for form in _forms(outline, around):
                    yield form, around


def _by_record(records: Sequence[Record], nodes: Sequence[int]) -> dict[Record, list[int]]:
    """Return the nodes inside records by the innermost record, so that those of replies inside each
    other are looked at once. Both are in document order.
    """
    held: defaultdict[Record, list[int]] = defaultdict(list)
    opened: list[Record] = []
    coming = 0
    for node in nodes:
        while coming < len(records) and records[coming][0] < node:
            opened.append(records[coming])
            coming += 1
        while opened and opened[-1][1] <= node:
            opened.pop()
        if opened:
            held[opened[-1]].append(node)
    return held


def _chain(outline: PageOutline, node: int, record: Record) -> list[int]:
    """Return the elements around a mark inside a record; none if one is a quote, a signature, or a
    box of other pages.
    """
    around = outline.parents[node]
    found: list[int] = []
    while around > record[0] and outline.ends[around] <= record[1] and len(found) < _HIGHEST:
        tag, name = outline.tags[around], outline.classes[around]
        if tag == "blockquote":
            return []
        if name and (is_quote_class(tag, name) or is_signature_class(name)):
            return []
        if name and is_beside_class(name):
            return []
        found.append(around)
        around = outline.parents[around]
    return found


def _forms(outline: PageOutline, node: int) -> Iterator[_Form]:
    """Yield what replies share: tag and class, or the first word of the class, as the first one may
    have a word more.
    """
    tag, words = outline.tags[node], outline.classes[node].split(None, 1)
    if words:
        yield tag, outline.signs[node], 0
        yield tag, words[0], 0
    else:
        yield tag, "", outline.signs[outline.parents[node]]


def _are_replies(
    page: "_Leaves", records: Sequence[Record], group: _Group, found: Collection[int]
) -> bool:
    """Return whether elements are replies: with words, in posts that have words without them, and
    known by being several in one post, or by what the page calls them.

    ``found`` are replies of other forms, which are no part of the posts either.
    """
    outline, members = page.outline, group.members
    held = _by_record(records, members)
    is_called = all(_are_called(outline, nodes, record) for record, nodes in held.items())
    is_told = min(len(group.timed), len(group.named)) >= _MIN_WHOLE_SHARE * len(members)
    most = 0  # in one element
    for nodes in held.values():
        most = max(most, *Counter(outline.parents[node] for node in nodes).values())
    # One of these signs alone may be that of any box: a post shows names, dates and links, too.
    if is_called + is_told + (most > 1) < 2:
        return False
    # What most posts have once or twice, all equally often, is a part of them.
    often = set(map(len, held.values()))
    is_regular = len(often) == 1 and max(often) <= _MAX_PARTS
    is_part = is_regular and len(held) >= _MIN_WHOLE_SHARE * len(records)
    if is_part and (most == 1 or len(held) >= _MIN_RECORDS):
        return False
    spans = [(node + 1, min(outline.ends[node], node + _MAX_NODES)) for node in members]
    words = page.words([page.leaves(span) for span in spans])
    saying = [text for text in words if text]
    # Some replies are nothing but a link.
    least = 1 if is_called and is_told else _MIN_WHOLE_SHARE * len(members)
    if len(saying) < least:
        return False
    if not is_told and sum(map(len, saying)) < _MIN_TEXT * len(saying):
        return False
    others = _by_record(records, sorted(found))
    apart = {record: sorted({*nodes, *others.get(record, ())}) for record, nodes in held.items()}
    return _are_kept(page, records, apart, group)


def _are_called(outline: PageOutline, nodes: Sequence[int], record: Record) -> bool:
    """Return whether a page calls elements, or those around them in a record, replies."""
    for node in nodes:
        around = outline.parents[node]
        is_called = _tells_reply(outline.attributes[node])
        if not is_called and around > record[0]:
            is_called = _tells_reply(outline.attributes[around])
        if not is_called:
            return False
    return True


def _tells_reply(attributes: Mapping[str, str]) -> bool:
    return any(_NAMED.search(attributes.get(key, "")) for key in ("class", "id", "itemtype"))


def _are_kept(
    page: "_Leaves",
    records: Sequence[Record],
    held: Mapping[Record, Sequence[int]],
    group: _Group,
) -> bool:
    """Return whether nearly all posts have words before their replies, and outside them what shows
    their author or time.
    """
    marks, outline = page.marks, page.outline
    facts = marks.all_times if group.timed else marks.all_names
    following = [*(start for start, _ in records[1:]), len(outline.tags)]
    before: list[list[str]] = []
    for record, next_start in zip(records, following, strict=True):
        start, end = record
        first_reply = held[record][0] if record in held else end
        before.append(page.leaves((start, min(end, next_start, first_reply))))
    words = dict(zip(records, page.words(before), strict=True))
    kept = 0
    for record, nodes in held.items():
        has_facts = any(within(facts, span) for span in _without(outline, record, nodes))
        kept += bool(words[record]) and has_facts
    return kept >= _MIN_KEEPING * len(held)


def _without(outline: PageOutline, record: Record, nodes: Sequence[int]) -> Iterator[Record]:
    """Yield the parts of a record before, between and after elements in it."""
    start = record[0]
    for node in nodes:
        if node >= start:
            yield start, node
            start = outline.ends[node]
    yield start, record[1]


class _Leaves:
    """The texts of a page that are neither links nor times or names, each read once."""

    def __init__(self, outline: PageOutline, marks: Marks) -> None:
        self.outline = outline
        self.marks = marks
        self._facts = {*marks.all_times, *marks.all_names}
        self._known: dict[int, str] = {}

    def leaves(self, span: Record) -> list[str]:
        """Return the texts of a stretch as they are compared."""
        return [leaf for node in range(*span) if (leaf := self._leaf(node))]

    def words(self, texts: Sequence[Sequence[str]]) -> list[str]:
        """Return what each of several texts says, without what others say too: mostly labels."""
        counts = Counter(chain.from_iterable(map(set, texts)))
        most = max(1, _MAX_SAME * len(texts))
        return ["".join(leaf for leaf in leaves if counts[leaf] <= most) for leaves in texts]

    def _leaf(self, node: int) -> str:
        if node not in self._known:
            self._known[node] = self._read(node)
        return self._known[node]

    def _read(self, node: int) -> str:
        outline = self.outline
        text = outline.texts[node]
        is_silent = outline.linked[node] < outline.linked[node + 1]
        is_fact = node in self._facts or outline.parents[node] in self._facts
        if not text or is_silent or is_fact:
            return ""
        leaf = masked(text.strip()[:_MAX_LEAF_LENGTH])
        if any(map(str.isalpha, leaf)) and not _SIZE.search(leaf):
            return leaf
        return ""


def _siblings(
    outline: PageOutline, records: Sequence[Record], members: Sequence[int]
) -> Iterator[int]:
    """Yield what has the form of replies behind the first of them in one element: those of guests,
    whose name nothing marks.
    """
    forms = set(chain.from_iterable(_forms(outline, node) for node in members))
    for record, nodes in _by_record(records, members).items():
        parents = {outline.parents[node]: node for node in reversed(nodes)}
        for parent, node in parents.items():
            end = min(outline.ends[parent], record[1])
            while node < end:
                is_alike = outline.tags[node] and not forms.isdisjoint(_forms(outline, node))
                if is_alike and outline.weight(node, outline.ends[node]) > 0:
                    yield node
                node = outline.ends[node]


def _overlap(outline: PageOutline, members: Sequence[int], found: Collection[int]) -> bool:
    """Return whether any of two kinds of replies are inside each other."""
    ends = outline.ends
    spans = sorted([*((node, 0) for node in members), *((node, 1) for node in found)])
    until = [-1, -1]
    for node, kind in spans:
        if node < until[1 - kind]:
            return True
        until[kind] = max(until[kind], ends[node])
    return False


def _nested(outline: PageOutline, members: Sequence[int], records: Sequence[Record]) -> Replies:
    """Return replies of one form, each in another one or in one of the records."""
    record_of: dict[int, Record] = {}
    for record, nodes in _by_record(records, members).items():
        record_of |= dict.fromkeys(nodes, record)
    found: Replies = {}
    around: list[int] = []
    for node in members:
        while around and outline.ends[around[-1]] <= node:
            around.pop()
        if around:
            outer = (around[-1], outline.ends[around[-1]])
        else:
            outer = record_of[node]
        found[node] = Reply(outer, members[0])
        around.append(node)
    return found
