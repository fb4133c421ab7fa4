"""Find an opening post apart from the replies: before them, and with another structure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from itertools import pairwise
from math import log

from extractor.dates.context import DateContext
from extractor.dates.date_matches import DateMatch
from extractor.forum.marks import Marks
from extractor.forum.outline import PageOutline
from extractor.forum.record_facts import fit
from extractor.forum.records import Record, holds, within
from extractor.forum.stamps import read_mark
from extractor.forum.weights import Facts, logistic
from extractor.page.text import CJK

_MIN_TEXT = 15.0
"""Least running text, in characters without headings, of an opening post."""
_MAX_OPTIONS = 4
"""Most stretches with text before the first record that are rated. An opening post is near it."""
_MAX_LEVELS = 20
"""Most elements around the first record that are left on the way. Bounds the time of deep pages."""
_MIN_TEXT_SHARE = 0.7
"""Least share of a stretch's text that its one post contains."""
_MAX_TIMES = 30
"""Most times of a stretch that are read. Reading them takes long."""
_MANY_TIMES = 10
"""Number of times from which a stretch is no less like one post."""
_LIKELY = 0.5
"""Least probability of a stretch to be a post."""
_SAME_MINUTE = timedelta(seconds=59)
_DAY_BEFORE = timedelta(hours=26)
"""Least difference at which two times differ in every time zone, even if one has no time of day."""
_SHORT_TEXT = 60.0
"""Most characters of a text that may be the head of a post alone."""
_HEADINGS = ("h1", "h2")
_CONTROLS = frozenset({"textarea", "input", "select", "form"})
_MAX_TEXT = 2_000.0
"""Most characters of text that count. A longer text is no more like a post."""
_MAX_LINKED_SHARE = 0.2
"""Largest share of links in the text of a post. Menus and lists have more."""
_MAX_HEADED_LINKED_SHARE = 0.3
"""The same where the headline stands in it, beside labels, buttons and those who follow it."""
_MAX_HEAD_LENGTH = 400
"""Characters of a record in which the title of the page is looked for: its head."""


def find_opening(
    outline: PageOutline,
    marks: Marks,
    records: Sequence[Record],
    context: DateContext,
    weights: Facts,
    title: str,
) -> Record | None:
    """Return the post before the first record, or None: the stretch that is most probably one, if
    any is.

    Else it is a head and the words behind it, in boxes of their own. Before a single record, only a
    stretch with the headline counts. ``title`` is that of the page.
    """
    options = opening_options(outline, marks, records, context)
    is_single = len(records) == 1
    has_title = bool(title) and title in outline.text(*records[0])[:_MAX_HEAD_LENGTH]
    rated: list[tuple[float, Record]] = []
    for stretch, facts in options:
        if _is_headed_post(facts, has_title=has_title):
            rated.append((1.0, stretch))
        elif not is_single or (facts["headed_post"] and not has_title):
            rated.append((logistic(weights, facts), stretch))
    chance, likeliest = max(rated, default=(0.0, None))
    if chance >= _LIKELY:
        return likeliest
    if is_single:
        return None
    # The nearest stretches come first, so the head is behind its words here.
    for (body, words), (head, facts) in pairwise(options):
        if _is_head(facts, words):
            return head[0], body[1]
    return None


def opening_options(
    outline: PageOutline, marks: Marks, records: Sequence[Record], context: DateContext
) -> list[tuple[Record, dict[str, float]]]:
    """Return stretches before the first record that may be a post, nearest first, with facts about
    them.
    """
    headings = [node for node, tag in enumerate(outline.tags[: records[0][0]]) if tag in _HEADINGS]
    search = _Search(outline, marks, marks.all_times, marks.all_names, context, records, headings)
    return [(span, search.facts(span, level)) for level, span in enumerate(search.options())]


@dataclass(frozen=True)
class _Search:
    """The input of the search for an opening post."""

    outline: PageOutline
    marks: Marks
    times: Sequence[int]
    names: Sequence[int]
    context: DateContext
    records: Sequence[Record]
    headings: Sequence[int]
    known: dict[int, DateMatch | None] = field(default_factory=dict)

    def options(self) -> Iterator[Record]:
        """Yield the stretches before the first record in wider and wider elements, each reduced to
        its post.
        """
        node, _ = self.records[0]
        found = 0
        levels = 0
        last: Record | None = None
        while node > 0 and found < _MAX_OPTIONS and levels < _MAX_LEVELS:
            parent = self.outline.parents[node]
            span = (parent + 1, node)
            if span[0] < node and self._text(span) >= _MIN_TEXT:
                tight = self._tightened(span)
                # The post of a wider stretch may be that of the one before.
                if tight != last:
                    yield tight
                    found += 1
                    last = tight
                if tight == span:
                    yield from self._boxes(span)
            node = parent
            levels += 1

    def _boxes(self, span: Record) -> Iterator[Record]:
        """Yield the boxes of a stretch of several that have a name, a time and text each: another
        one, such as the best answer, may stand between the opening post and the records.
        """
        node, end = span
        while node < end:
            box = (node, self.outline.ends[node])
            is_signed = holds(self.names, box) and holds(self.times, box)
            if is_signed and box != span and self._text(box) >= _MIN_TEXT:
                yield box
            _, node = box

    def facts(self, span: Record, level: int) -> dict[str, float]:
        """Return the weighted facts about a stretch."""
        outline, records = self.outline, self.records
        text = self._text(span)
        linked = self._linked(span)
        held = sorted(outline.weight(*record) for record in records)
        tags = outline.tags[span[0] : span[1]]
        first, _ = records[0]
        if span[1] < first:
            between = outline.weight(span[1], first)
        else:
            between = 0.0
        order = self._order(span)
        named = holds(self.names, span)
        is_headed = "h1" in tags
        numbers = self.marks.numbers.values()
        is_numbered = any(_is_first_of(nodes, span, records) for nodes in numbers)
        return {
            "timed": float(holds(self.times, span)),
            "named": float(named),
            "earlier": float(order == "earlier"),
            "same": float(order == "same"),
            "later": float(order == "later"),
            "text": log(1 + min(text, _MAX_TEXT)) / log(1 + _MAX_TEXT),
            "short": float(self._is_short(span, text)),
            "usual": min(2.0, text / (held[len(held) // 2] + 1)),
            "linked": linked / (linked + text + 1),
            "gap": log(1 + min(between, _MAX_TEXT)) / log(1 + _MAX_TEXT),
            "level": level / _MAX_OPTIONS,
            "headed": float(is_headed),
            "headed_post": float(is_headed and named and order == "earlier"),
            "after_headline": float("h1" in outline.tags[: span[0]]),
            "single": float(len(records) == 1),
            "box": float(outline.ends[span[0]] == span[1]),
            "controls": float(not _CONTROLS.isdisjoint(tags)),
            "paragraphs": float("p" in tags or "br" in tags),
            "lists": min(1.0, tags.count("li") / 10),
            "many_times": min(1.0, len(self._times_in(span)) / _MANY_TIMES),
            "numbered": float(is_numbered),
        }

    def _is_short(self, span: Record, length: float) -> bool:
        """Return whether a text is no longer than the head of a post. A Chinese, Japanese or Korean
        character counts twice.
        """
        if length < _SHORT_TEXT:
            length += len(CJK.findall(self.outline.text(*span)))
        return length < _SHORT_TEXT

    def _order(self, span: Record) -> str:
        """Compare the times of a stretch to that of the first record: earlier, the same, later, or
        unknown.
        """
        first = self.first
        if not first:
            return "unknown"
        found = map(self._read, self._times_in(span))
        moments = [moment for moment in found if moment]
        if not moments:
            return "unknown"
        if any(_is_before(moment, first) for moment in moments):
            return "earlier"
        return "later" if _is_before(first, moments[0]) else "same"

    @cached_property
    def first(self) -> DateMatch | None:
        """The time of the first record: by the kind of mark that most records have once, or by any
        other.
        """
        kinds = self.marks.times.values()
        best = max(kinds, key=lambda nodes: fit(nodes, self.records, 0.5), default=[])
        inside = within(best, self.records[0]) or within(self.times, self.records[0])
        return self._read(inside[0]) if inside else None

    def _read(self, node: int) -> DateMatch | None:
        """Return the time of a mark, which is read once."""
        if node not in self.known:
            self.known[node] = read_mark(self.outline, self.marks, node, self.context)
        return self.known[node]

    def _tightened(self, span: Record) -> Record:
        """Return the innermost element with most text of the stretch, and its time and name if it
        has them.
        """
        wanted = _MIN_TEXT_SHARE * self._text(span)
        named, timed = holds(self.names, span), holds(self.times, span)
        best = span
        node, end = span
        while node < end:
            inner = (node, self.outline.ends[node])
            is_inside = self.outline.tags[node] and inner[1] <= end
            if not is_inside or self._text(inner) < wanted:
                node = max(node + 1, inner[1])
                continue
            if holds(self.names, inner) >= named and holds(self.times, inner) >= timed:
                best = inner
            node += 1
        return best

    def _times_in(self, span: Record) -> Sequence[int]:
        """Return the first times of a stretch."""
        return within(self.times, span)[:_MAX_TIMES]

    def _linked(self, span: Record) -> int:
        """Return the text of links outside headings, in characters: a headline may link to its own
        page.
        """
        linked = self.outline.linked
        inner = within(self.headings, span)
        headed = sum(linked[self.outline.ends[node]] - linked[node] for node in inner)
        return linked[span[1]] - linked[span[0]] - headed

    def _text(self, span: Record) -> float:
        """Return the running text without headings, in characters."""
        text = self.outline.weight(*span)
        for node in within(self.headings, span):
            text -= self.outline.weight(node, self.outline.ends[node])
        return text


def _is_headed_post(facts: Facts, *, has_title: bool) -> bool:
    """Return whether a stretch is the nearest box, with the headline and text of a first post.

    ``has_title``: the first record has the title of the page, so nothing before it is the post.
    Training pages have few such stretches that are posts, but many heads of threads without a text.
    """
    is_alone = bool(facts["box"]) and facts["many_times"] <= 1 / _MANY_TIMES
    if not is_alone or facts["level"] or facts["short"] or not facts["headed"]:
        return False
    if facts["headed_post"]:
        return True
    is_linked = facts["linked"] > _MAX_HEADED_LINKED_SHARE
    return not is_linked and not facts["later"] and not has_title


def _is_head(facts: Facts, words: Facts) -> bool:
    """Return whether a stretch is the head of a post, a box with a name and an earlier time, and
    the next one its words.

    Names may be among the words, but no times, and hardly any links.
    """
    head = facts["box"] and facts["named"] and facts["earlier"] and facts["short"]
    has_words = words["text"] > facts["text"] and not words["short"]
    is_written = has_words and words["linked"] <= _MAX_LINKED_SHARE
    return bool(head and is_written and not words["timed"])


def _is_before(one: DateMatch, two: DateMatch) -> bool:
    """Return whether a time is before another: an earlier day, or an earlier minute if both have
    one.

    If only one has a time of day, a day is not enough: the times may be in different zones.
    """
    if one.value >= two.value - _SAME_MINUTE:
        return False
    return one.exact == two.exact or one.value < two.value - _DAY_BEFORE


def _is_first_of(nodes: Sequence[int], span: Record, records: Sequence[Record]) -> bool:
    """Return whether a stretch and the records have one number of a kind each."""
    return holds(nodes, span) and len(nodes) == len(records) + 1
