"""Find single posts: an opening post apart from the replies, or the only post of a page."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from extractor.dates.context import DateContext
from extractor.dates.date_matches import DateMatch
from extractor.forum.marks import Marks
from extractor.forum.outline import PageOutline
from extractor.forum.ranking import fit
from extractor.forum.records import Record
from extractor.forum.stamps import read_mark

_LEAST_TEXT, _LEAST_NAMELESS = 25.0, 75.0
"""Least running text, in characters without headings, of a post with a name, and of one without."""
_MOST = 0.7
"""Share of a stretch's text that its one post contains."""
_MORE = 1.3
"""How many times more text than the stretch inside it a stretch must contain to be another candidate."""
_ASIDE = 50.0
"""Running text, in characters, of a column about the author."""
_MOST_SINGLES = 30
"""Most marks around which the only post of a page is searched for."""
_MOST_TIMES = 30
_SAME_MINUTE = timedelta(seconds=59)
_DAY_BEFORE = timedelta(hours=26)
"""Least difference at which two times differ in every time zone, even if one has no time of day."""
_CELLS = frozenset({"td", "tr", "tbody", "table"})
_HEADINGS = ("h1", "h2")


def single_sets(outline: PageOutline, marks: Marks) -> list[tuple[Record, ...]]:
    """Return elements that may be the only post of a page.

    These are the smallest elements around a time with text and a name, and wider ones.
    """
    names = marks.all_names()
    found: dict[tuple[Record, ...], None] = {}
    for mark in (marks.all_times() or names)[:_MOST_SINGLES]:
        node = mark if outline.tags[mark] else outline.parents[mark]
        before = 0.0
        while node > 0:
            span = (node, outline.ends[node])
            weight = outline.weight(*span)
            if weight >= max(_LEAST_TEXT, _MORE * before) and (not names or _holds(names, span)):
                found.setdefault((span,))
                before = weight
            node = outline.parents[node]
    return list(found)


def widened(outline: PageOutline, marks: Marks, record: Record) -> Record:
    """Widen a lone post of a page without names: in a layout table the author is in a cell beside it."""
    if marks.names:
        return record
    most = outline.weight(*record) + _ASIDE
    node = record[0]
    while outline.tags[parent := outline.parents[node]] in _CELLS and parent > 0:
        if outline.weight(parent, outline.ends[parent]) > most:
            break
        node = parent
    return (node, outline.ends[node])


def find_opening(outline: PageOutline, marks: Marks, records: Sequence[Record], context: DateContext) -> Record | None:
    """Return the post before the first record: the nearest stretch with text and an earlier time.

    Its structure differs from the records. The head of a thread, which repeats the time of the
    first post, is not a post.
    """
    search = _Search(outline, marks, marks.all_times(), marks.all_names(), context)
    first = search.first_moment(records)
    node = records[0][0]
    while node > 0 and first:
        parent = outline.parents[node]
        span = (parent + 1, node)
        if span[0] < node and search.is_post(span):
            span = search.tightened(span)
            return span if search.has_earlier(span, first) else None
        node = parent
    return None


@dataclass(frozen=True, slots=True)
class _Search:
    """The input of the search for an opening post."""

    outline: PageOutline
    marks: Marks
    times: Sequence[int]
    names: Sequence[int]
    context: DateContext

    def first_moment(self, records: Sequence[Record]) -> DateMatch | None:
        """Return the time of the first record, by the kind of mark that most records have once."""
        best = max(self.marks.times.values(), key=lambda nodes: fit(nodes, records, 0.5), default=[])
        start, end = records[0]
        node = next((node for node in best if start <= node < end), None)
        return None if node is None else read_mark(self.outline, self.marks, node, self.context)

    def is_post(self, span: Record) -> bool:
        """Tell whether a stretch has a time and enough text."""
        least = _LEAST_TEXT if _holds(self.names, span) else _LEAST_NAMELESS
        return _holds(self.times, span) and self._text(span) >= least

    def tightened(self, span: Record) -> Record:
        """Return the innermost element around a time with most text of the stretch, and its name if it has one."""
        wanted, best = _MOST * self._text(span), span
        named = _holds(self.names, span)
        for time in self._times_in(span):
            node = self.outline.parents[time]
            while node >= span[0]:
                inner = (node, self.outline.ends[node])
                if inner[1] - inner[0] >= best[1] - best[0]:
                    break
                if self._text(inner) >= wanted and _holds(self.names, inner) >= named:
                    best = inner
                    break
                node = self.outline.parents[node]
        return best

    def has_earlier(self, span: Record, first: DateMatch) -> bool:
        """Tell whether a stretch has a time before ``first``: an earlier day, or an earlier minute if both have one."""
        for node in self._times_in(span):
            moment = read_mark(self.outline, self.marks, node, self.context)
            if moment is None or moment.value >= first.value - _SAME_MINUTE:
                continue
            if (moment.exact and first.exact) or moment.value < first.value - _DAY_BEFORE:
                return True
        return False

    def _times_in(self, span: Record) -> Sequence[int]:
        """Return the first times of a stretch."""
        low = bisect_left(self.times, span[0])
        return self.times[low : min(bisect_left(self.times, span[1], low), low + _MOST_TIMES)]

    def _text(self, span: Record) -> float:
        """Return the running text without headings, in characters."""
        text = self.outline.weight(*span)
        for node in range(*span):
            if self.outline.tags[node] in _HEADINGS:
                text -= self.outline.weight(node, self.outline.ends[node])
        return text


def _holds(nodes: Sequence[int], span: Record) -> bool:
    return bisect_left(nodes, span[1]) > bisect_left(nodes, span[0])
